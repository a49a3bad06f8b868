"""Who finished where (RANK-1)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple


class Out(NamedTuple):
    """An elimination: the hand, its end (``at``) and the stack before it."""

    entry: int
    at: datetime
    hand: int
    start_stack: int


def ranking(outs: Iterable[Out]) -> list[list[int]]:
    """The eliminated, best first; out in the same hand with equal stacks: one group, a tie."""

    def worth(out: Out) -> tuple[datetime, int, int]:
        return out.at, out.hand, out.start_stack

    ordered = sorted(outs, key=lambda out: (*worth(out), -out.entry), reverse=True)
    return [[out.entry for out in tied] for _, tied in groupby(ordered, key=worth)]


def places(groups: Sequence[Sequence[int]], *, last: int) -> Mapping[int, int]:
    """Each entry's place, the worst of ``groups`` being at place ``last``; ties share one."""
    found = {}
    place = last - sum(len(group) for group in groups) + 1
    for group in groups:
        found.update(dict.fromkeys(group, place))
        place += len(group)
    return found
