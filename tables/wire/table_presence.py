"""Presence: the players connected to each table, over all web processes.

Every process reports its connected users every few seconds. Nothing is written per frame or when
a player leaves: a user who is no longer reported is gone, also if the process was killed.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.db import connection

from core import room_clock
from players.profile import presence
from tables.models import Seat
from tables.wire import push
from tables.wire.event_loop import PerLoop
from tables.wire.hub import hub

log = structlog.get_logger(__name__)

# Interval of the reports of a process, s.
BEAT_SECONDS = 3.0
# Tables in one report.
AT_ONCE = 100
# An anonymous spectator; no user has this id.
NOBODY = 0


class PresenceTracker:
    """The sockets of this process by table; it reports them and publishes presence to them."""

    def __init__(self) -> None:
        self._sockets: dict[int, Counter[int]] = {}
        self._announced: dict[int, frozenset[int]] = {}
        self._beat: asyncio.Task[None] | None = None

    @property
    def tables(self) -> list[int]:
        """The tables to which this process has connections."""
        return list(self._sockets)

    def begin(self) -> None:
        """Start to report every few seconds."""
        self._beat = asyncio.create_task(self._say_again_and_again())

    @contextmanager
    def expect(self, table_id: int, user_id: int | None) -> Iterator[None]:
        """Count a socket's user as connected within this context; anonymous ones only listen."""
        user = user_id or NOBODY
        self._sockets.setdefault(table_id, Counter())[user] += 1
        # A new socket needs the list, even if it has not changed.
        self._announced.pop(table_id, None)
        try:
            yield
        finally:
            sockets = self._sockets[table_id]
            sockets[user] -= 1
            if not sockets[user]:
                del sockets[user]
            if not sockets:
                del self._sockets[table_id]
                self._announced.pop(table_id, None)

    async def say(
        self, client: "redis.asyncio.Redis", tables: Iterable[int], *, now: datetime
    ) -> None:
        """Report the users connected to these tables here as seen now, and publish changes of
        presence to this process's sockets."""
        there = {
            table_id: self._sockets[table_id].keys() - {NOBODY}
            for table_id in tables
            if table_id in self._sockets
        }
        if users := there.pop(presence.ANYWHERE, None):
            await presence.note_anywhere(client, users, now=now)
        if there:
            await self._tell_changes(await presence.note(client, there, now=now))

    async def _tell_changes(self, seen: Mapping[int, frozenset[int]]) -> None:
        seated = await asyncio.to_thread(_seated, list(seen))
        for table_id, users in seen.items():
            # Spectators are not shown to others.
            players = users & seated[table_id]
            if table_id in self._sockets and self._announced.get(table_id) != players:
                self._announced[table_id] = players
                _tell(table_id, players)

    async def _say_again_and_again(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=BEAT_SECONDS)
        async with client:
            while True:
                try:
                    await self._say_all(client)
                except Exception as error:
                    # Any error: without this task no player here would count as connected.
                    log.warning("presence not told", error=repr(error))
                    await asyncio.sleep(BEAT_SECONDS)

    async def _say_all(self, client: "redis.asyncio.Redis") -> None:
        """Report a few tables at a time, spread over the interval, so that frames do not wait."""
        tables = self.tables
        portions = [tables[at : at + AT_ONCE] for at in range(0, len(tables), AT_ONCE)] or [[]]
        for portion in portions:
            await self.say(client, portion, now=room_clock.now())
            await asyncio.sleep(BEAT_SECONDS / len(portions))


@PerLoop
def presence_tracker() -> PresenceTracker:
    """Return the tracker of this process, which has begun to report."""
    tracker = PresenceTracker()
    tracker.begin()
    return tracker


def _seated(table_ids: list[int]) -> Mapping[int, frozenset[int]]:
    """Return the seated players of each of these tables."""
    try:
        seated: dict[int, set[int]] = {table_id: set() for table_id in table_ids}
        seats = Seat.objects.filter(table__in=table_ids)
        for table_id, user_id in seats.values_list("table_id", "user_id"):
            seated[table_id].add(user_id)
        return {table_id: frozenset(users) for table_id, users in seated.items()}
    finally:
        # Return the connection to the pool, which keeps it open.
        connection.close()


def _tell(table_id: int, users: frozenset[int]) -> None:
    """Publish presence to the sockets of this process; other processes have their own tracker."""
    frame = push.text({"type": "presence", "connected": sorted(users)}, table_id)
    hub().deliver(push.table_channel(table_id), frame)
