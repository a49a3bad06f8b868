"""Figures of the room: players and hands by day, guarantees, lengths of events, retention.

Days, months and hours are those of the room's time zone; a repeated hour counts as two.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from core import sql
from core.settings.room_time import zone
from payouts.reports.revenue import ONE_DAY, midnight
from tournaments.models import Tournament
from tournaments.rules import structures


class DayFigures(NamedTuple):
    """A day at the tables: players dealt in, hands, and the busiest hour (``peak`` players, from
    ``peak_at`` on)."""

    day: date
    players: int
    hands: int
    peak: int
    peak_at: datetime | None


class GuaranteeFigures(NamedTuple):
    """An event with a guaranteed pool: cents promised, brought by its players, and added by the
    house."""

    event: Tournament
    promised: int
    brought: int

    @property
    def added(self) -> int:
        return max(0, self.promised - self.brought)


class Length(NamedTuple):
    """The length of an event: planned by its structure and chips in play, and actual."""

    event: Tournament
    planned: timedelta
    took: timedelta

    @property
    def over(self) -> timedelta:
        return self.took - self.planned

    @property
    def percent(self) -> int:
        """Percent longer than planned; negative: shorter."""
        return round(100 * self.over / self.planned) if self.planned else 0


class Cohort(NamedTuple):
    """Players who first played in a month, and how many of them played in each month since."""

    month: date
    came: list[int]


class Figures(NamedTuple):
    """The figures of the days ``begin`` to ``end``, and the peak of as many days before."""

    days: list[DayFigures]
    peak: int
    peak_before: int
    promises: list[GuaranteeFigures]
    lengths: list[Length]

    @property
    def promised(self) -> int:
        return sum([one.promised for one in self.promises])

    @property
    def brought(self) -> int:
        return sum([one.brought for one in self.promises])

    @property
    def added(self) -> int:
        return sum([one.added for one in self.promises])


def figures(*, begin: date, end: date) -> Figures:
    """Return the figures of the days ``begin`` to ``end``, both included."""
    day_figures = days(begin=begin, end=end)
    length = end - begin + ONE_DAY
    before = days(begin=begin - length, end=begin - ONE_DAY)
    ended = list(_ended(begin, end))
    return Figures(
        day_figures,
        max([day.peak for day in day_figures], default=0),
        max([day.peak for day in before], default=0),
        [
            GuaranteeFigures(event, event.guaranteed, event.for_prizes)
            for event in ended
            if event.guaranteed and not event.free
        ],
        [_length(event) for event in ended],
    )


def days(*, begin: date, end: date) -> list[DayFigures]:
    """Return each day of the span, also those without a hand."""
    span: dict[str, Any] = {
        "since": midnight(begin),
        "until": midnight(end + ONE_DAY),
        "zone": zone().key,
    }
    totals = {day: (players, hands) for day, players, hands in sql.rows(_DAYS, span)}
    hours: defaultdict[date, list[tuple[int, datetime]]] = defaultdict(list)
    for hour, players in sql.rows(_HOURS, span):
        hours[hour.astimezone(zone()).date()].append((players, hour))
    return [_day(day, totals.get(day, (0, 0)), hours[day]) for day in _dates(begin, end)]


def retention() -> list[Cohort]:
    """Return, by month of first play, how many players played then and in each month after."""
    rows = sql.rows(_RETENTION, {"zone": zone().key})
    counts = {(first, month): count for first, month, count in rows}
    if not counts:
        return []
    last = max(month for _first, month in counts)
    return [
        Cohort(first, [counts.get((first, month), 0) for month in _months(first, last)])
        for first in sorted({first for first, _month in counts})
    ]


def _day(day: date, total: tuple[int, int], hours: list[tuple[int, datetime]]) -> DayFigures:
    # Of equal hours, the first.
    peak, at = max(hours, key=lambda one: (one[0], -one[1].timestamp()), default=(0, None))
    return DayFigures(day, *total, peak, at)


def _ended(begin: date, end: date) -> Iterator[Tournament]:
    span = (midnight(begin), midnight(end + ONE_DAY))
    tournaments = Tournament.objects.filter(
        home=False,
        status=Tournament.Status.FINISHED,
        started_at__isnull=False,
        finished_at__gte=span[0],
        finished_at__lt=span[1],
    )
    return tournaments.order_by("finished_at", "pk").iterator(chunk_size=500)


def _length(event: Tournament) -> Length:
    assert event.started_at is not None
    assert event.finished_at is not None
    planned = structures.ends_after(event.levels, chips=event.chips_in_play)
    return Length(event, timedelta(seconds=planned), event.finished_at - event.started_at)


def _dates(begin: date, end: date) -> Iterator[date]:
    for number in range((end - begin).days + 1):
        yield begin + timedelta(days=number)


def _months(first: date, last: date) -> Iterator[date]:
    month = first
    while month <= last:
        yield month
        month = (month + timedelta(days=31)).replace(day=1)


# A hand belongs to the hour and the day in which it was dealt.
_DEALT = """
    FROM tables_hand hand JOIN tables_handplayer player ON player.hand_id = hand.id
    WHERE hand.started_at >= %(since)s AND hand.started_at < %(until)s
"""
_DAYS = f"""
    SELECT (hand.started_at AT TIME ZONE %(zone)s)::date, count(DISTINCT player.user_id),
           count(DISTINCT hand.id)
    {_DEALT}
    GROUP BY 1
"""
_HOURS = f"""
    SELECT date_trunc('hour', hand.started_at, 'UTC'), count(DISTINCT player.user_id)
    {_DEALT}
    GROUP BY 1
"""
_RETENTION = """
    WITH stays AS (
        SELECT user_id, registered_at AS at FROM tournaments_entry WHERE status <> 'withdrawn'
        UNION ALL SELECT user_id, opened_at FROM tables_cashstay
        UNION ALL SELECT user_id, opened_at FROM tables_poolentry
    ), months AS (
        SELECT DISTINCT user_id, date_trunc('month', at AT TIME ZONE %(zone)s)::date AS month
        FROM stays
    ), firsts AS (SELECT user_id, min(month) AS first FROM months GROUP BY user_id)
    SELECT first, month, count(*) FROM months JOIN firsts USING (user_id) GROUP BY 1, 2
"""
