"""How much somebody may bring to a cash game, told from their stays there (CASH-1).

Pure: amounts are cents, the moment is an argument. A stay counts while it lasts, and for as long
after it as the room says.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from core.types import Cents


class Stay(NamedTuple):
    """A stay at one table of the game. ``back`` of what was ``brought`` had been taken away before;
    ``took`` and ``left_at`` are None while it lasts, and ``returned`` says whether what it took has
    been brought back."""

    id: int
    brought: int
    back: int = 0
    took: int | None = None
    left_at: datetime | None = None
    returned: bool = False


class Taken(NamedTuple):
    """What a stay took away, and until when it is brought back, no more and no less."""

    cents: Cents
    stay: int
    until: datetime


class BuyIn(NamedTuple):
    """What may be brought: ``back`` alone, or else new money up to ``allowance``. The latter is
    also what top-ups may bring."""

    allowance: Cents
    back: Taken | None = None


def buy_in(stays: Iterable[Stay], *, most: int, within: timedelta, now: datetime) -> BuyIn:
    """What a player may bring now, from their stays at one game, with ``most`` of new money."""
    counted = [stay for stay in stays if stay.left_at is None or now < stay.left_at + within]
    new_money = sum(stay.brought - stay.back for stay in counted)
    taken = [
        Taken(Cents(stay.took), stay.id, stay.left_at + within)
        for stay in counted
        if stay.took and stay.left_at and not stay.returned
    ]
    return BuyIn(Cents(max(0, most - new_money)), max(taken, default=None))
