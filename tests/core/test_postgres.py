"""A pool whose connections PostgreSQL has closed gives out none of them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import cast

import psycopg
import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from core import sql
from poker_site.launch import embedded
from tests.harness.room import wait_for

pytestmark = pytest.mark.django_db(transaction=True)

WIDE = 6


def _fill_the_pool() -> None:
    together = Barrier(WIDE)

    def hold() -> None:
        try:
            sql.run("SELECT 1")
            together.wait(60)
        finally:
            connection.close()

    with ThreadPoolExecutor(WIDE) as threads:
        for held in [threads.submit(hold) for _ in range(WIDE)]:
            held.result()


def _end_all_but_this() -> int:
    """End every session of this room, as a restart of the server does."""
    known = connection.settings_dict
    with psycopg.connect(
        host=known["HOST"], dbname=known["NAME"], user=embedded.NAME, autocommit=True
    ) as owner:
        ended = """
            SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
              AND backend_type = 'client backend'"""
        [[count]] = owner.execute(ended).fetchall()
    return cast(int, count)


def test_a_connection_that_has_ended_is_not_given_out() -> None:
    connection.close()
    _fill_the_pool()
    assert _end_all_but_this() >= WIDE
    for _ in range(WIDE):
        assert sql.rows("SELECT 1") == [(1,)]
        connection.close()
    wait_for("the pool to be whole", lambda: _pool_size() >= 1)


def _pool_size() -> int:
    pool = cast(DatabaseWrapper, connection).pool
    assert pool is not None
    return cast(int, pool.get_stats()["pool_available"])
