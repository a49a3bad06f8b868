"""When a recurring event starts: RRULEs on the room's wall clock, right over daylight saving."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo

from core.refusal import Refusal
from tournaments.refusals import Code
from tournaments.rules import rrule
from tournaments.rules.rrule import FIRST_DAY, OFTEN, WEEKDAYS

# How far ahead dates are looked for: after 28 years weekdays fall on the same days again.
HORIZON = timedelta(days=28 * 366)
_WINDOW, _EPOCH = timedelta(minutes=10), datetime(2024, 1, 1, tzinfo=UTC)
_OPENING = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC)


def check_rule(
    rule: str,
    *,
    after: datetime = _OPENING,
    zone: ZoneInfo | None = None,
    without: Collection[str] = (),
) -> None:
    """Refuse a rule that starts nothing ``after`` that moment: what ``rrule.read`` refuses,
    RECURRENCE_IS_OVER, and RECURRENCE_NO_DATES where 28 years have none."""
    # Which clock it is read on hardly changes anything of whether it has dates.
    zone = zone or ZoneInfo("UTC")
    ends = rrule.read(rule).ends(zone)
    if ends is not None and ends < _naive(after, zone):
        raise Refusal(Code.RECURRENCE_IS_OVER, rule=rule)
    if not _has_dates(rule, after, zone, frozenset(without)):
        raise Refusal(Code.RECURRENCE_NO_DATES, rule=rule)


def weekly(days: Iterable[int], *, hour: int, minute: int) -> str:
    """The rule of an event on these weekdays (0 is Monday), at an hour of the room's clock."""
    names = ",".join(WEEKDAYS[day] for day in sorted(set(days)))
    return f"FREQ=WEEKLY;BYDAY={names};BYHOUR={hour};BYMINUTE={minute};BYSECOND=0"


def weekly_parts(rule: str) -> tuple[list[int], time] | None:
    """The weekdays and the hour of a rule of ``weekly``, or of every day; None for any other."""
    parts = dict(part.partition("=")[::2] for part in rule.upper().split(";"))
    frequency, days = parts.pop("FREQ", ""), ",".join(WEEKDAYS)
    if frequency == "WEEKLY":
        days = parts.pop("BYDAY", "")
    seconds, hour, minute = (parts.pop(f"BY{name}", "0") for name in ("SECOND", "HOUR", "MINUTE"))
    named = days.split(",")
    plain = not parts and seconds == "0" and hour.isdecimal() and minute.isdecimal()
    if frequency not in ("WEEKLY", "DAILY") or not plain or not set(named) <= {*WEEKDAYS}:
        return None
    return [WEEKDAYS.index(name) for name in named], time(int(hour), int(minute))


def occurrences(
    rule: str,
    *,
    after: datetime,
    until: datetime,
    zone: ZoneInfo,
    without: Collection[str] = (),
    most: int | None = None,
) -> list[datetime]:
    """The starts in (``after``, ``until``], in UTC, the first ``most`` of them; none on a day
    ``without``, as 2026-12-25.

    Rules of hours and minutes begin anew every midnight and follow real time while the clocks
    change; others fall once a day, at the first such time, or an hour on when there is none.
    """
    begin, end = _by_window(after), _by_window(until) + _WINDOW
    # Of one a minute a window has so many before ``after``.
    enough = None if most is None else most + _WINDOW // timedelta(minutes=1)
    found = _within(rule, begin, end, zone, frozenset(without), enough)
    return [moment for moment in found if after < moment <= until][:most]


def coming(
    rule: str, *, after: datetime, count: int, zone: ZoneInfo, without: Collection[str] = ()
) -> list[datetime]:
    """The next ``count`` starts; fewer when the next 28 years do not have so many."""
    found = _starts(rule, after, after + HORIZON, zone, frozenset(without))
    return list(islice(found, count))


# A walk over 28 years, which workers repeat for a plan that has no date.
@lru_cache(maxsize=64)
def _has_dates(rule: str, after: datetime, zone: ZoneInfo, without: frozenset[str]) -> bool:
    return bool(coming(rule, after=after, count=1, zone=zone, without=without))


# Workers look for missing events every two seconds: what they see stays the same for a while.
@lru_cache(maxsize=64)
def _within(
    rule: str,
    begin: datetime,
    end: datetime,
    zone: ZoneInfo,
    without: frozenset[str],
    most: int | None,
) -> Sequence[datetime]:
    """The first ``most`` starts in (``begin``, ``end``], in order."""
    return tuple(islice(_starts(rule, begin, end, zone, without), most))


def _starts(
    rule: str, begin: datetime, end: datetime, zone: ZoneInfo, without: frozenset[str]
) -> Iterator[datetime]:
    """The starts in (``begin``, ``end``], in order, found day by day."""
    read = rrule.read(rule)
    # The hour that occurs twice lies on either side of its naive time.
    first = _naive(begin, zone) - timedelta(hours=1)
    last = _naive(end, zone) + timedelta(hours=1)
    last = min(last, read.ends(zone) or last)
    for day, times in read.days(first.date(), last.date()):
        if day.isoformat() in without:
            continue
        walls = (datetime.combine(day, time) for time in times)
        moments = {
            moment
            for naive in walls
            if first <= naive <= last
            for moment in _moments(naive, zone, often=read.frequency in OFTEN)
        }
        for moment in sorted(moments):
            if begin < moment <= end and _day(moment, zone) not in without:
                yield moment


def _by_window(moment: datetime) -> datetime:
    return moment - (moment - _EPOCH) % _WINDOW


def clocks_moved(earlier: datetime, later: datetime, *, zone: ZoneInfo) -> timedelta:
    """By how much the room's clocks are put forward between two moments; negative: back."""
    shifts = [moment.astimezone(zone).utcoffset() for moment in (earlier, later)]
    before, after = (shift or timedelta() for shift in shifts)
    return after - before


def _moments(naive: datetime, zone: ZoneInfo, *, often: bool) -> Iterator[datetime]:
    """The instants that a wall-clock time stands for: none, one or, when clocks go back, two."""
    readings = [naive.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
    earlier, later = (reading.astimezone(UTC) for reading in readings)
    missing = earlier.astimezone(zone).replace(tzinfo=None) != naive
    if not often:
        yield earlier
    elif not missing:
        yield earlier
        yield later


def _day(moment: datetime, zone: ZoneInfo) -> str:
    """The day of the room's clock."""
    return _naive(moment, zone).date().isoformat()


def _naive(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)
