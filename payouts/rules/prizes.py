"""Prizes by place turned into the prize of each entry (RANK-1), and into readable ranges."""

from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import TypeVar

from payouts.rules.money import split

Entry = TypeVar("Entry", bound=Hashable)


def grouped(amounts: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return neighbouring places with one prize together: first place, last place, cents."""
    groups = []
    for amount, places in groupby(enumerate(amounts, start=1), key=lambda place: place[1]):
        numbers = [number for number, _ in places]
        groups.append((numbers[0], numbers[-1], amount))
    return groups


def pooled(prizes: Sequence[int], ranking: Sequence[Sequence[Entry]]) -> dict[Entry, int]:
    """Return the prize of every entry; those who tie share the prizes of their places (RANK-1).

    ``ranking`` lists the groups that tie, best first, and each in the order in which they get an
    odd cent: by stack, then the earlier entry (PAY-ROUND).
    """
    won: dict[Entry, int] = {}
    place = 0
    for group in ranking:
        together = sum(prizes[place : place + len(group)])
        won.update(zip(group, split(together, [1] * len(group)), strict=True))
        place += len(group)
    return won
