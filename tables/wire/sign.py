"""Signs of life of the web processes, left in PostgreSQL for those who keep the players' time.

A player whose web process is gone cannot act (TRN-6). Redis may be away when it matters most, and
PostgreSQL is what play needs anyway.
"""

import asyncio
from uuid import uuid4

import structlog
from django.db import connection

from core import sql

log = structlog.get_logger(__name__)

# How often a process leaves its sign, s; two may be late before it counts as gone.
EVERY_SECONDS = 0.5

_LEAVE = """
    INSERT INTO tables_websign (process, at, known) VALUES (%s, now(), false)
    ON CONFLICT (process) DO UPDATE SET at = excluded.at"""

_signing: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def begin() -> None:
    """Leave signs from now on, as long as this event loop turns: one that hangs leaves none."""
    loop = asyncio.get_running_loop()
    if loop not in _signing:
        _signing[loop] = asyncio.create_task(_sign_on(str(uuid4())))


async def _sign_on(process: str) -> None:
    while True:
        try:
            await asyncio.to_thread(leave, process)
        except Exception as error:
            # Whatever it was: the next sign says that it is over.
            log.warning("no sign left", error=repr(error))
        await asyncio.sleep(EVERY_SECONDS)


def leave(process: str) -> None:
    """Note that a process serves its players."""
    try:
        sql.run(_LEAVE, [process])
    finally:
        # Back to the pool, which keeps it open.
        connection.close()
