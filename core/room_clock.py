"""The room's time: PostgreSQL's clock, which all machines of a room share.

A deadline is set by one process and found due by another. So a process goes by PostgreSQL's clock
and, between two readings, by the monotonic clock, which never jumps: a machine with a wrong clock
times no player out early.
"""

import threading
import time
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from django.db import connection
from django.utils import timezone

from core import sql

log = structlog.get_logger(__name__)

READ_SECONDS = 5.0


class TimeReading(NamedTuple):
    """PostgreSQL's time at a moment of the monotonic clock, s."""

    at: datetime
    moment: float

    def now(self) -> datetime:
        return self.at + timedelta(seconds=time.monotonic() - self.moment)


class RoomClock:
    """The clock of one process."""

    def __init__(self) -> None:
        self._reading: TimeReading | None = None

    def now(self) -> datetime:
        """Return the room's time, UTC; that of this machine before the first reading."""
        return timezone.now() if self._reading is None else self._reading.now()

    def read(self) -> None:
        """Read PostgreSQL's clock; keep the former reading where the answer does not disagree."""
        asked = time.monotonic()
        at = sql.now()
        answered = time.monotonic()
        middle, doubt = (asked + answered) / 2, (answered - asked) / 2
        found = TimeReading(at, middle)
        if self._reading is None or abs((found.now() - self.now()).total_seconds()) > doubt:
            self._reading = found


_clock = RoomClock()
now = _clock.now


def begin() -> None:
    """Start a thread that reads PostgreSQL's clock for ever."""
    threading.Thread(target=_follow, name="room clock", daemon=True).start()


def _follow() -> None:
    while True:
        try:
            _clock.read()
        except Exception as error:
            # For any error: the monotonic clock goes on, and the next reading tries again.
            log.warning("room clock not read", error=repr(error))
        finally:
            connection.close()
        time.sleep(READ_SECONDS)
