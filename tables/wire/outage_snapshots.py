"""Snapshots for many sockets after an outage of Redis: a few tables at a time, each read once for
all its waiting sockets, so that actions of players do not queue behind them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping

import structlog

from core.refusal import Refusal
from core.types import UserId
from tables.wire.mailbox import Mailbox
from tables.wire.prepared_frame import PreparedFrame

log = structlog.get_logger(__name__)

# Tables read concurrently.
AT_ONCE = 2
RETRY_SECONDS = 0.5

# Reads the snapshots of a table for each of these users (None: spectators).
Read = Callable[[int, Collection[UserId | None]], Awaitable[Mapping[UserId | None, bytes]]]


class OutageSnapshots:
    """The mailboxes that wait for a snapshot, by table."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: dict[int, dict[Mailbox, UserId | None]] = {}
        self._workers: set[asyncio.Task[None]] = set()

    def ask(self, mailbox: Mailbox, *, table_id: int, user_id: UserId | None) -> None:
        """Queue ``mailbox`` for a snapshot that is read after this call."""
        self._waiting.setdefault(table_id, {})[mailbox] = user_id
        # A worker that has just ended is still in the set, but takes no more work.
        if sum([not worker.done() for worker in self._workers]) < AT_ONCE:
            worker = asyncio.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def _work(self) -> None:
        while self._waiting:
            table_id = next(iter(self._waiting))
            readers = self._waiting.pop(table_id)
            try:
                snapshots = await self._read(table_id, set(readers.values()))
            except Refusal:
                # The table no longer exists.
                continue
            except Exception as error:
                log.warning("snapshots not read", table=table_id, error=repr(error))
                await asyncio.sleep(RETRY_SECONDS)
                self._waiting[table_id] = {**readers, **self._waiting.get(table_id, {})}
                continue
            letters = {user_id: PreparedFrame(text) for user_id, text in snapshots.items()}
            for mailbox, user_id in readers.items():
                mailbox.put(letters[user_id])
