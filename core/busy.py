"""A room that cannot answer now: a lock waited for too long, or a server that is away or takes no
writes.

Nothing has changed, and the same request may go through in a moment.
"""

import psycopg
import redis
from django.db import DatabaseError, InterfaceError, OperationalError
from psycopg.errors import (
    AdminShutdown,
    CannotConnectNow,
    ConnectionException,
    CrashShutdown,
    DeadlockDetected,
    LockNotAvailable,
    ReadOnlySqlTransaction,
    TooManyConnections,
)

from core.refusal import Refusal
from core.refusals import Code

_WAITED = LockNotAvailable, DeadlockDetected
_GONE = AdminShutdown, CannotConnectNow, ConnectionException, CrashShutdown, TooManyConnections
# The class of the codes with which PostgreSQL says that its disk, memory or connections are full.
_FULL = "53"
_REDIS_GONE = redis.ConnectionError, redis.TimeoutError
# What a Redis answers that takes no commands now: its memory is full, or it is a replica.
_REDIS_REFUSES = redis.OutOfMemoryError, redis.ReadOnlyError, redis.exceptions.ClusterDownError
# The same, where the client has no class for the first word of the answer.
_REDIS_WORDS = "BUSY ", "MISCONF ", "NOREPLICAS "


def named(error: BaseException) -> BaseException:
    """Return ``error``, or ROOM_BUSY where it is a lock, a deadlock, or a server that is out of
    reach or takes no writes."""
    waited = isinstance(error, DatabaseError) and isinstance(error.__cause__, _WAITED)
    return Refusal(Code.ROOM_BUSY) if waited or unavailable(error) else error


def unavailable(error: BaseException) -> bool:
    """Tell whether PostgreSQL or Redis is out of reach, or answers and does no work: a full disk or
    memory, a standby that only reads."""
    if isinstance(error, redis.ResponseError):
        return isinstance(error, _REDIS_REFUSES) or str(error).startswith(_REDIS_WORDS)
    if out_of_reach(error):
        return True
    cause = error.__cause__
    if not isinstance(error, DatabaseError) or not isinstance(cause, psycopg.Error):
        return False
    full = cause.sqlstate is not None and cause.sqlstate.startswith(_FULL)
    return full or isinstance(cause, ReadOnlySqlTransaction)


def is_busy(error: BaseException) -> bool:
    """Whether the room could not answer just now, and the same may go through in a moment."""
    meant = named(error)
    return isinstance(meant, Refusal) and meant.code is Code.ROOM_BUSY


def out_of_reach(error: BaseException) -> bool:
    """Tell whether PostgreSQL or Redis could not be reached, or went away in the middle."""
    if isinstance(error, (InterfaceError, *_REDIS_GONE)):
        return True
    cause = error.__cause__
    if not isinstance(error, OperationalError) or not isinstance(cause, psycopg.OperationalError):
        return False
    # What the server itself refuses has a code; a lost or missing connection has none.
    return cause.sqlstate is None or isinstance(cause, _GONE)
