"""A lock that was waited for too long: the room is busy, and nothing has changed."""

from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from payouts.refusal import Refusal
from payouts.refusals import Code


def named(error: Exception) -> Exception:
    """``error``, or ROOM_BUSY where it is the database's ``lock_timeout``."""
    if isinstance(error, OperationalError) and isinstance(error.__cause__, LockNotAvailable):
        return Refusal(Code.ROOM_BUSY)
    return error
