"""From a prize pool to a list of prizes, first place first (PAY-WIN, PAY-STD, RANK-1).

A scheme is the snapshot that an event keeps: ``{"kind": "winners", "shares": [6500, 3500]}`` with
hundredths of a percent per place, or ``{"kind": "standard"}``: the grid, and for larger fields
than it serves the power law of ``large_fields``. ``{"kind": "satellite", "seat": 30000,
"secondary": 6000}`` pays seats (PAY-SAT). ``{"kind": "velox", "seats": 3, "buy_in": 500}``
divides a drawn pool: how many buy-ins it is decides the shares (VELOX-2, VELOX-3).

Two kinds divide money by the chips of those still in when the session ends: ``{"kind": "split"}``
all of it (PAY-SPLIT), ``{"kind": "two", "by_elimination": 5000, "shares": [...]}`` what the places
do not get (RANK-2).
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, TypeVar

from payouts.rules import velox
from payouts.rules.grid import BANDS, GRID, SERVED_BY_GRID
from payouts.rules.large_fields import large_field
from payouts.rules.money import split
from payouts.rules.satellites import satellite

Entry = TypeVar("Entry", bound=Hashable)

WHOLE = 10_000


def prizes(scheme: Mapping[str, Any], *, entries: int, pool: int) -> list[int]:
    """Cents per paid place, never rising down the ranks; with ``chips_part`` they sum to ``pool``.

    With fewer entries than paid places, what the missing places would have won is shared by
    those present in proportion to their own shares.
    """
    if scheme["kind"] == "winners":
        return split(pool, scheme["shares"][:entries])
    if scheme["kind"] == "satellite":
        terms = {name: scheme[name] for name in ("seat", "secondary")}
        return satellite(**terms, entries=entries, pool=pool)
    if scheme["kind"] == "split":
        return []
    if scheme["kind"] == "two":
        return split(pool - chips_part(scheme, pool), scheme["shares"][:entries])
    if scheme["kind"] == "velox":
        multiplier = pool // scheme["buy_in"]
        return split(pool, velox.shares(seats=scheme["seats"], multiplier=multiplier))
    if scheme["kind"] != "standard":
        raise ValueError(f"no prize scheme is called {scheme['kind']!r}")
    if entries > SERVED_BY_GRID:
        return large_field(entries=entries, pool=pool)
    return split(pool, standard(entries)[:entries])


def chips_part(scheme: Mapping[str, Any], pool: int) -> int:
    """Cents that are divided by chips at the end of the session (PAY-SPLIT, RANK-2)."""
    if scheme["kind"] == "split":
        return pool
    if scheme["kind"] == "two":
        by_elimination = scheme["by_elimination"]
        return split(pool, [by_elimination, WHOLE - by_elimination])[1]
    return 0


def returned(scheme: Mapping[str, Any]) -> Fraction:
    """What of the buy-ins is paid as prizes: all of it, unless a draw decides (VELOX-2)."""
    if scheme["kind"] != "velox":
        return Fraction(1)
    return velox.returned(seats=scheme["seats"], buy_in=scheme["buy_in"])


def standard(entries: int) -> list[int]:
    """PAY-STD: hundredths of a percent per place, from the grid's row for so many entries."""
    row = next(row for most, row in GRID.items() if entries <= most)
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


def grouped(amounts: Sequence[int]) -> list[tuple[int, int, int]]:
    """Neighbouring places with one prize together: first place, last place, cents."""
    found = []
    for amount, places in groupby(enumerate(amounts, start=1), key=lambda place: place[1]):
        numbers = [number for number, _ in places]
        found.append((numbers[0], numbers[-1], amount))
    return found


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
