"""Workers whose clocks differ by seconds take each other for no outage (TRN-6)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
import time_machine

from core import sql
from poker_site.running.slow_tick import SlowTick
from tables import tasks as tables_tasks
from tables.live import signals
from tables.models import Heartbeat
from tournaments import tasks

postgres_now = sql.now
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("TRN-6")]

# How many seconds the second worker's clock is ahead: longer than an outage that is noticed, and
# about as long as a step back that is.
AHEAD = [-8, -6, -4, 3, 4, 6, 8]


@contextmanager
def worker(*, ahead: float) -> Iterator[None]:
    """As a worker whose clock is so many seconds ahead of PostgreSQL's."""
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=ahead)):
        yield


@pytest.fixture(autouse=True)
def _postgres_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock of PostgreSQL's on which a busy machine takes no longer than an idle one."""
    start, readings = sql.now(), count()
    monkeypatch.setattr(sql, "now", lambda: start + next(readings) * timedelta(seconds=0.6))


@pytest.fixture
def steps() -> Iterator[list[object]]:
    """The steps back of the clock that are told, and the outages."""
    heard: list[object] = []

    def listen(sender: object, **told: object) -> None:
        heard.append(told)

    for signal in (signals.clock_set_back, signals.outage_over):
        signal.connect(listen)
    yield heard
    for signal in (signals.clock_set_back, signals.outage_over):
        signal.disconnect(listen)


@pytest.mark.parametrize("ahead", AHEAD)
def test_no_worker_makes_up_for_the_clock_of_another(ahead: float, steps: list[object]) -> None:
    Heartbeat.objects.all().delete()
    tasks.keep_time()
    Heartbeat.objects.update(grace_since=None, grace_until=None)
    for keep in (tasks.keep_time, tables_tasks.sweep_deadlines, tasks.sweep) * 2:
        with worker(ahead=0):
            keep()
        with worker(ahead=ahead):
            keep()
    row = Heartbeat.objects.get()
    assert (row.grace_until, steps) == (None, [])


def test_the_time_is_postgresql_s_whatever_a_worker_s_clock_says() -> None:
    with worker(ahead=3600):
        [(before,)] = sql.rows("SELECT clock_timestamp()")
        read = postgres_now()
        [(after,)] = sql.rows("SELECT clock_timestamp()")
    assert before <= read <= after


@pytest.mark.parametrize("ahead", AHEAD)
def test_a_worker_whose_clock_differs_ticks_only_where_none_keeps_time(ahead: float) -> None:
    tasks.keep_time()
    with worker(ahead=ahead):
        assert not SlowTick().look()
    Heartbeat.objects.update(at=sql.now() - timedelta(seconds=3))
    with worker(ahead=ahead):
        assert SlowTick().look()
