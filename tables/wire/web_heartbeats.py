"""Signs of life of the web processes, left in PostgreSQL for the workers that keep the time.

A player whose web process is gone cannot act (TRN-6). Redis may be away when it matters most;
PostgreSQL is needed for play anyway.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import uuid4

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tables.wire.event_loop import PerLoop, every

# Interval of the signs of a process, s; it counts as gone after two seconds without one.
EVERY_SECONDS = 0.5

_LEAVE = """
    INSERT INTO tables_websign (process, at, known) VALUES (%s, now(), NULL)
    ON CONFLICT (process) DO UPDATE SET at = excluded.at"""


@PerLoop
def begin() -> asyncio.Task[None]:
    """Start to leave signs from this event loop: a loop that hangs leaves none."""
    return asyncio.create_task(_sign_on(str(uuid4())))


async def _sign_on(process: str) -> None:
    # Its own thread and connection: a process still serves while its pool is used up.
    thread = ThreadPoolExecutor(1, "sign")
    run = partial(asyncio.get_running_loop().run_in_executor, thread)
    own = await run(beside_the_pool)
    try:
        await every(EVERY_SECONDS, partial(run, leave, process, own), trouble="no sign left")
    finally:
        # After the sign that may be under way: none is left once the task has ended.
        await run(own.close)
        thread.shutdown(wait=False)


def beside_the_pool() -> BaseDatabaseWrapper:
    """Return a connection outside of the pool, which is opened on first use."""
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool")
    return own


def leave(process: str, own: BaseDatabaseWrapper) -> None:
    """Leave the sign of a process that serves its players."""
    try:
        with own.cursor() as cursor:
            cursor.execute(_LEAVE, [process])
    except Exception:
        # The next sign opens a new connection.
        own.close()
        raise
