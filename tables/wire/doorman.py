"""Who is connected to which table, over all web processes: who was seen there lately.

Every process says every few seconds whom it serves. Nothing is written when somebody leaves, or
for a frame: who is not seen any more is gone, with a killed process or by themselves.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from operator import itemgetter

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

from players import presence
from tables.models import Seat
from tables.wire import push
from tables.wire.hub import hub

log = structlog.get_logger(__name__)

# How often a process says whom it serves, s.
BEAT_SECONDS = 3.0
# A spectator without an account; no user has this id.
NOBODY = 0


class Doorman:
    """Knows the sockets of this process, says so, and tells them who else is there."""

    def __init__(self) -> None:
        self._sockets: Counter[tuple[int, int]] = Counter()
        self._told: dict[int, frozenset[int]] = {}
        self._beat: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Say it every few seconds from now on."""
        self._beat = asyncio.create_task(self._say_again_and_again())

    @contextmanager
    def expect(self, table_id: int, user_id: int | None) -> Iterator[None]:
        """Count a socket's user as connected meanwhile; one without an account only listens."""
        chair = (table_id, user_id or NOBODY)
        self._sockets[chair] += 1
        # Whoever comes is to hear who is there already.
        self._told.pop(table_id, None)
        try:
            yield
        finally:
            self._sockets[chair] -= 1
            self._sockets += Counter()

    async def say(self, client: "redis.asyncio.Redis", *, now: datetime) -> None:
        """Note everybody who is connected here as seen now, and tell the tables what changed."""
        tables = {
            table_id: [user_id for _, user_id in chairs if user_id != NOBODY]
            for table_id, chairs in groupby(sorted(self._sockets), key=itemgetter(0))
        }
        async with client.pipeline(transaction=False) as pipeline:
            for table_id, users in tables.items():
                if users:
                    presence.note(pipeline, table_id, users, now=now)
            await pipeline.execute()
            # Who looks at any page is nobody's business.
            tables.pop(presence.ANYWHERE, None)
            for table_id in tables:
                presence.ask(pipeline, table_id, now=now)
            there = dict(zip(tables, await pipeline.execute(), strict=True))
        await self._tell_changes(
            {table_id: frozenset(map(int, users)) for table_id, users in there.items()}
        )

    async def _tell_changes(self, there: Mapping[int, frozenset[int]]) -> None:
        seated = await asyncio.to_thread(_seated, list(there)) if there else {}
        # Who only watches is nobody's business.
        players = {table_id: users & seated[table_id] for table_id, users in there.items()}
        for table_id, users in players.items():
            if self._told.get(table_id) != users:
                _tell(table_id, users)
        self._told = players

    async def _say_again_and_again(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=BEAT_SECONDS)
        async with client:
            while True:
                try:
                    await self.say(client, now=timezone.now())
                except Exception as error:
                    # Whatever it was: without this task nobody here counts as connected.
                    log.warning("presence not told", error=repr(error))
                await asyncio.sleep(BEAT_SECONDS)


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
