"""Statements that are written by hand: where the ORM cannot say it, or takes several times as long.

Each has a cursor of its own, on the connection of this thread.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, cast

from django.db import connection, transaction
from psycopg.sql import Composable

Known = Sequence[Any] | Mapping[str, Any] | None


def rows(statement: str, known: Known = None) -> list[tuple[Any, ...]]:
    """Everything that a statement answers; ``known`` is what it is given, by place or by name."""
    with connection.cursor() as cursor:
        cursor.execute(statement, known)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


@contextmanager
def one_moment() -> Iterator[None]:
    """See the database as it is now throughout, while play goes on."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def now() -> datetime:
    """Return the time on PostgreSQL's clock: the one clock that all machines of a room share."""
    [(at,)] = rows("SELECT clock_timestamp()")
    return cast(datetime, at)


def run(statement: str | Composable, known: Known = None) -> None:
    """As ``rows``, for a statement that answers nothing, or whose answer nobody reads."""
    with connection.cursor() as cursor:
        cursor.execute(statement, known)
