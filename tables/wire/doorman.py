"""Who is connected to which table, over all web processes: who was seen there lately.

Every process says every few seconds whom it serves. Nothing is written when somebody leaves, or
for a frame: who is not seen any more is gone, with a killed process or by themselves.
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
from django.utils import timezone

from players.profile import presence
from tables.models import Seat
from tables.wire import push
from tables.wire.hub import hub

log = structlog.get_logger(__name__)

# How often a process says whom it serves, s.
BEAT_SECONDS = 3.0
# Tables that are told of at once.
AT_ONCE = 100
# A spectator without an account; no user has this id.
NOBODY = 0


class Doorman:
    """Knows the sockets of this process, says so, and tells them who else is there."""

    def __init__(self) -> None:
        self._sockets: dict[int, Counter[int]] = {}
        self._told: dict[int, frozenset[int]] = {}
        self._beat: asyncio.Task[None] | None = None

    @property
    def tables(self) -> list[int]:
        """Where somebody is connected to this process."""
        return list(self._sockets)

    def begin(self) -> None:
        """Say it every few seconds from now on."""
        self._beat = asyncio.create_task(self._say_again_and_again())

    @contextmanager
    def expect(self, table_id: int, user_id: int | None) -> Iterator[None]:
        """Count a socket's user as connected meanwhile; one without an account only listens."""
        user = user_id or NOBODY
        self._sockets.setdefault(table_id, Counter())[user] += 1
        # Whoever comes is to hear who is there already.
        self._told.pop(table_id, None)
        try:
            yield
        finally:
            sockets = self._sockets[table_id]
            sockets[user] -= 1
            if not sockets[user]:
                del sockets[user]
            if not sockets:
                del self._sockets[table_id]
                self._told.pop(table_id, None)

    async def say(
        self, client: "redis.asyncio.Redis", tables: Iterable[int], *, now: datetime
    ) -> None:
        """Note everybody who is connected to these tables here as seen now, and tell the tables
        what changed."""
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
            # Who only watches is nobody's business.
            players = users & seated[table_id]
            if table_id in self._sockets and self._told.get(table_id) != players:
                self._told[table_id] = players
                _tell(table_id, players)

    async def _say_again_and_again(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=BEAT_SECONDS)
        async with client:
            while True:
                try:
                    await self._say_all(client)
                except Exception as error:
                    # Whatever it was: without this task nobody here counts as connected.
                    log.warning("presence not told", error=repr(error))
                    await asyncio.sleep(BEAT_SECONDS)

    async def _say_all(self, client: "redis.asyncio.Redis") -> None:
        """A few tables at a time, spread over the beat: frames do not wait for it."""
        tables = self.tables
        portions = [tables[at : at + AT_ONCE] for at in range(0, len(tables), AT_ONCE)] or [[]]
        for portion in portions:
            await self.say(client, portion, now=timezone.now())
            await asyncio.sleep(BEAT_SECONDS / len(portions))


_doormen: dict[asyncio.AbstractEventLoop, Doorman] = {}


def doorman() -> Doorman:
    """The doorman of this process (of this event loop, as ``hub.hub``)."""
    loop = asyncio.get_running_loop()
    if loop not in _doormen:
        _doormen[loop] = Doorman()
        _doormen[loop].begin()
    return _doormen[loop]


def _seated(table_ids: list[int]) -> Mapping[int, frozenset[int]]:
    """The players of each of these tables."""
    try:
        found: dict[int, set[int]] = {table_id: set() for table_id in table_ids}
        seats = Seat.objects.filter(table__in=table_ids)
        for table_id, user_id in seats.values_list("table_id", "user_id"):
            found[table_id].add(user_id)
        return {table_id: frozenset(users) for table_id, users in found.items()}
    finally:
        # Back to the pool, which keeps it open.
        connection.close()


def _tell(table_id: int, users: frozenset[int]) -> None:
    """Tell the sockets of this process; the others have a doorman of their own."""
    frame = push.text({"type": "presence", "connected": sorted(users)}, table_id)
    hub().deliver(push.table_channel(table_id), frame)
