"""Delete the rows that a committing test has written.

Django's way truncates every table and makes permissions and groups anew, some hundreds of
milliseconds each time. Here only rows that the test has written are deleted: no table is locked
against a room that runs beside it, and what the migrations made keeps its ids.
"""

from typing import NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import TransactionTestCase

from poker_site.launch import rights


class RowCleanup:
    """Knows the rows that were there before the first test."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            self._tables = connection.introspection.table_names(cursor)
            self._made = {
                table: _rows(cursor, table)
                for table in self._filled(cursor)
                # Signs of processes are written at any time; migrations write none.
                if table != "tables_websign"
            }

    def install(self) -> None:
        """Take the place of the flush with which Django ends a transactional test."""
        empty = self.empty
        TransactionTestCase._fixture_teardown = lambda self: empty()  # type: ignore[attr-defined]

    def empty(self) -> None:
        """Raises AssertionError when a row that the migrations made has changed or is gone."""
        with rights.as_owner(), connection.cursor() as cursor:
            # As a replica: in any order of the tables, and past the ledger's guards.
            cursor.execute("BEGIN; SET LOCAL session_replication_role = replica")
            for table in self._filled(cursor):
                last = self._made[table].last if table in self._made else 0
                written = f" WHERE id > {last}" if last else ""
                cursor.execute(f'DELETE FROM "{table}"{written}')
            cursor.execute("COMMIT")
            for table, rows in self._made.items():
                assert _rows(cursor, table) == rows, f"the test has changed {table} for good"

    def _filled(self, cursor: CursorWrapper) -> list[str]:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT FROM \"{table}\")" for table in self._tables
            )
        )
        return [table for (table,) in cursor.fetchall()]


class Rows(NamedTuple):
    """A table that is not empty: its highest id, and what tells its content from any other."""

    last: int
    digest: int


def _rows(cursor: CursorWrapper, table: str) -> Rows:
    cursor.execute(f'SELECT max(id), sum(hashtext(t::text)) FROM "{table}" t')
    return Rows(*cursor.fetchone())
