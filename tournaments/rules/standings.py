"""The ranking of eliminated entries (RANK-1)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

# The fields of an elimination that an ``Out`` is made of, besides the entry.
OF_A_HAND = ("at", "hand_id", "start_stack", "round", "stage", "table_place")


class Out(NamedTuple):
    """An elimination: the hand, its end (``at``) and the stack before it.

    ``round`` is its round of hand-for-hand (TRN-4), which counts as one hand; 0 without one.
    ``stage`` is the round of a shootout, and ``table_place`` the place at its table (SHOOT-3).
    """

    entry: int
    at: datetime
    hand: int
    start_stack: int
    round: int = 0
    stage: int = 0
    table_place: int = 0


def ranking(outs: Iterable[Out], *, ties: bool = False) -> list[list[int]]:
    """Return the eliminated entries, best first, in groups that tie: same hand and equal stacks.

    With ``ties``, entries at different tables tie in a round of hand-for-hand regardless of their
    stacks: the best of each table, then the second of each, and so on (TRN-4). In a shootout a
    later round ranks higher, then the place at the table; equals tie.
    """
    outs = list(outs)
    if any(out.stage for out in outs):
        return _grouped(outs, lambda out: (out.stage, -out.table_place))
    rounds: defaultdict[int, list[Out]] = defaultdict(list)
    for out in outs:
        rounds[out.round].append(out)
    ends = {
        number: (max(out.at for out in of), max(out.hand for out in of))
        for number, of in rounds.items()
    }

    def worth(out: Out) -> tuple[datetime, int, int]:
        if not out.round:
            return out.at, out.hand, out.start_stack
        return *ends[out.round], _behind(out, rounds[out.round]) if ties else out.start_stack

    return _grouped(outs, worth)


def _grouped(outs: Iterable[Out], worth: Callable[[Out], tuple[Any, ...]]) -> list[list[int]]:
    """Return groups of equal worth, best first; in a group the larger stack before the hand comes
    first, then the earlier entry: they get the odd cents (PAY-ROUND)."""
    ordered = sorted(outs, key=lambda out: (*worth(out), out.start_stack, -out.entry), reverse=True)
    return [[out.entry for out in tied] for _, tied in groupby(ordered, key=worth)]


def _behind(out: Out, others: Iterable[Out]) -> int:
    """Return 0 for the best of a table's hand, and one less for each larger stack there."""
    above = {
        other.start_stack
        for other in others
        if other.hand == out.hand and other.start_stack > out.start_stack
    }
    return -len(above)


def places(groups: Sequence[Sequence[int]], *, last: int) -> Mapping[int, int]:
    """Return the place of each entry; the worst of ``groups`` ends at ``last``, ties share one."""
    by_entry = {}
    place = last - sum(len(group) for group in groups) + 1
    for group in groups:
        by_entry.update(dict.fromkeys(group, place))
        place += len(group)
    return by_entry
