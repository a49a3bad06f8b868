"""The closing of sockets of players who were signed out, suspended or excluded.

Redis announces a change of a player's rights, and their sockets are checked at once. PostgreSQL is
authoritative: all sockets of a process are checked every second in any case, in one statement, so
that no check is needed per frame.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress

import structlog
from django.db import connection

from core import room_clock
from core.refusal import Refusal
from players import access
from players.access import Visitor
from tables.wire import push
from tables.wire.event_loop import PerLoop
from tables.wire.hub import hub
from tables.wire.mailbox import Mailbox

log = structlog.get_logger(__name__)

# Interval of the checks, s: no barred player stays for two of them.
LOOK_SECONDS = 1.0

ShowOut = Callable[[Refusal], None]


class AccessRevocation:
    """The visitors connected to this process, by session, and the check of their rights."""

    def __init__(self) -> None:
        self._sockets: dict[Visitor, set[ShowOut]] = {}
        self._heard = asyncio.Event()
        self._changed: set[int] = set()
        self._ears = Mailbox(self._hear, self._missed, self._missed)
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start to check every second, and on each announcement."""
        self._tasks = [asyncio.create_task(work()) for work in (self._look_on, self._listen)]

    @contextmanager
    def expect(self, visitor: Visitor, show_out: ShowOut) -> Iterator[None]:
        """Within this context, call ``show_out`` (non-blocking) if the visitor may not stay."""
        self._sockets.setdefault(visitor, set()).add(show_out)
        try:
            yield
        finally:
            sockets = self._sockets[visitor]
            sockets.discard(show_out)
            if not sockets:
                del self._sockets[visitor]

    async def look(self, visitors: Collection[Visitor]) -> None:
        """Show out those of these visitors who may no longer stay."""
        if not visitors:
            return
        try:
            refused = await asyncio.to_thread(_turned_away, visitors)
        except Exception as error:
            # Any error: a second later it is retried.
            log.warning("visitors not looked at", error=repr(error))
            return
        for visitor, refusal in refused.items():
            for show_out in tuple(self._sockets.get(visitor, ())):
                show_out(refusal)

    async def _look_on(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            next_at = clock() + LOOK_SECONDS
            await self.look(tuple(self._sockets))
            while (left := next_at - clock()) > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._heard.wait(), left)
                self._heard.clear()
                users, self._changed = self._changed, set()
                await self.look([guest for guest in self._sockets if guest.user_id in users])

    async def _listen(self) -> None:
        self._ears.open()
        await hub().join(self._ears, [push.access_channel()])

    async def _hear(self, news: bytes) -> None:
        self._changed.add(int(news))
        self._heard.set()

    def _missed(self) -> None:
        """Ignore lost announcements: within a second all sockets are checked anyway."""


@PerLoop
def access_revocation() -> AccessRevocation:
    """Return the check of access of this process, which has begun."""
    check = AccessRevocation()
    check.begin()
    return check


def _turned_away(visitors: Collection[Visitor]) -> Mapping[Visitor, Refusal]:
    try:
        return access.turned_away(visitors, now=room_clock.now())
    finally:
        # Return the connection to the pool, which keeps it open.
        connection.close()
