"""Two roles, one process: the one that owns the tables, and the one that plays."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from poker_site.launch import rights


def role() -> Any:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        return cursor.fetchone()[0]


@pytest.mark.django_db(transaction=True)
def test_a_thread_that_connects_meanwhile_does_not_make_the_owner_somebody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player, close_pool = role(), DatabaseWrapper.close_pool

    def connect() -> None:
        role()
        connection.close()

    def close_and_connect(self: DatabaseWrapper) -> None:
        close_pool(self)
        other = threading.Thread(target=connect)
        other.start()
        other.join()

    monkeypatch.setattr(DatabaseWrapper, "close_pool", close_and_connect)
    with rights.as_owner():
        owner = role()
    assert (owner == player, role()) == (False, player)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_runs_meanwhile_keeps_its_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    player, names = role(), connection.introspection.table_names
    may: list[bool] = []

    def look(cursor: Any) -> list[str]:
        """Ask from another session, where the rights have been revoked and not yet given."""
        other = threading.Thread(target=lambda: may.append(_may_read(player, "tables_table")))
        other.start()
        other.join()
        return names(cursor)

    with rights.as_owner():
        monkeypatch.setattr(connection.introspection, "table_names", look)
        rights.grant()
    assert may == [True]


def _may_read(player: str, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(%s, %s, 'SELECT')", [player, table])
        [allowed] = cursor.fetchone()
    connection.close()
    return bool(allowed)
