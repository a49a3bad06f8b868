"""Statements that are written by hand: what they are given, and what of their answer is read."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg import sql as composed

from core import sql

pytestmark = pytest.mark.django_db

TWO = "SELECT no, no %% 2 = 0 FROM generate_series(%(first)s::int, %(last)s) AS no"


def test_every_row_comes_in_the_order_of_the_statement() -> None:
    assert sql.rows(TWO, {"first": 3, "last": 5}) == [(3, False), (4, True), (5, False)]
    assert sql.rows(TWO, {"first": 5, "last": 3}) == []


@pytest.mark.parametrize(
    ("statement", "known"),
    [
        ("SELECT '%d', 100 % 7", None),
        ("SELECT '%%' || %s, %s %% 7", ["d", 100]),
        ("SELECT '%%' || %(name)s, %(number)s %% 7", {"name": "d", "number": 100}),
    ],
)
def test_a_sign_of_per_cent_is_one_where_a_statement_is_given_nothing(
    statement: str, known: Any
) -> None:
    assert sql.rows(statement, known) == [("%d", 2)]


def test_what_answers_nothing_is_done_and_in_the_transaction_of_its_caller() -> None:
    with transaction.atomic():
        patience = composed.SQL("SET LOCAL {} = '123ms'")
        sql.run(patience.format(composed.Identifier("lock_timeout")))
        assert sql.rows("SHOW lock_timeout") == [("123ms",)]
        sql.run("SELECT set_config('lock_timeout', %s, true)", ["124ms"])
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchall() == [("124ms",)]
        transaction.set_rollback(True)
    assert sql.rows("SHOW lock_timeout") not in ([("123ms",)], [("124ms",)])


def confirmed(monkeypatch: pytest.MonkeyPatch, options: dict[str, str]) -> list[str]:
    """The statements of a confirmation in a room with these options of its database."""
    known = connection.settings_dict["OPTIONS"]
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", {**known, **options})
    with CaptureQueriesContext(connection) as asked:
        sql.confirm()
    return [each["sql"] for each in asked.captured_queries]


@pytest.mark.django_db(transaction=True)
def test_a_read_waits_for_the_second_server_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert confirmed(monkeypatch, {}) == []
    assert confirmed(monkeypatch, {"target_session_attrs": "read-write"}) == [sql.COMMIT]
    # Its commit comes later, and waits itself.
    with transaction.atomic():
        assert confirmed(monkeypatch, {"target_session_attrs": "read-write"}) == []
