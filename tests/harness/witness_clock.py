"""The database of the tests takes rows of any time: in a test the time is an argument.

The owner alone can replace the function that asks for the hour; what it says in a room is in
``poker_site/migrations/_witness.py``.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_HEAD = """
    CREATE OR REPLACE FUNCTION public.witness_is_now(at timestamptz) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
"""
_kept: list[str] = []


def install() -> None:
    """Keep the room's own function, and let any time pass; needs the owner."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'witness_is_now'")
        _kept[:] = [source for (source,) in cursor.fetchall()]
        cursor.execute(f"{_HEAD} SELECT true $$")


def uninstall() -> None:
    """Give the room's own function back; needs the owner."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_HEAD} {_kept[0]} $$")


@contextmanager
def on_time() -> Iterator[None]:
    """Ask for the hour as a room does; needs the fixture ``owner``, in a test's transaction."""
    uninstall()
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"{_HEAD} SELECT true $$")
