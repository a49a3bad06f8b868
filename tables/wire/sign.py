"""Signs of life of the web processes, left in PostgreSQL for those who keep the players' time.

A player whose web process is gone cannot act (TRN-6). Redis may be away when it matters most, and
PostgreSQL is what play needs anyway.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import uuid4

import structlog
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

log = structlog.get_logger(__name__)

# How often a process leaves its sign, s; two may be late before it counts as gone.
EVERY_SECONDS = 0.5

_LEAVE = """
    INSERT INTO tables_websign (process, at, known) VALUES (%s, now(), NULL)
    ON CONFLICT (process) DO UPDATE SET at = excluded.at"""

_signing: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def begin() -> None:
    """Leave signs from now on, as long as this event loop turns: one that hangs leaves none."""
    loop = asyncio.get_running_loop()
    if loop not in _signing:
        _signing[loop] = asyncio.create_task(_sign_on(str(uuid4())))


async def _sign_on(process: str) -> None:
    # A thread and a connection that nothing else can take: a process whose pool is used up serves.
    thread = ThreadPoolExecutor(1, "sign")
    run = partial(asyncio.get_running_loop().run_in_executor, thread)
    own = await run(beside_the_pool)
    try:
        while True:
            try:
                await run(leave, process, own)
            except Exception as error:
                # Whatever it was: the next sign says that it is over.
                log.warning("no sign left", error=repr(error))
            await asyncio.sleep(EVERY_SECONDS)
    finally:
        thread.submit(own.close)
        thread.shutdown(wait=False)


def beside_the_pool() -> BaseDatabaseWrapper:
    """Return a connection of this thread's own, which is opened when it is first used."""
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool")
    return own


def leave(process: str, own: BaseDatabaseWrapper) -> None:
    """Note that a process serves its players."""
    try:
        with own.cursor() as cursor:
            cursor.execute(_LEAVE, [process])
    except Exception:
        # A connection that has ended is opened anew by the next sign.
        own.close()
        raise
