"""Who finished where (RANK-1)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

# The fields of an elimination that an ``Out`` is made of, besides whose it is.
OF_A_HAND = ("at", "hand_id", "start_stack", "round")


class Out(NamedTuple):
    """An elimination: the hand, its end (``at``) and the stack before it.

    ``round`` is its round of hand-for-hand (TRN-4), in which several hands are one; 0: of none.
    """

    entry: int
    at: datetime
    hand: int
    start_stack: int
    round: int = 0


def ranking(outs: Iterable[Out], *, ties: bool = False) -> list[list[int]]:
    """The eliminated, best first; out in the same hand with equal stacks: one group, a tie.

    With ``ties`` those at different tables tie in a round of hand-for-hand, whatever their stacks:
    the best of each table with each other, then the second of each, and so on (TRN-4).
    """
    outs = list(outs)
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

    ordered = sorted(outs, key=lambda out: (*worth(out), -out.entry), reverse=True)
    return [[out.entry for out in tied] for _, tied in groupby(ordered, key=worth)]


def _behind(out: Out, others: Iterable[Out]) -> int:
    """0 for who ranks best at their own table, else less by one for each stack above."""
    above = {
        other.start_stack
        for other in others
        if other.hand == out.hand and other.start_stack > out.start_stack
    }
    return -len(above)


def places(groups: Sequence[Sequence[int]], *, last: int) -> Mapping[int, int]:
    """Each entry's place, the worst of ``groups`` being at place ``last``; ties share one."""
    found = {}
    place = last - sum(len(group) for group in groups) + 1
    for group in groups:
        found.update(dict.fromkeys(group, place))
        place += len(group)
    return found
