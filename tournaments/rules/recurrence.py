"""When a recurring event starts: RRULEs on the room's wall clock, right over daylight saving."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr

from core.refusal import Refusal
from tournaments.refusals import Code

# Rules that count days or weeks are counted from a fixed Monday, so that every look agrees.
_FIRST_DAY = datetime(2024, 1, 1)  # noqa: DTZ001
_OFTEN = re.compile(r"FREQ=(HOURLY|MINUTELY|SECONDLY)", re.IGNORECASE)
# Such a rule never comes to its next date, and whoever asks for it waits for ever.
_STANDS_STILL = re.compile(r"INTERVAL=\s*(-|\+?0+(?!\d))", re.IGNORECASE)
# Nor do dates that none of its months has; and an event a second is no plan.
_MONTHS = re.compile(r"BYMONTH=([^;]*)", re.IGNORECASE)
_DAYS = re.compile(r"BYMONTHDAY=([^;]*)", re.IGNORECASE)
_SHORT_MONTHS = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
_NO_PLAN = re.compile(r"FREQ=SECONDLY", re.IGNORECASE)
# One rule and nothing else: a start of its own would be another clock than the room's.
_ONE_RULE = re.compile(r"(RRULE:)?[A-Z]+=[^\s:;]+(;[A-Z]+=[^\s:;]+)*", re.IGNORECASE)
_COUNTED = re.compile(r"COUNT=", re.IGNORECASE)
_UNTIL_UTC = re.compile(r"(?<=UNTIL=)(\d{8}T\d{6})Z", re.IGNORECASE)
# Monday is 0.
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
# What a rule says of days, and of days and times alike.
_OF_DAYS = frozenset(
    {"BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY", "BYWEEKDAY", "BYEASTER"}
)
_OF_BOTH = frozenset({"UNTIL", "WKST"})
# How many days ahead the next dates are looked for, and how many of rules that fall once a day.
_AHEAD, _FAR_AHEAD = (1, 31, 366, 732), 20 * 366
_WINDOW, _EPOCH = timedelta(minutes=10), datetime(2024, 1, 1, tzinfo=UTC)


def check_rule(rule: str) -> None:
    """RECURRENCE_UNREADABLE, RECURRENCE_COUNTS with COUNT, RECURRENCE_NO_DATES where none comes."""
    # Which clock it is read on changes nothing of whether it can be read.
    _parse(rule, _FIRST_DAY, ZoneInfo("UTC"))


def weekly(days: Iterable[int], *, hour: int, minute: int) -> str:
    """The rule of an event on these weekdays (0 is Monday), at an hour of the room's clock."""
    names = ",".join(WEEKDAYS[day] for day in sorted(set(days)))
    return f"FREQ=WEEKLY;BYDAY={names};BYHOUR={hour};BYMINUTE={minute};BYSECOND=0"


def occurrences(
    rule: str, *, after: datetime, until: datetime, zone: ZoneInfo, without: Collection[str] = ()
) -> list[datetime]:
    """The starts in (``after``, ``until``], in UTC; none on a day ``without``, as 2026-12-25.

    Rules of hours and minutes begin anew every midnight and follow real time while the clocks
    change; others fall once a day, at the first such time, or an hour on when there is none.
    """
    begin, end = _by_window(after), _by_window(until) + _WINDOW
    return [
        moment
        for moment in _within(rule, begin, end, zone, frozenset(without))
        if after < moment <= until
    ]


def coming(
    rule: str, *, after: datetime, count: int, zone: ZoneInfo, without: Collection[str] = ()
) -> list[datetime]:
    """The next ``count`` starts; fewer when twenty years, or two for a rule of hours or minutes, do
    not have so many."""
    found: list[datetime] = []
    for days in _AHEAD if _OFTEN.search(rule) else (*_AHEAD, _FAR_AHEAD):
        until = after + timedelta(days=days)
        found = occurrences(rule, after=after, until=until, zone=zone, without=without)
        if len(found) >= count:
            break
    return found[:count]


# Workers look for missing events every two seconds: what they see stays the same for a while.
@lru_cache(maxsize=64)
def _within(
    rule: str, begin: datetime, end: datetime, zone: ZoneInfo, without: frozenset[str]
) -> Sequence[datetime]:
    """The starts in (``begin``, ``end``], in order."""
    # The hour that occurs twice lies on either side of its naive time.
    first = _naive(begin, zone) - timedelta(hours=1)
    last = _naive(end, zone) + timedelta(hours=1)
    found = {
        moment
        for naive, often in _wall_times(rule, first, last, zone)
        for moment in _moments(naive, zone, often=often)
        if begin < moment <= end and _day(moment, zone) not in without
    }
    return tuple(sorted(found))


def _by_window(moment: datetime) -> datetime:
    return moment - (moment - _EPOCH) % _WINDOW


def clocks_moved(earlier: datetime, later: datetime, *, zone: ZoneInfo) -> timedelta:
    """By how much the room's clocks are put forward between two moments; negative: back."""
    shifts = [moment.astimezone(zone).utcoffset() for moment in (earlier, later)]
    before, after = (shift or timedelta() for shift in shifts)
    return after - before


def _wall_times(
    rule: str, first: datetime, last: datetime, zone: ZoneInfo
) -> Iterator[tuple[datetime, bool]]:
    """Naive wall-clock times in [first, last], and whether the rule may fall many times a day."""
    if not _OFTEN.search(rule):
        for naive in _parse(rule, _FIRST_DAY, zone).between(first, last, inc=True):
            yield naive, False
        return
    days, times = _days_and_times(rule)
    begins = first.replace(hour=0, minute=0, second=0, microsecond=0)
    for day in _parse(days, _FIRST_DAY, zone).between(begins, last, inc=True):
        end = min(last, day + timedelta(days=1) - timedelta(microseconds=1))
        for naive in _parse(times, day, zone).between(max(first, day), end, inc=True):
            yield naive, True


def _days_and_times(rule: str) -> tuple[str, str]:
    """A rule of hours or minutes as two: on which days, and when on such a day. As one it would go
    minute by minute to the next of its days, from each day anew."""
    days, times = ["FREQ=DAILY"], []
    for part in rule.upper().removeprefix("RRULE:").split(";"):
        name = part.partition("=")[0]
        if name in _OF_BOTH or name in _OF_DAYS:
            days.append(part)
        if name not in _OF_DAYS:
            times.append(part)
    return ";".join(days), ";".join(times)


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


# Some rules have years to walk through.
@lru_cache(maxsize=64)
def _parse(rule: str, start: datetime, zone: ZoneInfo) -> rrule:
    if not _ONE_RULE.fullmatch(rule):
        raise Refusal(Code.RECURRENCE_UNREADABLE, rule=rule)
    if _COUNTED.search(rule):
        # The days before the room opened would count as well.
        raise Refusal(Code.RECURRENCE_COUNTS, rule=rule)
    if _STANDS_STILL.search(rule) or _NO_PLAN.search(rule) or _never(rule):
        raise Refusal(Code.RECURRENCE_NO_DATES, rule=rule)
    try:
        on_the_wall = _UNTIL_UTC.sub(partial(_on_the_wall, zone), rule)
        parsed = rrulestr(on_the_wall, dtstart=start, cache=True)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Refusal(Code.RECURRENCE_UNREADABLE, rule=rule) from error
    if not isinstance(parsed, rrule):
        raise Refusal(Code.RECURRENCE_UNREADABLE, rule=rule)
    return parsed


def _never(rule: str) -> bool:
    """Whether it names months and days, and none of these months has any of these days."""
    months, days = _numbers(_MONTHS, rule), _numbers(_DAYS, rule)
    longest = max((_SHORT_MONTHS.get(month, 31) for month in months), default=31)
    return bool(days) and all(day > longest for day in days)


def _numbers(part: re.Pattern[str], rule: str) -> list[int]:
    """The numbers that a part of a rule lists; days counted from a month's end by their size."""
    found = part.search(rule)
    return [int(number) for number in re.findall(r"\d+", found[1])] if found else []


def _on_the_wall(zone: ZoneInfo, until: re.Match[str]) -> str:
    """An end in UTC as the room's clock shows it."""
    moment = datetime.strptime(until[1], _STAMP).replace(tzinfo=UTC)
    return _naive(moment, zone).strftime(_STAMP)


_STAMP = "%Y%m%dT%H%M%S"
