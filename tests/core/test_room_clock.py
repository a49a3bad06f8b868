"""One clock for all machines of a room: PostgreSQL's."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from core import sql
from core.room_clock import RoomClock

pytestmark = pytest.mark.rule("TIME-1")

POSTGRES = datetime(2026, 11, 20, 20, tzinfo=UTC)
# A test of this file takes less.
SOON = timedelta(minutes=1)


class Hands:
    """The clock of a PostgreSQL that stands still, and how long its answer takes, s."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at, self.moment, self.takes = POSTGRES, 1000.0, 0.0
        monkeypatch.setattr(sql, "now", self._answer)
        monkeypatch.setattr("time.monotonic", lambda: self.moment)

    def _answer(self) -> datetime:
        self.moment += self.takes
        return self.at


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def test_before_the_first_reading_the_machine_s_clock_counts() -> None:
    with time_machine.travel(POSTGRES, tick=False):
        assert RoomClock().now() == POSTGRES


@pytest.mark.parametrize("minutes", [-600, -10, 0, 10, 600])
def test_a_machine_s_clock_does_not_change_the_time(minutes: int, hands: Hands) -> None:
    clock = RoomClock()
    clock.read()
    with time_machine.travel(POSTGRES + timedelta(minutes=minutes)):
        hands.moment += 7.5
        assert clock.now() == POSTGRES + timedelta(seconds=7.5)


@pytest.mark.parametrize("step", [-600.0, -1.0, 1.0, 600.0])
def test_a_clock_of_postgresql_that_was_set_is_followed(step: float, hands: Hands) -> None:
    clock = RoomClock()
    clock.read()
    hands.at += timedelta(seconds=step)
    clock.read()
    assert clock.now() == POSTGRES + timedelta(seconds=step)


def test_an_answer_that_took_long_does_not_move_the_time(hands: Hands) -> None:
    clock = RoomClock()
    clock.read()
    hands.at, hands.takes = POSTGRES + timedelta(seconds=0.1), 2.0
    clock.read()
    assert clock.now() == POSTGRES + timedelta(seconds=2)


@pytest.mark.django_db
def test_it_is_postgresql_s_time() -> None:
    clock = RoomClock()
    with time_machine.travel(POSTGRES + timedelta(days=400)):
        clock.read()
        before, now, after = sql.now(), clock.now(), sql.now()
    assert before - SOON < now < after + SOON
