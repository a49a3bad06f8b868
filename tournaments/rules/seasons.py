"""Seasons: their dates, the points of a result, and what a player's results come to (SERIES-*).

Points are whole hundredths, computed exactly; each place is rounded down.
"""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from math import isqrt
from typing import Literal, NamedTuple

# Hundredths of one point.
ONE = 100
# The parts into which a prize scheme divides a pool for the points by prize share.
POOL_PARTS = 1_000_000

Kind = Literal["table", "root", "share"]
Span = Literal["month", "quarter", "dates"]


class PointsFormula(NamedTuple):
    """The points of one event; all amounts are hundredths (SERIES-2).

    ``table`` is by place, and empty for other kinds. ``factor`` multiplies a root, or is divided
    by prize share. ``attendance`` is added for everybody who has played.
    """

    kind: Kind
    table: tuple[int, ...] = ()
    factor: int = 0
    attendance: int = 0

    def of_place(self, place: int, *, field: int) -> int:
        """Return the points of a place that nobody shares, by table or root, without attendance;
        ``field`` is the number of entries."""
        if self.kind == "root":
            return isqrt(self.factor**2 * field // place)
        return self.table[place - 1] if place <= len(self.table) else 0

    def points(self, place: int, *, tied: int, field: int, share: int) -> int:
        """Return the points of each of ``tied`` players who share a place (SERIES-3).

        ``share`` are the parts of the pool for all the places that they take.
        """
        if self.kind == "share":
            together = self.factor * share // POOL_PARTS
        else:
            places = range(place, place + tied)
            together = sum(self.of_place(each, field=field) for each in places)
        return together // tied + self.attendance


class Tally(NamedTuple):
    """The results of one player in order of the table: more is better (SERIES-4)."""

    points: int
    results: tuple[int, ...]
    events: int


def tally(results: Iterable[int], *, best: int | None) -> Tally:
    """Add up a player's ``best`` results, or all (None)."""
    ordered = sorted(results, reverse=True)
    return Tally(sum(ordered[:best]), tuple(ordered), len(ordered))


def days_of(span: Span, day: date, last: date) -> tuple[date, date]:
    """Return the first and last day of the month or quarter of ``day``; ``last`` ends dates of
    one's own (SERIES-1)."""
    if span == "dates":
        return day, last
    months = 3 if span == "quarter" else 1
    begins = (day.month - 1) // months * months + 1
    ends = begins + months - 1
    return day.replace(month=begins, day=1), date(day.year, ends, monthrange(day.year, ends)[1])
