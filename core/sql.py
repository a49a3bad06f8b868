"""Hand-written SQL, where the ORM cannot express it, or takes several times as long.

Each statement has its own cursor, on the connection of this thread.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, cast

from django.db import connection, transaction
from psycopg.sql import Composable

# A commit without a row: a mark in the server's log.
COMMIT = "SELECT pg_logical_emit_message(true, 'montepremi', '')"

Known = Sequence[Any] | Mapping[str, Any] | None


def rows(statement: str, known: Known = None) -> list[tuple[Any, ...]]:
    """Return all rows of a statement; ``known`` are its parameters, by position or by name."""
    with connection.cursor() as cursor:
        cursor.execute(statement, known)
        fetched: list[tuple[Any, ...]] = cursor.fetchall()
    return fetched


@contextmanager
def one_moment() -> Iterator[None]:
    """Read one snapshot throughout the block; nested in a transaction, what that sees."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def confirm() -> None:
    """Return once all that this connection has read is on each server that commits wait for.

    A primary that is being replaced shows commits that are on no other server: those whose wait it
    has cut short. A commit of our own is behind them in its log, and waits. A room with one server
    needs none.
    """
    several = "target_session_attrs" in connection.settings_dict["OPTIONS"]
    if several and not connection.in_atomic_block:
        run(COMMIT)


def now() -> datetime:
    """Return the time on PostgreSQL's clock: the one clock that all machines of a room share."""
    [(at,)] = rows("SELECT clock_timestamp()")
    return cast(datetime, at)


def run(statement: str | Composable, known: Known = None) -> None:
    """Run a statement, without reading its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, known)
