"""A year of recurring events, told twice: by ``recurrence``, and by walking the calendar."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.recurrence import clocks_moved, coming, occurrences

ROME = ZoneInfo("Europe/Rome")
MINUTE = timedelta(minutes=1)
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)


# --- the walk: no rules, no arithmetic with time zones, only a clock that is read every hour ------


@cache
def minutes_of(day: date) -> list[tuple[datetime, str]]:
    """Every minute of a day in Rome: the moment, and what the clock on the wall shows."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    hours = (midnight + timedelta(hours=n) for n in range(-3, 27))
    walls = ((hour, hour.astimezone(ROME)) for hour in hours)
    # Rome's clocks change on the hour.
    return [
        (hour + n * MINUTE, f"{wall.hour:02}:{n:02}")
        for hour, wall in walls
        if wall.date() == day
        for n in range(60)
    ]


def days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += timedelta(days=1)


def once_a_day(time: str, first: date, last: date, *, on: Callable[[date], bool]) -> list[datetime]:
    """When the clock first shows that time; where it never does, when it shows an hour more."""
    an_hour_on = f"{int(time[:2]) + 1:02}{time[2:]}"
    found = []
    for day in filter(on, days(first, last)):
        shows = {wall: moment for moment, wall in reversed(minutes_of(day))}
        found.append(shows[time] if time in shows else shows[an_hour_on])
    return found


def many_a_day(every: int, first: date, last: date) -> list[datetime]:
    """Whenever the clock shows a number of minutes since midnight that ``every`` divides."""
    return [
        moment
        for day in days(first, last)
        for moment, wall in minutes_of(day)
        if (int(wall[:2]) * 60 + int(wall[3:])) % every == 0
    ]


# --- rules as staff write them --------------------------------------------------------------------


def at(time: str) -> str:
    return f"BYHOUR={int(time[:2])};BYMINUTE={int(time[3:])};BYSECOND=0"


def told(rule: str, first: date, last: date) -> list[datetime]:
    """By ``recurrence``, over whole days in Rome."""
    start = datetime(first.year, first.month, first.day, tzinfo=ROME)
    end = datetime(last.year, last.month, last.day, tzinfo=ROME) + timedelta(days=1)
    return occurrences(rule, after=start - MINUTE, until=end - MINUTE, zone=ROME)


YEAR = (date(2026, 1, 1), date(2026, 12, 31))
MARCH, OCTOBER = (date(2026, 3, 1), date(2026, 3, 31)), (date(2026, 10, 1), date(2026, 10, 31))
TIMES = ["00:00", "02:00", "02:30", "02:59", "03:00", "03:30", "21:00", "23:59"]


@pytest.mark.slow
@pytest.mark.parametrize("time", TIMES)
def test_every_day_of_a_year_at_one_time(time: str) -> None:
    found = told(f"FREQ=DAILY;{at(time)}", *YEAR)
    assert found == once_a_day(time, *YEAR, on=lambda day: True)
    assert len(found) == len(set(found)) == 365
    walls = Counter(f"{moment.astimezone(ROME):%H:%M}" for moment in found)
    # The hour from two to three is left out once: what falls into it starts an hour later.
    assert walls == ({time: 364, f"03{time[2:]}": 1} if time.startswith("02:") else {time: 365})


def test_a_daily_event_is_23_and_25_hours_after_the_last_one_when_the_clocks_change() -> None:
    found = told(f"FREQ=DAILY;{at('21:00')}", *YEAR)
    gaps = {
        later.astimezone(ROME).date(): later - earlier
        for earlier, later in pairwise(found)
        if later - earlier != timedelta(days=1)
    }
    assert gaps == {SPRING: timedelta(hours=23), AUTUMN: timedelta(hours=25)}
    moved = {
        later.astimezone(ROME).date(): clocks_moved(earlier, later, zone=ROME)
        for earlier, later in pairwise(found)
        if clocks_moved(earlier, later, zone=ROME)
    }
    assert moved == {SPRING: timedelta(hours=1), AUTUMN: -timedelta(hours=1)}


@pytest.mark.slow
@given(time=st.sampled_from(TIMES), on=st.sets(st.integers(0, 6), min_size=1))
@settings(max_examples=15)
def test_some_weekdays_of_a_year(time: str, on: set[int]) -> None:
    names = ",".join(DAYS[day] for day in sorted(on))
    found = told(f"FREQ=WEEKLY;BYDAY={names};{at(time)}", *YEAR)
    assert found == once_a_day(time, *YEAR, on=lambda day: day.weekday() in on)


@pytest.mark.middling
@given(time=st.sampled_from(TIMES), weekday=st.integers(0, 6), nth=st.sampled_from([1, 2, 4, -1]))
@settings(max_examples=15)
def test_one_weekday_a_month(time: str, weekday: int, nth: int) -> None:
    def chosen(day: date) -> bool:
        last = (day + timedelta(days=7)).month != day.month
        number = (day.day + 6) // 7
        return day.weekday() == weekday and (last if nth == -1 else number == nth)

    found = told(f"FREQ=MONTHLY;BYDAY={nth}{DAYS[weekday]};{at(time)}", *YEAR)
    assert found == once_a_day(time, *YEAR, on=chosen)
    assert len(found) == 12


@pytest.mark.middling
@pytest.mark.parametrize("month", [MARCH, OCTOBER])
@pytest.mark.parametrize("every", [5, 15, 20, 45, 60, 90, 180])
def test_every_so_many_minutes_of_the_months_in_which_the_clocks_change(
    month: tuple[date, date], every: int
) -> None:
    found = told(f"FREQ=MINUTELY;INTERVAL={every}", *month)
    assert found == many_a_day(every, *month)
    assert len(found) == len(set(found))
    if 60 % every == 0:
        assert {later - earlier for earlier, later in pairwise(found)} == {timedelta(minutes=every)}
        a_day = Counter(moment.astimezone(ROME).date() for moment in found)
        assert a_day[month[0]] == 24 * 60 // every
        assert a_day[SPRING] in (0, 23 * 60 // every)
        assert a_day[AUTUMN] in (0, 25 * 60 // every)


def test_hours_are_minutes_by_another_name() -> None:
    assert told("FREQ=HOURLY;INTERVAL=3", *OCTOBER) == many_a_day(180, *OCTOBER)


def test_the_next_twenty_dates_are_found_for_rare_rules_too() -> None:
    now = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    rule = f"FREQ=MONTHLY;BYDAY=-1SU;{at('18:00')}"
    found = coming(rule, after=now, count=20, zone=ROME)
    assert len(found) == 20
    assert {moment.astimezone(ROME).strftime("%a %H:%M") for moment in found} == {"Sun 18:00"}
    assert (
        coming("FREQ=MINUTELY;INTERVAL=5", after=now, count=20, zone=ROME)[-1] == now + 100 * MINUTE
    )
