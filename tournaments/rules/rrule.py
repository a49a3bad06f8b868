"""Recurrence rules (RFC 5545, RRULE): read strictly, and evaluated day by day.

The cost of a date is bounded: a library that looks for the next date of a rule without any walks to
the year 9999, and cannot be stopped.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import product
from typing import Final
from zoneinfo import ZoneInfo

from core.refusal import Refusal
from tournaments.refusals import EventCode

# Monday is 0.
WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
# Intervals are counted from a fixed Monday, so that every evaluation agrees.
ORIGIN: Final = 2024
FIRST_DAY: Final = date(ORIGIN, 1, 1)
# The longest interval of each frequency: a day for those that begin at each midnight, else about
# twenty years. SECONDLY is not among them: an event a second is no plan.
LONGEST: Final = {
    "MINUTELY": 1_440,
    "HOURLY": 24,
    "DAILY": 7_305,
    "WEEKLY": 1_043,
    "MONTHLY": 240,
    "YEARLY": 20,
}
OFTEN: Final = frozenset({"MINUTELY", "HOURLY"})
# The least and the largest number of each part, and whether it may be counted from the end.
_BOUNDS: Final = {
    "BYSECOND": (0, 59, False),
    "BYMINUTE": (0, 59, False),
    "BYHOUR": (0, 23, False),
    "BYMONTHDAY": (1, 31, True),
    "BYYEARDAY": (1, 366, True),
    "BYWEEKNO": (1, 53, True),
    "BYMONTH": (1, 12, False),
    "BYSETPOS": (1, 366, True),
}
# The frequencies with which a part has no meaning.
_WITHOUT: Final = {
    "BYWEEKNO": LONGEST.keys() - {"YEARLY"},
    "BYYEARDAY": {"DAILY", "WEEKLY", "MONTHLY"},
    "BYMONTHDAY": {"WEEKLY"},
}
_PARTS: Final = frozenset({"FREQ", "INTERVAL", "UNTIL", "WKST", "BYDAY", *_BOUNDS})
_SHAPE: Final = re.compile(r"[A-Z]+=[A-Z0-9,+-]+(;[A-Z]+=[A-Z0-9,+-]+)*")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_DAY: Final = re.compile(r"([+-]?[0-9]{1,2})?(MO|TU|WE|TH|FR|SA|SU)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A parsed rule: filters of days, and the times of such a day in order."""

    frequency: str
    interval: int
    until: datetime | None
    until_in_utc: bool
    week_start: int
    months: frozenset[int]
    month_days: frozenset[int]
    year_days: frozenset[int]
    weeks: frozenset[int]
    weekdays: frozenset[int]
    numbered: frozenset[tuple[int, int]]
    times: tuple[time, ...]
    positions: tuple[int, ...]

    def ends(self, zone: ZoneInfo) -> datetime | None:
        """Return the last moment of the rule on the wall clock of ``zone``; None without an end."""
        if self.until is None or not self.until_in_utc:
            return self.until
        return self.until.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)

    def days(self, first: date, last: date) -> Iterator[tuple[date, Sequence[time]]]:
        """Yield the days in [``first``, ``last``], in order, each with its times."""
        if not self.times:
            return
        for begins, ends in self._periods(first, last):
            if self.positions and self.frequency not in OFTEN:
                yield from self._chosen(begins, ends, first, last)
                continue
            for day in _each(max(begins, first), min(ends, last)):
                if self._has(day):
                    yield day, self.times

    def _periods(self, first: date, last: date) -> Iterator[tuple[date, date]]:
        """Yield the first and last day of each period of the rule that overlaps this span."""
        day = first
        while day <= last:
            begins, ends, number = self._period_of(day)
            if number % (1 if self.frequency in OFTEN else self.interval) == 0:
                yield begins, ends
            day = ends + timedelta(days=1)

    def _period_of(self, day: date) -> tuple[date, date, int]:
        """Return the first and last day of a day's period, and the number of the period."""
        if self.frequency == "YEARLY":
            return day.replace(month=1, day=1), day.replace(month=12, day=31), day.year - ORIGIN
        if self.frequency == "MONTHLY":
            number = (day.year - ORIGIN) * 12 + day.month - 1
            return day.replace(day=1), day.replace(day=_length(day)), number
        if self.frequency == "WEEKLY":
            begins = self._week_of(day)
            number = (begins - self._week_of(FIRST_DAY)).days // 7
            return begins, begins + timedelta(days=6), number
        return day, day, (day - FIRST_DAY).days

    def _chosen(
        self, begins: date, ends: date, first: date, last: date
    ) -> Iterator[tuple[date, Sequence[time]]]:
        """Yield the days of a period in [``first``, ``last``] with times that BYSETPOS chooses."""
        days = [day for day in _each(begins, ends) if self._has(day)]
        by_day: dict[date, list[time]] = {}
        for place in _places(self.positions, len(days) * len(self.times)):
            of_day, of_times = divmod(place, len(self.times))
            by_day.setdefault(days[of_day], []).append(self.times[of_times])
        yield from ((day, times) for day, times in by_day.items() if first <= day <= last)

    def _has(self, day: date) -> bool:
        if self.months and day.month not in self.months:
            return False
        if self.month_days and not {day.day, day.day - _length(day) - 1} & self.month_days:
            return False
        if self.year_days and not {_of_year(day), _of_year(day) - _days(day) - 1} & self.year_days:
            return False
        if self.weeks and not self._weeks_of(day) & self.weeks:
            return False
        if not self.weekdays and not self.numbered:
            return True
        return day.weekday() in self.weekdays or self._has_number(day)

    def _has_number(self, day: date) -> bool:
        """Return whether a numbered weekday is this day, counted in its month or year."""
        if not self.numbered:
            return False
        by_year = self.frequency == "YEARLY" and not self.months
        at, length = (_of_year(day), _days(day)) if by_year else (day.day, _length(day))
        numbers = ((at + 6) // 7, -((length - at) // 7 + 1))
        return any((number, day.weekday()) in self.numbered for number in numbers)

    def _week_of(self, day: date) -> date:
        return day - timedelta(days=(day.weekday() - self.week_start) % 7)

    def _weeks_of(self, day: date) -> set[int]:
        """Return the numbers of a day's week from both ends of the year of its fourth day."""
        fourth = self._week_of(day) + timedelta(days=3)
        number = (_of_year(fourth) + 6) // 7
        left = (_days(fourth) - _of_year(fourth)) // 7
        return {number, -left - 1}


@lru_cache(maxsize=256)
def read(text: str) -> Rule:
    """Parse a rule.

    Refuse RECURRENCE_UNREADABLE, RECURRENCE_COUNTS, RECURRENCE_PART (``part``, ``value``) for a
    value that RFC 5545 forbids or no event can have, and RECURRENCE_PARTS (``part``, ``freq``).
    """
    parts = _parts(text)
    frequency = parts["FREQ"]
    for part, without in _WITHOUT.items():
        if part in parts and frequency in without:
            raise Refusal(EventCode.RECURRENCE_PARTS, part=part, freq=frequency)
    numbers = {part: _numbers(part, parts[part]) for part in parts.keys() & _BOUNDS.keys()}
    if len(numbers.get("BYSECOND", [0])) > 1:
        # Two events of one plan within a minute make no sense.
        raise Refusal(EventCode.RECURRENCE_PART, part="BYSECOND", value=parts["BYSECOND"])
    interval = _interval(frequency, parts.get("INTERVAL", "1"))
    weekdays, numbered = _weekdays(parts)
    months = frozenset(numbers.get("BYMONTH", ()))
    month_days = frozenset(numbers.get("BYMONTHDAY", ()))
    # A rule that names no day falls on the weekday or date of FIRST_DAY.
    if not parts.keys() & {"BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"}:
        if frequency == "YEARLY":
            months = months or frozenset({FIRST_DAY.month})
        if frequency in ("YEARLY", "MONTHLY"):
            month_days = frozenset({FIRST_DAY.day})
        if frequency == "WEEKLY":
            weekdays = frozenset({FIRST_DAY.weekday()})
    positions = tuple(numbers.get("BYSETPOS", ()))
    until, in_utc = _until(parts.get("UNTIL"))
    return Rule(
        frequency=frequency,
        interval=interval,
        until=until,
        until_in_utc=in_utc,
        week_start=_week_start(parts.get("WKST", "MO")),
        months=months,
        month_days=month_days,
        year_days=frozenset(numbers.get("BYYEARDAY", ())),
        weeks=frozenset(numbers.get("BYWEEKNO", ())),
        weekdays=weekdays,
        numbered=numbered,
        times=tuple(_times(frequency, interval, numbers, positions)),
        positions=positions,
    )


def _parts(text: str) -> dict[str, str]:
    """Return the parts of a rule by name; refuse unknown, repeated and missing ones."""
    rule = text.upper().removeprefix("RRULE:")
    if not _SHAPE.fullmatch(rule):
        raise Refusal(EventCode.RECURRENCE_UNREADABLE, rule=text)
    pairs = [part.split("=") for part in rule.split(";")]
    parts = dict(pairs)
    if "COUNT" in parts:
        # The days before the room opened would count as well.
        raise Refusal(EventCode.RECURRENCE_COUNTS, rule=text)
    if len(parts) < len(pairs) or "FREQ" not in parts or parts.keys() - _PARTS:
        raise Refusal(EventCode.RECURRENCE_UNREADABLE, rule=text)
    if parts["FREQ"] not in LONGEST:
        raise Refusal(EventCode.RECURRENCE_PART, part="FREQ", value=parts["FREQ"])
    return parts


def _numbers(part: str, text: str) -> list[int]:
    least, most, from_end = _BOUNDS[part]
    numbers = []
    for word in text.split(","):
        number = int(word) if _NUMBER.fullmatch(word) else None
        size = abs(number) if number is not None and from_end else number
        if number is None or size is None or not least <= size <= most:
            raise Refusal(EventCode.RECURRENCE_PART, part=part, value=word or text)
        numbers.append(number)
    return sorted(set(numbers))


def _interval(frequency: str, text: str) -> int:
    if not _NUMBER.fullmatch(text) or not 1 <= int(text) <= LONGEST[frequency]:
        raise Refusal(EventCode.RECURRENCE_PART, part="INTERVAL", value=text)
    return int(text)


def _weekdays(parts: dict[str, str]) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
    """Return the weekdays of BYDAY: plain ones, and ones with a number."""
    plain, numbered = set(), set()
    frequency, by_month = parts["FREQ"], "BYMONTH" in parts
    most = 53 if frequency == "YEARLY" and not by_month else 5
    for word in parts["BYDAY"].split(",") if "BYDAY" in parts else ():
        match = _DAY.fullmatch(word)
        if match is None:
            raise Refusal(EventCode.RECURRENCE_PART, part="BYDAY", value=word or parts["BYDAY"])
        weekday = WEEKDAYS.index(match[2])
        if match[1] is None:
            plain.add(weekday)
            continue
        if frequency not in ("MONTHLY", "YEARLY"):
            raise Refusal(EventCode.RECURRENCE_PARTS, part=f"BYDAY={word}", freq=frequency)
        if "BYWEEKNO" in parts or not 1 <= abs(int(match[1])) <= most:
            raise Refusal(EventCode.RECURRENCE_PART, part="BYDAY", value=word)
        numbered.add((int(match[1]), weekday))
    return frozenset(plain), frozenset(numbered)


def _week_start(text: str) -> int:
    if text not in WEEKDAYS:
        raise Refusal(EventCode.RECURRENCE_PART, part="WKST", value=text)
    return WEEKDAYS.index(text)


def _until(text: str | None) -> tuple[datetime | None, bool]:
    """Return the end of a rule, and whether it is in UTC; a date alone means its midnight."""
    if text is None:
        return None, False
    stamp = text.removesuffix("Z") if "T" in text else text
    shape, pattern = (
        ("%Y%m%dT%H%M%S", r"[0-9]{8}T[0-9]{6}") if "T" in stamp else ("%Y%m%d", r"[0-9]{8}")
    )
    try:
        if not re.fullmatch(pattern, stamp):
            raise ValueError(stamp)
        until = datetime.strptime(stamp, shape)  # noqa: DTZ007
        # Conversion to any time zone must not overflow.
        if not date(1900, 1, 1) < until.date() < date(9000, 1, 1):
            raise ValueError(stamp)
    except ValueError:
        raise Refusal(EventCode.RECURRENCE_PART, part="UNTIL", value=text) from None
    return until, text.endswith("Z")


def _times(
    frequency: str, interval: int, numbers: dict[str, list[int]], positions: Collection[int]
) -> Iterator[time]:
    """Yield the times of a day, in order; HOURLY and MINUTELY rules restart every midnight."""
    hours, minutes = numbers.get("BYHOUR"), numbers.get("BYMINUTE")
    [second] = numbers.get("BYSECOND", [0])
    if frequency not in OFTEN:
        yield from (time(*at, second) for at in product(hours or [0], minutes or [0]))
        return
    step = interval * (60 if frequency == "HOURLY" else 1)
    for begins in range(0, 24 * 60, step):
        hour, minute = divmod(begins, 60)
        if hours is not None and hour not in hours:
            continue
        if frequency == "HOURLY":
            of_hour = minutes or [0]
        else:
            of_hour = [minute] if minutes is None or minute in minutes else []
        places = _places(positions, len(of_hour)) if positions else range(len(of_hour))
        yield from (time(hour, of_hour[place], second) for place in places)


def _places(positions: Collection[int], count: int) -> list[int]:
    """Return the indexes below ``count``, in order, that these positions choose."""
    chosen = (at - 1 if at > 0 else count + at for at in positions)
    return sorted({place for place in chosen if 0 <= place < count})


def _each(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)


def _length(day: date) -> int:
    """Return the number of days in a day's month."""
    following = day.replace(day=28) + timedelta(days=4)
    return (following - timedelta(days=following.day)).day


def _days(day: date) -> int:
    """Return the number of days in a day's year."""
    return _of_year(day.replace(month=12, day=31))


def _of_year(day: date) -> int:
    return day.toordinal() - date(day.year, 1, 1).toordinal() + 1
