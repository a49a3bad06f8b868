"""Snapshots for many sockets at once, after Redis was away: a few tables at a time, and each read
once for everybody who waits there, so that whoever acts meanwhile need not wait behind them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping

import structlog

from core.refusal import Refusal
from core.types import UserId
from tables.wire.line import Letter
from tables.wire.mailbox import Mailbox

log = structlog.get_logger(__name__)

# Tables that are read at the same time.
AT_ONCE = 2
RETRY_SECONDS = 0.5

# The snapshots of a table for each of these users (None: who only watches).
Read = Callable[[int, Collection[UserId | None]], Awaitable[Mapping[UserId | None, bytes]]]


class CatchingUp:
    """Who waits for a snapshot, by table."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: dict[int, dict[Mailbox, UserId | None]] = {}
        self._workers: set[asyncio.Task[None]] = set()

    def ask(self, mailbox: Mailbox, *, table_id: int, user_id: UserId | None) -> None:
        """Put a snapshot that is read from now on into ``mailbox``."""
        self._waiting.setdefault(table_id, {})[mailbox] = user_id
        # One that has just ended is still among them, and looks no more.
        if sum([not worker.done() for worker in self._workers]) < AT_ONCE:
            worker = asyncio.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def _work(self) -> None:
        while self._waiting:
            table_id = next(iter(self._waiting))
            readers = self._waiting.pop(table_id)
            try:
                told = await self._read(table_id, set(readers.values()))
            except Refusal:
                # The table is no more.
                continue
            except Exception as error:
                log.warning("snapshots not read", table=table_id, error=repr(error))
                await asyncio.sleep(RETRY_SECONDS)
                self._waiting[table_id] = {**readers, **self._waiting.get(table_id, {})}
                continue
            letters = {user_id: Letter(text) for user_id, text in told.items()}
            for mailbox, user_id in readers.items():
                mailbox.put(letters[user_id])
