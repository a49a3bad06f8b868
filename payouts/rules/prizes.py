"""From a prize pool to a list of prizes, first place first (PAY-WIN, PAY-STD, RANK-1).

A scheme is the snapshot that an event keeps: ``{"kind": "winners", "shares": [6500, 3500]}`` with
hundredths of a percent per place, or ``{"kind": "standard"}``, which reads the grid.
"""

from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeVar

from payouts.rules.grid import BANDS, GRID
from payouts.rules.money import split

Entry = TypeVar("Entry", bound=Hashable)

WHOLE = 10_000


def prizes(scheme: Mapping[str, Any], *, entries: int, pool: int) -> list[int]:
    """Cents per paid place, never rising down the ranks; they sum to ``pool``.

    With fewer entries than paid places, what the missing places would have won is shared by
    those present in proportion to their own shares.
    """
    return split(pool, shares(scheme, entries)[:entries])


def paid_places(scheme: Mapping[str, Any], entries: int) -> int:
    """How many places are paid when ``entries`` play."""
    return min(entries, len(shares(scheme, entries)))


def shares(scheme: Mapping[str, Any], entries: int) -> list[int]:
    """Hundredths of a percent per place; 10000 in all."""
    if scheme["kind"] == "winners":
        return list(scheme["shares"])
    if scheme["kind"] == "standard":
        return standard(entries)
    raise ValueError(f"no prize scheme is called {scheme['kind']!r}")


def standard(entries: int) -> list[int]:
    """PAY-STD: the grid's row for so many entries; its last row serves any larger field."""
    brackets = list(GRID)
    row = GRID[brackets[min(bisect_left(brackets, entries), len(brackets) - 1)]]
    first_places = (1, *(last + 1 for last in BANDS))
    return [
        share
        for share, first, last in zip(row, first_places, BANDS, strict=False)
        for _ in range(first, last + 1)
    ]


def fault_of_winners(shares: object) -> str | None:
    """What is wrong with a Winners scheme that staff typed: a word, or None when it is sound."""
    if not isinstance(shares, list) or not shares:
        return "empty"
    if not all(type(share) is int and share > 0 for share in shares):
        return "not_positive"
    if sum(shares) != WHOLE:
        return "not_whole"
    if shares != sorted(shares, reverse=True):
        return "rising"
    return None


def pooled(prizes: Sequence[int], ranking: Sequence[Sequence[Entry]]) -> dict[Entry, int]:
    """RANK-1: the prize of every entry; those who tie share the prizes of their places.

    ``ranking`` lists the groups that tie, best first, and in each the earlier entry first: it
    gets the odd cent.
    """
    won: dict[Entry, int] = {}
    place = 0
    for group in ranking:
        together = sum(prizes[place : place + len(group)])
        won.update(zip(group, split(together, [1] * len(group)), strict=True))
        place += len(group)
    return won
