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
    """What a stay took away, as far as one session may be brought it, and until when its player
    brings at least that."""

    cents: Cents
    stay: int
    until: datetime


class Range(NamedTuple):
    """What a player may come in with; nothing yet where ``least`` is above ``most``."""

    least: Cents
    most: Cents


class BuyIn(NamedTuple):
    """New money up to ``allowance``, beside what is brought ``back``."""

    allowance: Cents
    back: Taken | None = None

    @property
    def due(self) -> Cents:
        return Cents(0) if self.back is None else self.back.cents

    def range(self, *, least: int, most: int) -> Range:
        """Return the amounts to come in with at a table of these bounds: no less than was taken
        away, even if the table's most is less."""
        most = min(max(most, self.due), self.due + self.allowance)
        return Range(Cents(max(least, self.due)), Cents(most))


def buy_in(stays: Iterable[Stay], *, most: int, within: timedelta, now: datetime) -> BuyIn:
    """Tell what a player may bring now, from their stays at one game: ``most`` into one session,
    and as much new money in all stays that count."""
    counted = [stay for stay in stays if stay.left_at is None or now < stay.left_at + within]
    new_money = sum(stay.brought - stay.back for stay in counted)
    taken = [
        (stay.took, stay.id, stay.left_at + within)
        for stay in counted
        if stay.took and stay.left_at and not stay.returned
    ]
    allowance = Cents(max(0, most - new_money))
    if not taken:
        return BuyIn(allowance)
    took, stay_id, until = max(taken)
    return BuyIn(allowance, Taken(Cents(min(took, most)), stay_id, until))
