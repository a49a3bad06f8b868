"""A room that cannot answer now: a lock waited for too long, or no way to its servers.

Nothing has changed, and the same request may go through in a moment.
"""

import psycopg
import redis
from django.db import InterfaceError, OperationalError
from psycopg.errors import (
    AdminShutdown,
    CannotConnectNow,
    ConnectionException,
    CrashShutdown,
    DeadlockDetected,
    LockNotAvailable,
    TooManyConnections,
)

from core.refusal import Refusal
from core.refusals import Code

_WAITED = LockNotAvailable, DeadlockDetected
_GONE = AdminShutdown, CannotConnectNow, ConnectionException, CrashShutdown, TooManyConnections
_REDIS = redis.ConnectionError, redis.TimeoutError


def named(error: BaseException) -> BaseException:
    """``error``, or ROOM_BUSY where it is a lock, a deadlock, or a server out of reach."""
    cause = error.__cause__
    if isinstance(error, OperationalError) and isinstance(cause, (*_WAITED, *_GONE)):
        return Refusal(Code.ROOM_BUSY)
    return Refusal(Code.ROOM_BUSY) if out_of_reach(error) else error


def out_of_reach(error: BaseException) -> bool:
    """Whether PostgreSQL or Redis could not be reached, or went away in the middle."""
    if isinstance(error, (InterfaceError, *_REDIS)):
        return True
    cause = error.__cause__
    if not isinstance(error, OperationalError) or not isinstance(cause, psycopg.OperationalError):
        return False
    # What the server itself refuses has a code; a lost or missing connection has none.
    return cause.sqlstate is None or isinstance(cause, _GONE)
