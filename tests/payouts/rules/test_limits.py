"""Own deposit limits: the days they count, and when a wish counts."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.limits import (
    WAIT_FOR_MORE,
    InForce,
    LimitPeriod,
    LimitWish,
    bounds,
    effective_at,
    standing,
)

ROME = ZoneInfo("Europe/Rome")
START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.mark.rule("PLAY-1")
@pytest.mark.parametrize(
    ("period", "at", "first", "after"),
    [
        (LimitPeriod.DAY, "2026-11-20T22:59:59+00:00", "2026-11-20", "2026-11-21"),
        (LimitPeriod.DAY, "2026-11-20T23:00:00+00:00", "2026-11-21", "2026-11-22"),
        (LimitPeriod.DAY, "2026-07-20T22:00:00+00:00", "2026-07-21", "2026-07-22"),
        (LimitPeriod.WEEK, "2026-11-20T20:00:00+00:00", "2026-11-16", "2026-11-23"),
        (LimitPeriod.WEEK, "2026-11-22T23:00:00+00:00", "2026-11-23", "2026-11-30"),
        (LimitPeriod.MONTH, "2026-11-30T22:59:59+00:00", "2026-11-01", "2026-12-01"),
        (LimitPeriod.MONTH, "2026-12-31T23:00:00+00:00", "2027-01-01", "2027-02-01"),
        (LimitPeriod.MONTH, "2028-02-29T12:00:00+00:00", "2028-02-01", "2028-03-01"),
    ],
)
def test_periods_are_days_weeks_and_months_of_rome(
    period: LimitPeriod, at: str, first: str, after: str
) -> None:
    found = bounds(period, now=datetime.fromisoformat(at), zone=ROME)
    assert tuple(moment.strftime("%Y-%m-%d %H:%M") for moment in found) == (
        f"{first} 00:00",
        f"{after} 00:00",
    )


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_on_which_the_clocks_change_is_one_day(day: str, hours: int) -> None:
    noon = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=ROME)
    first, after = (
        moment.astimezone(UTC) for moment in bounds(LimitPeriod.DAY, now=noon, zone=ROME)
    )
    assert after - first == timedelta(hours=hours)


@pytest.mark.parametrize("period", LimitPeriod)
def test_both_ends_of_a_period_are_moments_of_rome(period: LimitPeriod) -> None:
    first, after = bounds(period, now=START, zone=ROME)
    assert first.tzinfo == after.tzinfo == ROME


@pytest.mark.rule("PLAY-1")
@pytest.mark.parametrize(
    ("current", "wanted", "waits"),
    [
        (None, 100, False),
        (None, 0, False),
        (100, 50, False),
        (100, 100, False),
        (100, 101, True),
        (100, None, True),
        (None, None, False),
        (0, None, True),
    ],
)
def test_less_counts_at_once_and_more_in_a_week(
    current: int | None, wanted: int | None, waits: bool
) -> None:
    at = effective_at(current=current, wanted=wanted, now=START)
    assert at - START == (WAIT_FOR_MORE if waits else timedelta())


def history(*wishes: tuple[float, int | None]) -> list[LimitWish]:
    """Wishes as (day, cents), each in force when the rules say so."""
    changes: list[LimitWish] = []
    for day, wanted in wishes:
        now = START + timedelta(days=day)
        current = standing(changes, now=now).amount
        at = effective_at(current=current, wanted=wanted, now=now)
        changes.append(LimitWish(wanted, now, at))
    return changes


@pytest.mark.rule("PLAY-1")
@pytest.mark.parametrize(
    ("wishes", "day", "amount", "waiting"),
    [
        ([], 0, None, None),
        ([(0, 100)], 0, 100, None),
        ([(0, 100), (1, 500)], 7.9, 100, 500),
        ([(0, 100), (1, 500)], 8, 500, None),
        # Lower while a raise waits: the raise is gone.
        ([(0, 100), (1, 500), (2, 50)], 30, 50, None),
        # The same again while a raise waits: the raise is gone.
        ([(0, 100), (1, 500), (2, 100)], 30, 100, None),
        # Another raise while one waits: the week begins again.
        ([(0, 100), (1, 500), (5, 300)], 8.5, 100, 300),
        ([(0, 100), (1, 500), (5, 300)], 12, 300, None),
        # A raise that has come into force is what the next wish is compared with.
        ([(0, 100), (1, 500), (9, 400)], 9, 400, None),
        # At the very instant, too: the next raise waits beside it.
        ([(0, 100), (1, 500), (8, 600)], 8, 500, 600),
        ([(0, 100), (1, 500), (8, 600)], 15, 600, None),
    ],
)
def test_a_later_wish_takes_the_place_of_one_that_waits(
    wishes: list[tuple[float, int | None]], day: float, amount: int | None, waiting: int | None
) -> None:
    found = standing(history(*wishes), now=START + timedelta(days=day))
    assert found.amount == amount
    assert (found.waiting and found.waiting.amount) == waiting


@pytest.mark.rule("PLAY-1")
@given(
    st.lists(st.tuples(st.floats(0, 3), st.none() | st.integers(0, 500)), min_size=1, max_size=8)
)
def test_no_sequence_of_wishes_raises_a_limit_within_a_week(
    steps: list[tuple[float, int | None]],
) -> None:
    day = 0.0
    wishes = []
    for pause, wanted in steps:
        day += pause
        wishes.append((day, wanted))
    changes = history((0, 100), *wishes)
    before = standing(changes[:1], now=START)
    for number, change in enumerate(changes[1:], start=2):
        after = standing(changes[:number], now=change.set_at)
        earlier = standing(changes[: number - 1], now=change.set_at)
        assert after.amount == earlier.amount or (
            after.amount is not None and (earlier.amount is None or after.amount < earlier.amount)
        )
    assert before == InForce(100)
