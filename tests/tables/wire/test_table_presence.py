"""Who is connected: whoever was seen lately, by whatever process."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import pytest
import redis
import redis.asyncio
from django.conf import settings
from django.utils import timezone
from redis.backoff import NoBackoff
from redis.retry import Retry

from players.profile import presence
from players.profile.presence import GONE_AFTER, MEMORY
from tables.wire import table_presence
from tables.wire.table_presence import PresenceTracker, presence_tracker
from tests.tables.conversations import Watch
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture(autouse=True)
def _forget() -> None:
    """Presence of earlier tests, whose tables may have had the same ids."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.flushdb()


@pytest.fixture
def seats(monkeypatch: pytest.MonkeyPatch) -> dict[int, frozenset[int]]:
    """Who sits where, of the tables that exist in a test only by their number."""
    found = {1: frozenset({7, 8}), 2: frozenset({8})}
    monkeypatch.setattr(table_presence, "_seated", lambda tables: found)
    return found


async def say(tracker: PresenceTracker, *, seconds: float) -> None:
    async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client:
        await tracker.say(client, tracker.tables, now=NOW + timedelta(seconds=seconds))


def connected(*tables: int, seconds: float) -> set[int]:
    return set(presence.connected(tables, now=NOW + timedelta(seconds=seconds)))


@pytest.mark.usefixtures("seats")
async def test_whoever_leaves_is_gone_when_not_seen_for_a_while() -> None:
    tracker = PresenceTracker()
    with ExitStack() as anna, ExitStack() as bea:
        anna.enter_context(tracker.expect(1, 7))
        bea.enter_context(tracker.expect(2, 8))
        bea.enter_context(tracker.expect(2, None))
        await say(tracker, seconds=0)
        anna.close()
        await say(tracker, seconds=3)
        assert connected(1, 2, seconds=3) == {7, 8}
        assert connected(1, seconds=3) == {7}
        assert connected(1, 2, seconds=10) == {8}
        assert connected(1, 2, seconds=13) == set()
        assert presence.last_seen([1, 2]) == {7: NOW, 8: NOW + timedelta(seconds=3)}


@pytest.mark.usefixtures("seats")
async def test_two_sockets_and_two_processes_count_once_and_for_as_long_as_one_is_left() -> None:
    here, there = PresenceTracker(), PresenceTracker()
    with ExitStack() as first, here.expect(1, 7), there.expect(1, 7):
        first.enter_context(here.expect(1, 7))
        first.close()
        await say(here, seconds=0)
        # The other process dies: it says nothing any more, and nobody else need know.
        await say(here, seconds=9)
        assert connected(1, seconds=18) == {7}
    await say(here, seconds=18)
    assert connected(1, seconds=19) == set()


@pytest.mark.usefixtures("seats")
async def test_what_is_remembered_ends() -> None:
    tracker = PresenceTracker()
    with tracker.expect(1, 7):
        await say(tracker, seconds=0)
    with tracker.expect(1, 8):
        await say(tracker, seconds=MEMORY.total_seconds() + 1)
    assert presence.last_seen([1]).keys() == {8}
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        assert 0 < client.ttl(presence.key_of(1)) <= MEMORY.total_seconds()


def test_without_redis_nobody_is_known_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    away = redis.Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(presence, "client", lambda: away)
    assert presence.last_seen([1]) == {}


def test_an_open_socket_is_a_connected_player(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_presence, "BEAT_SECONDS", 0.02)
    monkeypatch.setattr(presence_tracker, "made", {})
    opened = room(1000, 1000)
    watch(opened.table_id, opened.users[1])
    watch(opened.table_id)
    seen: frozenset[int] = frozenset()
    while not seen:
        seen = presence.connected([opened.table_id], now=timezone.now())
    assert seen == {opened.users[1].pk}
    assert not presence.connected([opened.table_id], now=timezone.now() + GONE_AFTER)


def test_the_sockets_of_a_table_hear_who_is_there(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_presence, "BEAT_SECONDS", 0.02)
    monkeypatch.setattr(presence_tracker, "made", {})
    opened = room(1000, 1000)
    anna, bea = opened.users[1].pk, opened.users[2].pk
    spectator = watch(opened.table_id)
    first = watch(opened.table_id, opened.users[1])
    watch(opened.table_id, opened.users[2])
    for socket in (first, spectator):
        heard: list[int] = []
        while heard != sorted([anna, bea]):
            message = json.loads(socket.message()["text"])
            # What was told of the table before may still be on its way.
            if message["type"] == "presence":
                heard = message["connected"]


async def test_a_table_hears_of_those_whose_process_died_and_of_nobody_who_only_watches(
    seats: dict[int, frozenset[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    monkeypatch.setattr(
        table_presence, "_tell", lambda table, users: told.append((table, set(users)))
    )
    here, there = PresenceTracker(), PresenceTracker()
    with here.expect(1, 7), here.expect(1, 99), there.expect(1, 8):
        await say(there, seconds=0)
        for second in (0, 3, 6, 9, 12):
            await say(here, seconds=second)
        # Whoever watched and then sat down was there already.
        seats[1] |= {99}
        await say(here, seconds=15)
    assert told == [(1, {8}), (1, {7, 8}), (1, {7}), (1, {7, 99})]


async def test_many_tables_are_told_of_a_few_at_a_time_and_all_within_a_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_presence, "BEAT_SECONDS", 0.0)
    monkeypatch.setattr(table_presence, "AT_ONCE", 2)
    monkeypatch.setattr(
        table_presence, "_seated", lambda tables: dict.fromkeys(tables, frozenset({7}))
    )
    told: list[tuple[int, set[int]]] = []
    monkeypatch.setattr(
        table_presence, "_tell", lambda table, users: told.append((table, set(users)))
    )
    portions: list[list[int]] = []
    here, say = PresenceTracker(), PresenceTracker.say

    async def heard(
        self: PresenceTracker, client: Any, tables: list[int], *, now: datetime
    ) -> None:
        portions.append(tables)
        await say(self, client, tables, now=now)

    monkeypatch.setattr(PresenceTracker, "say", heard)
    with ExitStack() as people:
        for table in range(1, 6):
            people.enter_context(here.expect(table, 7))
        # Whoever looks at a page is noted, and nobody told.
        people.enter_context(here.expect(presence.ANYWHERE, 7))
        async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client:
            await here._say_all(client)
    assert portions == [[1, 2], [3, 4], [5, presence.ANYWHERE]]
    assert told == [(table, {7}) for table in range(1, 6)]
    assert presence.here({7, 8}, now=timezone.now()) == {7}
    assert here.tables == []
