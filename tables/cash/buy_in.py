"""The buy-in that a player may bring to a cash game, derived from their stays there (CASH-1).

Pure: amounts are cents, the moment is an argument. A stay counts while it lasts, and for the
room's return time after it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from core.types import Cents


class StayRecord(NamedTuple):
    """A stay at one table of the game. ``back`` is the part of ``brought`` that had been taken away
    before; ``took`` and ``left_at`` are None while it lasts, and ``returned`` says whether what it
    took has been brought back."""

    id: int
    brought: int
    back: int = 0
    took: int | None = None
    left_at: datetime | None = None
    returned: bool = False


class TakenAway(NamedTuple):
    """The sum that a stay took away, up to the most for one session, and the time until which its
    player must bring at least that."""

    cents: Cents
    stay: int
    until: datetime


class Range(NamedTuple):
    """The amounts that a player may come in with; none yet where ``least`` is above ``most``."""

    least: Cents
    most: Cents


class BuyIn(NamedTuple):
    """The money that a player may sit down with: the sum that they took away and must bring
    ``back``, and new money up to ``allowance``."""

    allowance: Cents
    back: TakenAway | None = None

    @property
    def due(self) -> Cents:
        return Cents(0) if self.back is None else self.back.cents

    def range(self, *, least: int, most: int) -> Range:
        """Return the amounts to come in with at a table of these bounds: no less than was taken
        away, even if the table's most is less."""
        most = min(max(most, self.due), self.due + self.allowance)
        return Range(Cents(max(least, self.due)), Cents(most))


def buy_in(stays: Iterable[StayRecord], *, most: int, within: timedelta, now: datetime) -> BuyIn:
    """Return the buy-in that a player may bring now, from their stays at one game: ``most`` into
    one session, and as much new money in all stays that count."""
    counted = [stay for stay in stays if stay.left_at is None or now < stay.left_at + within]
    new_money = sum(stay.brought - stay.back for stay in counted)
    taken_away = [
        (stay.took, stay.id, stay.left_at + within)
        for stay in counted
        if stay.took and stay.left_at and not stay.returned
    ]
    allowance = Cents(max(0, most - new_money))
    if not taken_away:
        return BuyIn(allowance)
    took, stay_id, until = max(taken_away)
    return BuyIn(allowance, TakenAway(Cents(min(took, most)), stay_id, until))
