"""The action clock and the time bank, by example (TIME-1, TIME-2, OUT-1)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.live import action_clock

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.mark.rule("TIME-1", "TIME-2", "OUT-1")
@pytest.mark.parametrize(
    ("bank_ms", "in_pot", "away_seconds", "action_until", "due_at"),
    [
        (60_000, True, None, 20, 80),  # the bank starts by itself
        (60_000, False, None, 20, 20),  # not without chips in this hand's pot
        (0, True, None, 20, 20),  # nothing left
        (1_500, True, None, 20, 21.5),
        (60_000, True, 1, 1, 1),  # who is away has a time of their own, and no bank
        (0, False, 1, 1, 1),
        (60_000, True, 7, 7, 7),
        (60_000, True, 20, 20, 20),  # as long as everybody's
    ],
)
def test_when_a_player_is_out_of_time(
    bank_ms: int, in_pot: bool, away_seconds: int | None, action_until: float, due_at: float
) -> None:
    reading = action_clock.read(
        turn_at=NOON,
        action_seconds=20,
        away_seconds=away_seconds or 1,
        bank_ms=bank_ms,
        in_pot=in_pot,
        away=away_seconds is not None,
    )
    assert reading == (at(action_until), at(due_at))


@pytest.mark.rule("TIME-2")
@pytest.mark.parametrize(
    ("acted_after", "left"),
    [
        (0, 60_000),
        (20, 60_000),  # within the action time nothing is used
        (20.25, 59_750),
        (50, 30_000),
        (80, 0),
        (95, 0),  # a late sweep cannot take more than there was
    ],
)
def test_what_a_turn_used_of_the_bank_is_gone(acted_after: float, left: int) -> None:
    reading = action_clock.read(
        turn_at=NOON, action_seconds=20, away_seconds=1, bank_ms=60_000, in_pot=True, away=False
    )
    assert action_clock.bank_left(reading, bank_ms=60_000, now=at(acted_after)) == left


@pytest.mark.rule("TIME-2")
@given(
    st.integers(10, 120),
    st.integers(0, 120_000),
    st.booleans(),
    st.booleans(),
    st.integers(0, 300_000),
)
def test_a_bank_never_grows_and_never_goes_below_zero(
    action_seconds: int, bank_ms: int, in_pot: bool, away: bool, acted_ms: int
) -> None:
    reading = action_clock.read(
        turn_at=NOON,
        action_seconds=action_seconds,
        away_seconds=1,
        bank_ms=bank_ms,
        in_pot=in_pot,
        away=away,
    )
    left = action_clock.bank_left(reading, bank_ms=bank_ms, now=at(acted_ms / 1000))
    assert 0 <= left <= bank_ms
    assert in_pot or left == bank_ms
