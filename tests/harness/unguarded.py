"""Switch a table's triggers off, to test how the room reads rows that break its constraints."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def unguarded(table: str) -> Iterator[None]:
    """A table without what the database guards in it; needs the fixture ``owner``."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
