"""A lock that was waited for too long, or crosswise: the room is busy, and nothing has changed."""

from django.db import OperationalError
from psycopg.errors import DeadlockDetected, LockNotAvailable

from core.refusal import Refusal
from core.refusals import Code


def named(error: Exception) -> Exception:
    """``error``, or ROOM_BUSY where it is the database's ``lock_timeout`` or a deadlock."""
    waited = LockNotAvailable, DeadlockDetected
    if isinstance(error, OperationalError) and isinstance(error.__cause__, waited):
        return Refusal(Code.ROOM_BUSY)
    return error
