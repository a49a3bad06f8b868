"""The starts of recurring events: RRULEs on the room's wall clock, correct across DST changes."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo

from core.refusal import Refusal
from tournaments.refusals import EventCode
from tournaments.rules import rrule
from tournaments.rules.rrule import FIRST_DAY, OFTEN, WEEKDAYS

# The span in which dates are searched: after 28 years weekdays fall on the same days again.
HORIZON = timedelta(days=28 * 366)
_LAST_SECOND = "235959"
_WINDOW, _EPOCH = timedelta(minutes=10), datetime(2024, 1, 1, tzinfo=UTC)
_OPENING = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC)


def check_rule(
    rule: str,
    *,
    after: datetime = _OPENING,
    zone: ZoneInfo | None = None,
    without: Collection[str] = (),
) -> None:
    """Refuse a rule without a start ``after`` that moment: as ``rrule.read``, RECURRENCE_IS_OVER,
    and RECURRENCE_NO_DATES where 28 years have none."""
    # The zone hardly ever decides whether a rule has dates.
    zone = zone or ZoneInfo("UTC")
    ends = rrule.read(rule).ends(zone)
    if ends is not None and ends < _naive(after, zone):
        raise Refusal(EventCode.RECURRENCE_IS_OVER, rule=rule)
    if not _has_dates(rule, after, zone, frozenset(without)):
        raise Refusal(EventCode.RECURRENCE_NO_DATES, rule=rule)


def weekly(days: Iterable[int], *, hour: int, minute: int) -> str:
    """Return the rule of an event on these weekdays (0 is Monday), by the room's clock."""
    names = ",".join(WEEKDAYS[day] for day in sorted(set(days)))
    return f"FREQ=WEEKLY;BYDAY={names};BYHOUR={hour};BYMINUTE={minute};BYSECOND=0"


def hourly(minute: int) -> str:
    """Return the rule of an event in every hour, at this minute."""
    return f"FREQ=HOURLY;BYMINUTE={minute};BYSECOND=0"


def every_minutes(minutes: int) -> str:
    """Return the rule of an event every ``minutes``, counted from midnight."""
    return f"FREQ=MINUTELY;INTERVAL={minutes}"


def ending(rule: str, last: date) -> str:
    """Return a rule without an end, so that ``last`` is its last day."""
    return f"{rule};UNTIL={last:%Y%m%d}T{_LAST_SECOND}"


def split_end(rule: str) -> tuple[str, date | None]:
    """Return a rule without the end that ``ending`` gave it, and its last day."""
    begin, mark, text = rule.rpartition(";UNTIL=")
    day, _t, second = text.partition("T")
    if not mark or second != _LAST_SECOND or len(day) != 8 or not day.isdecimal():
        return rule, None
    try:
        return begin, date.fromisoformat(day)
    except ValueError:
        return rule, None


def weekly_parts(rule: str) -> tuple[list[int], time] | None:
    """Return the weekdays and time of a rule of ``weekly``, or of every day; None for any other."""
    parts = _parts(rule)
    frequency, days = parts.pop("FREQ", ""), ",".join(WEEKDAYS)
    if frequency == "WEEKLY":
        days = parts.pop("BYDAY", "")
    seconds, hour, minute = (parts.pop(f"BY{name}", "0") for name in ("SECOND", "HOUR", "MINUTE"))
    named = days.split(",")
    plain = not parts and seconds == "0" and hour.isdecimal() and minute.isdecimal()
    if frequency not in ("WEEKLY", "DAILY") or not plain or not set(named) <= {*WEEKDAYS}:
        return None
    return [WEEKDAYS.index(name) for name in named], time(int(hour), int(minute))


def hourly_part(rule: str) -> int | None:
    """Return the minute of a rule of ``hourly``; None for any other."""
    parts = _parts(rule)
    minute = parts.pop("BYMINUTE", "")
    plain = minute.isdecimal() and parts.pop("BYSECOND", "0") == "0"
    return int(minute) if plain and parts == {"FREQ": "HOURLY"} else None


def minutes_part(rule: str) -> int | None:
    """Return the minutes of a rule of ``every_minutes``; None for any other."""
    parts = _parts(rule)
    minutes = parts.pop("INTERVAL", "")
    return int(minutes) if minutes.isdecimal() and parts == {"FREQ": "MINUTELY"} else None


def _parts(rule: str) -> dict[str, str]:
    return dict(part.partition("=")[::2] for part in rule.upper().split(";"))


def occurrences(
    rule: str,
    *,
    after: datetime,
    until: datetime,
    zone: ZoneInfo,
    without: Collection[str] = (),
    most: int | None = None,
) -> list[datetime]:
    """Return the first ``most`` starts in (``after``, ``until``], in UTC, except on the days
    ``without``, such as 2026-12-25.

    HOURLY and MINUTELY rules restart every midnight and follow real time across a DST change. Other
    rules use the first of two equal wall-clock times, and for a missing one an hour later.
    """
    begin, end = _by_window(after), _by_window(until) + _WINDOW
    # The window may begin up to ``_WINDOW`` before ``after``, with one start per minute.
    enough = None if most is None else most + _WINDOW // timedelta(minutes=1)
    moments = _within(rule, begin, end, zone, frozenset(without), enough)
    return [moment for moment in moments if after < moment <= until][:most]


def coming(
    rule: str, *, after: datetime, count: int, zone: ZoneInfo, without: Collection[str] = ()
) -> list[datetime]:
    """Return the next ``count`` starts; fewer when the next 28 years do not have so many."""
    starts = _starts(rule, after, after + HORIZON, zone, frozenset(without))
    return list(islice(starts, count))


# A rule without dates costs a walk over 28 years, which workers would repeat.
@lru_cache(maxsize=64)
def _has_dates(rule: str, after: datetime, zone: ZoneInfo, without: frozenset[str]) -> bool:
    return bool(coming(rule, after=after, count=1, zone=zone, without=without))


# Workers look for missing events every two seconds; the starts are the same for a whole window.
@lru_cache(maxsize=64)
def _within(
    rule: str,
    begin: datetime,
    end: datetime,
    zone: ZoneInfo,
    without: frozenset[str],
    most: int | None,
) -> Sequence[datetime]:
    """Return the first ``most`` starts in (``begin``, ``end``], in order."""
    return tuple(islice(_starts(rule, begin, end, zone, without), most))


def _starts(
    rule: str, begin: datetime, end: datetime, zone: ZoneInfo, without: frozenset[str]
) -> Iterator[datetime]:
    """Yield the starts in (``begin``, ``end``], in order, day by day."""
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
    """Return the shift of the room's clocks between two moments; negative if put back."""
    shifts = [moment.astimezone(zone).utcoffset() for moment in (earlier, later)]
    before, after = (shift or timedelta() for shift in shifts)
    return after - before


def _moments(naive: datetime, zone: ZoneInfo, *, often: bool) -> Iterator[datetime]:
    """Yield the instants of a wall-clock time: one, or if ``often`` none or two at a DST change."""
    readings = [naive.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
    earlier, later = (reading.astimezone(UTC) for reading in readings)
    missing = earlier.astimezone(zone).replace(tzinfo=None) != naive
    if not often:
        yield earlier
    elif not missing:
        yield earlier
        yield later


def _day(moment: datetime, zone: ZoneInfo) -> str:
    """Return the date on the room's clock."""
    return _naive(moment, zone).date().isoformat()


def _naive(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)
