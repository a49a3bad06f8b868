"""The room's time while ticks do not arrive: beat sends them through Redis, which may be away."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog
from django.db import connection

from core import sql
from tables import tasks as tables_tasks
from tables.live.heartbeat import NOTICED
from tables.models import Heartbeat
from tournaments import tasks

log = structlog.get_logger(__name__)

# Hands are dealt and players timed out a little later than by beat, and as surely.
EVERY_SECONDS = 1.5
# The number of the lock by which one worker alone ticks; nothing else in the database has it.
_LOCK = 7_260_133


class SlowTick:
    """A keeper of the room's time, for when no other keeps it."""

    def __init__(self) -> None:
        self._kept: datetime | None = None

    def look(self) -> bool:
        """Do a tick's work if no other keeps the time; return whether it was done."""
        with _alone() as alone:
            if not alone or self._is_kept():
                self._kept = None
                return False
            if self._kept is None:
                log.warning("no ticks arrive")
            tasks.keep_time()
            tasks.tick()
            tasks.tend()
            tables_tasks.sweep_pools()
            self._kept = _last()
            return True

    def _is_kept(self) -> bool:
        last = _last()
        # No other has kept it since this worker did: go on.
        return last is not None and last != self._kept and sql.now() - last <= NOTICED


def begin() -> None:
    """Start a thread that checks the room's time for ever."""
    threading.Thread(target=_look_on, name="slow tick", daemon=True).start()


def _look_on() -> None:
    slow = SlowTick()
    while True:
        time.sleep(EVERY_SECONDS)
        try:
            slow.look()
        except Exception as error:
            # For any error: the next check tries again.
            log.warning("slow tick failed", error=repr(error))
        finally:
            connection.close()


@contextmanager
def _alone() -> Iterator[bool]:
    [(alone,)] = sql.rows("SELECT pg_try_advisory_lock(%s)", [_LOCK])
    try:
        yield alone
    finally:
        if alone:
            sql.run("SELECT pg_advisory_unlock(%s)", [_LOCK])


def _last() -> datetime | None:
    return Heartbeat.objects.values_list("at", flat=True).first()
