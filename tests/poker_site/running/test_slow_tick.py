"""Without Redis no tick arrives: a worker finds in PostgreSQL that nobody keeps the room's time."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from poker_site.running import slow_tick
from poker_site.running.slow_tick import SlowTick
from tables.live import heartbeat
from tests.tables.rooms import Room, open_room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def late() -> Iterator[Room]:
    """A table whose player is out of time, in a room without Redis."""
    nowhere = "redis://127.0.0.1:1/0"
    caches = {"default": {**settings.CACHES["default"], "LOCATION": nowhere}}
    with override_settings(REDIS_URL=nowhere, CACHES=caches):
        opened = open_room(1000, 1000, 1000, bank_ms=0)
        opened.deal()
        yield opened


def test_where_nobody_keeps_time_a_worker_does(late: Room) -> None:
    mover, slow = late.mover, SlowTick()
    assert slow.look()
    assert late.turn != mover
    assert slow.look(), "and goes on"


def test_where_time_is_kept_it_does_nothing(late: Room) -> None:
    mover, slow = late.mover, SlowTick()
    heartbeat.beat(now=timezone.now())
    assert not slow.look()
    assert late.turn == mover


def test_it_ends_when_ticks_arrive_again(late: Room) -> None:
    slow = SlowTick()
    assert slow.look()
    heartbeat.beat(now=timezone.now() + timedelta(seconds=1))
    assert not slow.look()


def test_of_several_workers_one_does(late: Room) -> None:
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with slow_tick._alone():
            taken.set()
            done.wait(60)
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    taken.wait(60)
    assert not SlowTick().look()
    done.set()
    other.join()
    assert SlowTick().look()
