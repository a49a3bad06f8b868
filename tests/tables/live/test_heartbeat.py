"""When nobody kept the room's time, players get theirs back (TRN-6)."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest

from tables.live import heartbeat, signals
from tables.models import Heartbeat
from tests.tables.rooms import Room

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-6")]


@pytest.fixture
def outages() -> Iterator[list[tuple[datetime, datetime]]]:
    """Since when and until when the room was silent, as told."""
    heard = []

    def listen(sender: object, *, since: datetime, until: datetime, **_: object) -> None:
        heard.append((since, until))

    signals.outage_over.connect(listen)
    yield heard
    signals.outage_over.disconnect(listen)


def test_a_room_that_keeps_time_was_never_out(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    due_at = opened.table.due_at
    for _ in range(20):
        heartbeat.beat(now=opened.later(1))
    assert Heartbeat.objects.get().at == opened.now
    assert outages == []
    assert opened.table.due_at == due_at


def test_after_an_outage_nobody_times_out_at_once(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    since = opened.now
    heartbeat.beat(now=since)
    for _ in range(2):
        heartbeat.beat(now=opened.now if outages else opened.later(3600))
    assert opened.table.due_at == opened.now + timedelta(seconds=10)
    assert outages == [(since, opened.now)]


def test_an_outage_that_could_not_be_made_up_for_is_not_forgotten(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    def fail(sender: object, **_: object) -> None:
        raise RuntimeError("busy")

    opened = room(1000, 1000)
    since = opened.now
    heartbeat.beat(now=since)
    signals.outage_over.connect(fail)
    with pytest.raises(RuntimeError):
        heartbeat.beat(now=opened.later(60))
    signals.outage_over.disconnect(fail)
    outages.clear()
    heartbeat.beat(now=opened.later(1))
    assert outages == [(since, opened.now)]


def test_a_clock_that_goes_back_is_no_outage(
    room: Callable[..., Room], outages: list[tuple[datetime, datetime]]
) -> None:
    opened = room(1000, 1000)
    heartbeat.beat(now=opened.now)
    heartbeat.beat(now=opened.now - timedelta(hours=1))
    assert Heartbeat.objects.get().at == opened.now
    assert outages == []
