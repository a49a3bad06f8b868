"""Detection of frames never published, because their process died between commit and publish.

The next frame would show the gap to every page, but only the player to act could cause it. So each
process asks PostgreSQL every few seconds for the versions of the tables that are watched here, in
one statement for all of them.
"""

import asyncio
from collections.abc import Collection, Mapping

import structlog
from django.db import connection

from core import sql
from tables.wire.event_loop import PerLoop, every
from tables.wire.hub import hub

log = structlog.get_logger(__name__)

# Interval of the looks, s; a frame that has not come by the next look counts as lost.
LOOK_SECONDS = 3.0


class LostFrameWatch:
    """The check for lost frames; it remembers the tables' versions at its last look."""

    def __init__(self) -> None:
        self._due: Mapping[int, int] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start to look every few seconds."""
        self._task = asyncio.create_task(
            every(LOOK_SECONDS, self.look, trouble="versions not looked at")
        )

    async def look(self) -> None:
        """Send snapshots to listeners of tables whose version at the last look was never heard."""
        versions = hub().versions()
        for table_id, due in self._due.items():
            version = versions.get(table_id)
            if version is not None and version < due:
                log.warning("frames lost", table=table_id, told=version, version=due)
                hub().note(table_id, due)
                hub().lose(table_id)
        self._due = await asyncio.to_thread(_versions, versions.keys()) if versions else {}
        for table_id, version in self._due.items():
            if versions[table_id] is None:
                hub().note(table_id, version)


@PerLoop
def lost_frame_watch() -> LostFrameWatch:
    """Return the watch of this process, which has begun to look."""
    watch = LostFrameWatch()
    watch.begin()
    return watch


def _versions(table_ids: Collection[int]) -> Mapping[int, int]:
    """Return the versions of those of these tables that still exist."""
    try:
        statement = "SELECT id, version FROM tables_table WHERE id = ANY(%s)"
        return dict(sql.rows(statement, [list(table_ids)]))
    finally:
        # Return the connection to the pool, which keeps it open.
        connection.close()
