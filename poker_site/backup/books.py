"""The contents of a whole database in a few figures, to compare two that should be the same."""

from typing import Any, TypedDict

import psycopg
from psycopg.sql import SQL, Identifier

# A row as text is the same on every server under these.
_ONE_FORM = (
    "SET LOCAL TimeZone = 'UTC'",
    "SET LOCAL DateStyle = 'ISO'",
    "SET LOCAL IntervalStyle = 'postgres'",
    "SET LOCAL bytea_output = 'hex'",
    "SET LOCAL extra_float_digits = 1",
)
# Partitions are read with the table that they are parts of.
_TABLES = """
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    ORDER BY relname
"""
# Rows in any order; the sum of their digests tells two sets apart, where a count does not.
_CONTENTS = SQL("""
    SELECT count(*),
           coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint), 0)::text
    FROM {} AS one
""")
_LEDGER = """
    SELECT kind, sum(balance)::bigint FROM payouts_account GROUP BY kind ORDER BY kind
"""


class BooksRecord(TypedDict):
    """Count and digest of the rows of each table, and the ledger's balances by kind."""

    tables: dict[str, list[Any]]
    balances: dict[str, int]


def tables(connection: "psycopg.Connection[Any]") -> list[str]:
    """Return the names of the room's tables."""
    return [name for (name,) in connection.execute(_TABLES)]


def read(connection: "psycopg.Connection[Any]") -> BooksRecord:
    """Return the rows of each table, counted and digested, and the ledger's balances by kind.

    Everything belongs to one moment in a transaction with a snapshot (REPEATABLE READ).
    """
    for statement in _ONE_FORM:
        connection.execute(statement)
    contents = {}
    for name in tables(connection):
        [row] = connection.execute(_CONTENTS.format(Identifier(name))).fetchall()
        contents[name] = list(row)
    return {"tables": contents, "balances": dict(connection.execute(_LEDGER).fetchall())}


def differences(expected: BooksRecord, found: BooksRecord) -> list[str]:
    """Return a sentence for each table or balance that is not as expected."""
    said = []
    for name in sorted({*expected["tables"], *found["tables"]}):
        [before, after] = [books["tables"].get(name) for books in (expected, found)]
        if before == after:
            continue
        if before is None or after is None:
            said.append(f"{name} {'is too many' if before is None else 'is missing'}")
        elif before[0] != after[0]:
            said.append(f"{name} has {after[0]} rows, not {before[0]}")
        else:
            said.append(f"{name} has as many rows, with other contents")
    if expected["balances"] != found["balances"]:
        said.append(f"balances are {found['balances']}, not {expected['balances']}")
    return said


def rows(books: BooksRecord) -> int:
    """Return how many rows all tables have together."""
    return sum(count for count, digest in books["tables"].values())
