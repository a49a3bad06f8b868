"""Errors of a room that cannot answer now: a lock waited for too long, or a server that is
unreachable or takes no writes.

Nothing has changed, and the same request may succeed in a moment.
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
from core.refusals import CoreCode

_WAITED = LockNotAvailable, DeadlockDetected
_GONE = AdminShutdown, CannotConnectNow, ConnectionException, CrashShutdown, TooManyConnections
# The class of PostgreSQL's codes for a full disk or memory, or too many connections.
_FULL = "53"
_REDIS_GONE = redis.ConnectionError, redis.TimeoutError
# Errors of a Redis that takes no commands now: its memory is full, or it is a replica.
_REDIS_REFUSES = redis.OutOfMemoryError, redis.ReadOnlyError, redis.exceptions.ClusterDownError
# The same by the first word of the answer, where the client has no class for it.
_REDIS_WORDS = "BUSY ", "MISCONF ", "NOREPLICAS "


def named(error: BaseException) -> BaseException:
    """Return ``error``, or ROOM_BUSY where it is a lock, a deadlock, or a server that is out of
    reach or takes no writes."""
    waited = isinstance(error, DatabaseError) and isinstance(error.__cause__, _WAITED)
    return Refusal(CoreCode.ROOM_BUSY) if waited or unavailable(error) else error


def unavailable(error: BaseException) -> bool:
    """Return whether PostgreSQL or Redis is unreachable, or unable to work: a full disk or memory,
    a read-only standby."""
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
    """Return whether ``named`` makes this error ROOM_BUSY: the same may succeed in a moment."""
    meant = named(error)
    return isinstance(meant, Refusal) and meant.code is CoreCode.ROOM_BUSY


def out_of_reach(error: BaseException) -> bool:
    """Return whether PostgreSQL or Redis could not be reached, or the connection broke."""
    if isinstance(error, (InterfaceError, *_REDIS_GONE)):
        return True
    cause = error.__cause__
    if not isinstance(error, OperationalError) or not isinstance(cause, psycopg.OperationalError):
        return False
    # An error of the server has a code; a lost or missing connection has none.
    return cause.sqlstate is None or isinstance(cause, _GONE)
