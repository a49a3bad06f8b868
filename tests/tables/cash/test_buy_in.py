"""How much may be brought to a cash game by whoever was there lately (CASH-1), as a table."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.cash.buy_in import BuyIn, StayRecord, buy_in

NOW = datetime(2026, 11, 22, 21, tzinfo=UTC)
MOST = 1_000_00
TWO_HOURS = timedelta(hours=2)


def ago(minutes: float) -> datetime:
    return NOW - timedelta(minutes=minutes)


def may(*stays: StayRecord) -> tuple[int, int | None]:
    """New money that may come, and what is brought back."""
    found: BuyIn = buy_in(stays, most=MOST, within=TWO_HOURS, now=NOW)
    return found.allowance, found.back and found.back.cents


# Stays as in docs/rulebook.md: brought, of it brought back, taken away, when, brought back later.
LEFT_RICH = StayRecord(1, 500_00, 0, 3_000_00, ago(119))
LEFT_POOR = StayRecord(2, 500_00, 0, 12_00, ago(30))
BROKE = StayRecord(3, 400_00, 0, 0, ago(10))


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(
    ("stays", "allowance", "back"),
    [
        ([], 1_000_00, None),
        ([LEFT_RICH], 500_00, 1_000_00),
        ([LEFT_RICH._replace(left_at=ago(120))], 1_000_00, None),
        ([LEFT_POOR], 500_00, 12_00),
        ([BROKE], 600_00, None),
        ([BROKE._replace(brought=1_000_00)], 0, None),
        # A stay that lasts counts, however long ago it began.
        ([StayRecord(1, 700_00)], 300_00, None),
        # What was taken away and is brought back is no new money, and is due once.
        ([LEFT_RICH._replace(returned=True), StayRecord(2, 1_000_00, 1_000_00)], 500_00, None),
        (
            [
                LEFT_POOR._replace(returned=True),
                StayRecord(3, 412_00, 12_00, 650_00, ago(5)),
            ],
            100_00,
            650_00,
        ),
        # From two tables: the greater is brought back first, then the other.
        (
            [StayRecord(1, 300_00, 0, 100_00, ago(9)), StayRecord(2, 300_00, 0, 900_00, ago(20))],
            400_00,
            900_00,
        ),
        (
            [
                StayRecord(1, 300_00, 0, 100_00, ago(9)),
                StayRecord(2, 300_00, 0, 900_00, ago(20), returned=True),
                StayRecord(3, 900_00, 900_00),
            ],
            400_00,
            100_00,
        ),
        # Both were brought back, and one of the two tables left: that is due, at any table.
        (
            [
                StayRecord(1, 300_00, 0, 100_00, ago(9), returned=True),
                StayRecord(2, 300_00, 0, 900_00, ago(20), returned=True),
                StayRecord(3, 900_00, 900_00, 870_00, ago(1)),
                StayRecord(4, 100_00, 100_00),
            ],
            400_00,
            870_00,
        ),
    ],
)
def test_whoever_comes_back_brings_what_they_took_and_new_money_has_a_limit(
    stays: list[StayRecord], allowance: int, back: int | None
) -> None:
    assert may(*stays) == (allowance, back)
    assert may(*reversed(stays)) == (allowance, back)


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(
    ("stays", "least", "most"),
    [
        # As in docs/rulebook.md, at a table from 300.00 to 1,000.00.
        ([], 300_00, 1_000_00),
        ([LEFT_RICH], 1_000_00, 1_000_00),
        ([LEFT_POOR], 300_00, 512_00),
        ([BROKE], 300_00, 600_00),
        # Nothing yet: the least is above the most.
        ([BROKE._replace(brought=1_000_00)], 300_00, 0),
        ([LEFT_POOR._replace(brought=1_000_00)], 300_00, 12_00),
        (
            [StayRecord(1, 300_00, 0, 100_00, ago(9)), StayRecord(2, 300_00, 0, 900_00, ago(9))],
            900_00,
            1_000_00,
        ),
    ],
)
def test_a_player_comes_in_with_no_less_than_the_least_and_what_they_took(
    stays: list[StayRecord], least: int, most: int
) -> None:
    found = buy_in(stays, most=MOST, within=TWO_HOURS, now=NOW)
    assert found.range(least=300_00, most=1_000_00) == (least, most)


@pytest.mark.rule("CASH-1")
def test_a_table_with_a_lower_most_takes_what_was_taken_away_and_no_more() -> None:
    found = buy_in([LEFT_RICH._replace(took=17_00)], most=MOST, within=TWO_HOURS, now=NOW)
    assert found.range(least=3_00, most=10_00) == (17_00, 17_00)


@given(
    stays=st.lists(
        st.builds(
            StayRecord,
            st.integers(1, 99),
            st.integers(1, MOST),
            took=st.integers(0, 5 * MOST),
            left_at=st.just(ago(5)),
            returned=st.booleans(),
        ),
        max_size=4,
    ),
    least=st.integers(1, MOST),
    width=st.integers(0, MOST),
)
@pytest.mark.rule("CASH-1")
def test_nobody_comes_in_with_more_than_a_session_may_be_brought(
    stays: list[StayRecord], least: int, width: int
) -> None:
    found = buy_in(stays, most=MOST, within=TWO_HOURS, now=NOW)
    may = found.range(least=least, most=min(MOST, least + width))
    assert may.least >= least
    assert may.least >= found.due
    assert may.most <= MOST
    assert may.most - found.due <= found.allowance


@pytest.mark.rule("CASH-1")
def test_what_is_brought_back_is_due_until_the_time_is_over() -> None:
    back = buy_in([LEFT_POOR], most=MOST, within=TWO_HOURS, now=NOW).back
    assert back is not None
    assert (back.stay, back.until) == (2, ago(30) + TWO_HOURS)
