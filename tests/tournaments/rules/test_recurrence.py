"""Recurring events fall on the room's wall clock, on the days when it changes as well."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal, RefusalCode
from tournaments.refusals import EventCode
from tournaments.rules import recurrence
from tournaments.rules.recurrence import check_rule, coming, occurrences
from tournaments.rules.rrule import read

ROME = ZoneInfo("Europe/Rome")
# 2026: forward on 29 March (02:00 becomes 03:00), back on 25 October (03:00 becomes 02:00).
SPRING = datetime(2026, 3, 28, tzinfo=ROME)
AUTUMN = datetime(2026, 10, 24, tzinfo=ROME)


def days(rule: str, start: datetime, count: int) -> list[str]:
    found = occurrences(rule, after=start, until=start + timedelta(days=count), zone=ROME)
    return [moment.astimezone(ROME).strftime("%d.%m. %H:%M") for moment in found]


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (SPRING, ["28.03. 21:00", "29.03. 21:00", "30.03. 21:00"]),
        (AUTUMN, ["24.10. 21:00", "25.10. 21:00", "26.10. 21:00"]),
    ],
)
def test_nine_in_the_evening_stays_nine_in_the_evening(
    start: datetime, expected: list[str]
) -> None:
    assert days("FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0", start, 3) == expected


def test_a_daily_event_in_the_missing_hour_starts_an_hour_later() -> None:
    rule = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"
    assert days(rule, SPRING, 3) == ["28.03. 02:30", "29.03. 03:30", "30.03. 02:30"]


def test_a_daily_event_in_the_doubled_hour_starts_once() -> None:
    rule = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"
    assert days(rule, AUTUMN, 3) == ["24.10. 02:30", "25.10. 02:30", "26.10. 02:30"]


@pytest.mark.parametrize("night", [SPRING, AUTUMN])
def test_every_quarter_of_an_hour_is_every_quarter_of_an_hour_all_night(night: datetime) -> None:
    start = night.astimezone(UTC)
    found = occurrences(
        "FREQ=MINUTELY;INTERVAL=15", after=start, until=start + timedelta(days=2), zone=ROME
    )
    assert found == [start + timedelta(minutes=15 * n) for n in range(1, 4 * 48 + 1)]


def test_however_a_day_is_cut_each_date_comes_up_once() -> None:
    rule = "FREQ=MINUTELY;INTERVAL=20;BYHOUR=1,2,3,20"
    start, end = AUTUMN.astimezone(UTC), (AUTUMN + timedelta(days=2)).astimezone(UTC)
    whole = occurrences(rule, after=start, until=end, zone=ROME)
    pieces, moment = [], start
    while moment < end:
        until = min(end, moment + timedelta(minutes=47))
        pieces += occurrences(rule, after=moment, until=until, zone=ROME)
        moment = until
    assert pieces == whole
    assert len(whole) == 2 * 12 + 3


@given(
    freq=st.sampled_from(["FREQ=HOURLY;INTERVAL=5", "FREQ=MINUTELY;INTERVAL=90", "FREQ=HOURLY"]),
    month=st.sampled_from(["", ";BYMONTH=12", ";BYMONTH=3,10"]),
    day=st.sampled_from(["", ";BYDAY=SU", ";BYMONTHDAY=-1,25", ";BYYEARDAY=300,340"]),
    hour=st.sampled_from(["", ";BYHOUR=1,2,3,20", ";UNTIL=20261204T023000;BYMINUTE=0,30"]),
    start=st.sampled_from([SPRING, AUTUMN, datetime(2026, 12, 1, tzinfo=ROME)]),
)
def test_a_rule_of_hours_falls_where_it_says_counted_from_each_midnight(
    freq: str, month: str, day: str, hour: str, start: datetime
) -> None:
    rule = freq + month + day + hour
    begins = start.replace(tzinfo=None, hour=0, minute=0)
    on_the_wall = [
        naive
        for number in range(3)
        for midnight in [begins + timedelta(days=number)]
        for naive in rrulestr(rule, dtstart=midnight).between(
            midnight, midnight + timedelta(hours=23, minutes=59), inc=True
        )
    ]
    after, until = begins.replace(tzinfo=ROME), (begins + timedelta(days=3)).replace(tzinfo=ROME)
    found = occurrences(rule, after=after - timedelta(minutes=1), until=until, zone=ROME)
    shown = {moment.astimezone(ROME).replace(tzinfo=None) for moment in found if moment < until}
    # The hour that clocks leave out has no such time.
    there = {
        naive
        for naive in on_the_wall
        if naive.replace(tzinfo=ROME).astimezone(UTC).astimezone(ROME).replace(tzinfo=None) == naive
    }
    assert shown == there


def test_every_other_sunday_is_counted_from_a_fixed_day() -> None:
    rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;BYHOUR=20;BYMINUTE=0;BYSECOND=0"
    assert days(rule, datetime(2026, 11, 1, tzinfo=ROME), 30) == ["08.11. 20:00", "22.11. 20:00"]


UNREADABLE = [
    *("every day", "FREQ", "FREQ=DAILY;", "INTERVAL=2", "FREQ=DAILY;BYHOUR=2;BYHOUR=3"),
    *("FREQ=DAILY;BYEASTER=0", "FREQ=DAILY;BYHOUR=٣"),
    *("DTSTART:20261120T200000Z RRULE:FREQ=DAILY", "FREQ=DAILY\nEXDATE:20261120T200000"),
]
BAD_VALUES = {
    "FREQ": ["FREQ=NEVER", "FREQ=SECONDLY"],
    "INTERVAL": [
        *("FREQ=DAILY;INTERVAL=0", "FREQ=HOURLY;INTERVAL=-5", "FREQ=DAILY;INTERVAL=00"),
        *("FREQ=MINUTELY;INTERVAL=2880", "FREQ=YEARLY;INTERVAL=8000", "FREQ=DAILY;INTERVAL=2,3"),
    ],
    "BYHOUR": ["FREQ=HOURLY;BYHOUR=25", "FREQ=DAILY;BYHOUR=X", "FREQ=DAILY;BYHOUR=-1"],
    "BYMINUTE": ["FREQ=DAILY;BYMINUTE=60", "FREQ=DAILY;BYMINUTE=1,,2"],
    "BYSECOND": ["FREQ=DAILY;BYSECOND=60", "FREQ=MINUTELY;BYSECOND=0,30"],
    "BYMONTHDAY": ["FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTHDAY=-32"],
    "BYMONTH": ["FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=0", "FREQ=DAILY;BYMONTH=-1"],
    "BYYEARDAY": ["FREQ=YEARLY;BYYEARDAY=367", "FREQ=HOURLY;BYYEARDAY=0"],
    "BYWEEKNO": ["FREQ=YEARLY;BYWEEKNO=54", "FREQ=YEARLY;BYWEEKNO=0"],
    "BYDAY": [
        *("FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=YEARLY;BYDAY=-54SU"),
        *("FREQ=WEEKLY;BYDAY=XX", "FREQ=YEARLY;BYMONTH=3;BYDAY=6MO"),
        "FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO",
    ],
    "BYSETPOS": ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367"],
    "WKST": ["FREQ=WEEKLY;WKST=XX"],
    "UNTIL": ["FREQ=DAILY;UNTIL=20261332", "FREQ=DAILY;UNTIL=00010101T000000Z"],
}
NO_MEANING = [
    *("FREQ=WEEKLY;BYDAY=1MO", "FREQ=DAILY;BYDAY=-1SU", "FREQ=WEEKLY;BYMONTHDAY=3"),
    *("FREQ=DAILY;BYWEEKNO=3", "FREQ=MONTHLY;BYYEARDAY=40"),
]
# Each of them can be read, and no date fulfils all of it.
NEVER = [
    "FREQ=MINUTELY;INTERVAL=90;BYHOUR=2;BYMINUTE=0",
    "FREQ=HOURLY;INTERVAL=5;BYHOUR=1,2,3",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MINUTELY;BYMONTHDAY=-30;BYMONTH=2",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=366;BYMONTH=1",
    "FREQ=YEARLY;BYWEEKNO=30;BYMONTH=1",
    "FREQ=YEARLY;BYDAY=20MO;BYMONTHDAY=1;BYYEARDAY=1",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=20",
    "FREQ=MINUTELY;BYSETPOS=2",
    "FREQ=DAILY;UNTIL=20231231",
]


def refusal(rule: str, **said: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        check_rule(rule, **said)
    return refused.value


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        *((rule, EventCode.RECURRENCE_UNREADABLE) for rule in UNREADABLE),
        *((rule, EventCode.RECURRENCE_PARTS) for rule in NO_MEANING),
        *((rule, EventCode.RECURRENCE_NO_DATES) for rule in NEVER[:-1]),
        (NEVER[-1], EventCode.RECURRENCE_IS_OVER),
        ("FREQ=DAILY;COUNT=30", EventCode.RECURRENCE_COUNTS),
    ],
)
def test_what_is_no_rule_is_refused(rule: str, code: RefusalCode) -> None:
    assert refusal(rule).code == code


@pytest.mark.parametrize(
    ("part", "rule"), [(part, rule) for part, rules in BAD_VALUES.items() for rule in rules]
)
def test_a_value_that_a_part_cannot_have_is_refused_by_name(part: str, rule: str) -> None:
    refused = refusal(rule)
    assert (refused.code, refused.context["part"]) == (EventCode.RECURRENCE_PART, part)
    assert str(refused.context["value"]) in rule


@pytest.mark.parametrize("rule", NEVER)
def test_a_rule_without_dates_costs_a_bounded_walk(rule: str) -> None:
    assert coming(rule, after=SPRING, count=20, zone=ROME) == []
    assert days(rule, SPRING, 400) == []


def test_a_rule_whose_end_is_past_or_whose_days_are_all_left_out_starts_nothing() -> None:
    rule = "FREQ=DAILY;BYHOUR=21;UNTIL=20260401T000000Z"
    check_rule(rule)
    assert refusal(rule, after=AUTUMN, zone=ROME).code == EventCode.RECURRENCE_IS_OVER
    without = ["2026-03-29", "2026-03-30", "2026-03-31"]
    late = datetime(2026, 3, 29, tzinfo=ROME)
    check_rule(rule, after=late, zone=ROME, without=without[1:])
    over = refusal(rule, after=late, zone=ROME, without=without)
    assert over.code == EventCode.RECURRENCE_NO_DATES


def test_as_many_dates_are_made_as_are_asked_for() -> None:
    after = SPRING + timedelta(minutes=9, seconds=30)
    ten_years = after + timedelta(days=3652)
    found = occurrences("FREQ=MINUTELY", after=after, until=ten_years, zone=ROME, most=100)
    assert found[0] == SPRING + timedelta(minutes=10)
    assert len(found) == 100


FIRST = datetime(2024, 1, 1)  # noqa: DTZ001
DAY_PARTS = ["MO", "TU,TH", "SU", "FR,SA"]


@given(
    frequency=st.sampled_from(["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]),
    interval=st.sampled_from(["", ";INTERVAL=2", ";INTERVAL=3", ";INTERVAL=10"]),
    month=st.sampled_from(["", ";BYMONTH=12", ";BYMONTH=3,10", ";BYMONTH=2"]),
    by_day=st.sampled_from(["", *(f";BYDAY={some}" for some in DAY_PARTS)]),
    numbered=st.sampled_from(["", ";BYDAY=1MO,-1SU", ";BYDAY=5FR", ";BYDAY=-2TU"]),
    rest=st.sampled_from(["", ";BYMONTHDAY=-1,13", ";BYYEARDAY=60,-1,366", ";BYWEEKNO=1,53,-1"]),
    clock=st.sampled_from(["", ";BYHOUR=9,21;BYMINUTE=0,30", ";BYHOUR=20;BYSECOND=5"]),
    position=st.sampled_from(["", ";BYSETPOS=1", ";BYSETPOS=-1,2"]),
    week=st.sampled_from(["", ";WKST=SU", ";WKST=TH"]),
    year=st.sampled_from([2024, 2026, 2032]),
)
def test_dates_are_those_of_another_library(
    frequency: str,
    interval: str,
    month: str,
    by_day: str,
    numbered: str,
    rest: str,
    clock: str,
    position: str,
    week: str,
    year: int,
) -> None:
    by_day = numbered if numbered and frequency in ("MONTHLY", "YEARLY") else by_day
    rule = f"FREQ={frequency}{interval}{month}{by_day}{rest}{clock}{position}{week}"
    try:
        read(rule)
    except Refusal:
        # What has no meaning in such a rule has one of its own for the library.
        return
    utc = ZoneInfo("UTC")
    # The first week of all is a part of one for the library.
    after, until = datetime(year, 1, 10, tzinfo=UTC), datetime(year + 2, 1, 10, tzinfo=UTC)
    theirs = rrulestr(rule + ";UNTIL=20350101T000000", dtstart=FIRST).between(
        after.replace(tzinfo=None), until.replace(tzinfo=None)
    )
    ours = occurrences(rule, after=after, until=until - timedelta(seconds=1), zone=utc)
    assert [moment.replace(tzinfo=None) for moment in ours] == theirs


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("FREQ=DAILY;BYMONTH=2,6;BYMONTHDAY=28", "28.02."),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "31.12."),
        ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31", "31.12."),
        ("FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=30", "30.03."),
        ("FREQ=MINUTELY;BYMONTH=12;BYMONTHDAY=-29", "03.12."),
    ],
)
def test_days_that_one_of_the_months_has_may_be_chosen(rule: str, first: str) -> None:
    rule += ";BYHOUR=21;BYMINUTE=0;BYSECOND=0"
    after = datetime(2026, 12, 1, tzinfo=UTC)
    assert (
        coming(rule, after=after, count=1, zone=ROME)[0].astimezone(ROME).strftime("%d.%m.")
        == first
    )


def test_an_end_in_utc_is_the_same_moment_on_the_wall() -> None:
    rule = "RRULE:FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0;UNTIL="
    # In winter 21:00 in Rome is 20:00 UTC.
    start = datetime(2026, 12, 1, tzinfo=ROME)
    last = {end: days(rule + end, start, 9)[-1] for end in ("20261205T200000Z", "20261205T195959Z")}
    assert last == {"20261205T200000Z": "05.12. 21:00", "20261205T195959Z": "04.12. 21:00"}
    assert days(rule + "20261205T210000", start, 9)[-1] == "05.12. 21:00"
    assert days(f"{rule}20261205T195959Z".lower(), start, 9)[-1] == "04.12. 21:00"


@pytest.mark.parametrize("rule", ["FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", "FREQ=MONTHLY;INTERVAL=3"])
def test_rare_events_have_twenty_next_dates_too(rule: str) -> None:
    assert len(coming(rule, after=SPRING, count=20, zone=ROME)) == 20


def test_a_weekly_rule_is_taken_apart_as_it_was_put_together() -> None:
    rule = recurrence.weekly([4, 0], hour=21, minute=5)
    assert recurrence.weekly_parts(rule) == ([0, 4], time(21, 5))
    daily = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0"
    assert recurrence.weekly_parts(daily) == ([*range(7)], time(9))


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "FREQ=MINUTELY;INTERVAL=5",
        "FREQ=WEEKLY;BYDAY=1MO;BYHOUR=9;BYMINUTE=0",
        "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,21;BYMINUTE=0",
        "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;INTERVAL=2",
    ],
)
def test_any_other_rule_is_not_taken_for_a_weekly_one(rule: str) -> None:
    assert recurrence.weekly_parts(rule) is None


def test_rules_of_every_hour_and_of_minutes_are_taken_apart_as_they_were_put_together() -> None:
    assert recurrence.hourly_part(recurrence.hourly(0)) == 0
    assert recurrence.minutes_part(recurrence.every_minutes(45)) == 45
    assert recurrence.hourly_part("FREQ=HOURLY;BYMINUTE=0,30") is None
    assert recurrence.minutes_part("FREQ=MINUTELY;INTERVAL=5;BYHOUR=9") is None


def test_the_last_day_of_a_rule_has_its_events_and_is_taken_off_again() -> None:
    rule = recurrence.weekly([0], hour=23, minute=30)
    until = recurrence.ending(rule, date(2026, 10, 26))
    assert recurrence.split_end(until) == (rule, date(2026, 10, 26))
    starts = recurrence.coming(
        until, after=datetime(2026, 10, 18, tzinfo=UTC), count=9, zone=ZoneInfo("Europe/Rome")
    )
    assert [f"{at:%m-%d %H:%M}" for at in starts] == ["10-19 21:30", "10-26 22:30"]
    for other in ("FREQ=DAILY", "FREQ=DAILY;UNTIL=20261026T120000Z", "A;UNTIL=20261399T235959"):
        assert recurrence.split_end(other) == (other, None)
