"""Finds frames that were never published: whoever had changed the table died before telling of it.

The frame after shows the gap to every page, but the player to act would have to send it. So each
process asks PostgreSQL every few seconds how far the tables are that are watched here, in one
statement for all of them.
"""

import asyncio
from collections.abc import Collection, Mapping

import structlog
from django.db import connection

from core import sql
from tables.wire.hub import hub

log = structlog.get_logger(__name__)

# How often it looks, s; what has not come by the next look is lost.
LOOK_SECONDS = 3.0


class Lookout:
    """Knows how far the tables were when it last looked."""

    def __init__(self) -> None:
        self._due: Mapping[int, int] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look every few seconds from now on."""
        self._task = asyncio.create_task(self._look_on())

    async def look(self) -> None:
        """Have whoever missed what was to be heard since the last look be shown the table whole."""
        told = hub().versions()
        for table_id, due in self._due.items():
            version = told.get(table_id)
            if version is not None and version < due:
                log.warning("frames lost", table=table_id, told=version, version=due)
                hub().note(table_id, due)
                hub().lose(table_id)
        self._due = await asyncio.to_thread(_versions, told.keys()) if told else {}
        for table_id, version in self._due.items():
            if told[table_id] is None:
                hub().note(table_id, version)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Exception as error:
                # Whatever it was: a few seconds later it is tried again.
                log.warning("versions not looked at", error=repr(error))


_lookouts: dict[asyncio.AbstractEventLoop, Lookout] = {}


def lookout() -> Lookout:
    """The lookout of this process (of this event loop, as ``hub.hub``)."""
    loop = asyncio.get_running_loop()
    if loop not in _lookouts:
        _lookouts[loop] = Lookout()
        _lookouts[loop].begin()
    return _lookouts[loop]


def _versions(table_ids: Collection[int]) -> Mapping[int, int]:
    """How far each of these tables is, of those that are still there."""
    try:
        statement = "SELECT id, version FROM tables_table WHERE id = ANY(%s)"
        return dict(sql.rows(statement, [list(table_ids)]))
    finally:
        # Back to the pool, which keeps it open.
        connection.close()
