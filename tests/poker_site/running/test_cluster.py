"""``manage.py cluster status``: each server and process has its line, a silent one too."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from celery import current_app
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from core import sql
from poker_site.running import cluster
from poker_site.running.lease import Lease
from tables.models import Deadline
from tests.tables.rooms import open_room

pytestmark = pytest.mark.django_db


def said(what: str) -> list[tuple[bool, str]]:
    return [(role.well, role.said) for role in cluster.roles() if role.what == what]


@pytest.fixture(autouse=True)
def _no_signs(db: None) -> None:
    """Without the signs that web processes of earlier tests have left."""
    sql.run("DELETE FROM tables_websign")


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The workers that answer a ping."""
    answers: list[dict[str, object]] = [{"celery@a": {"ok": "pong"}}]
    monkeypatch.setattr(current_app.control, "ping", lambda timeout: answers)
    return answers


@pytest.fixture
def leading() -> Iterator[Lease]:
    lease = Lease()
    assert lease.is_held()
    yield lease
    lease.release()


def test_a_room_on_one_machine_has_one_of_each(leading: Lease) -> None:
    sql.run("INSERT INTO tables_websign VALUES (%s, now(), NULL)", [uuid4()])
    assert [role.said for role in cluster.roles() if not role.well] == []
    [(_, postgres)] = said("PostgreSQL")
    assert postgres.endswith("leads; it stands alone")
    assert said("web") == [(True, "1 processes serve tables")]
    [(_, beat)] = said("beat")
    assert beat.endswith("leads")


def test_a_beat_that_waits_is_named_after_the_one_that_leads(leading: Lease) -> None:
    other = Lease()
    assert not other.is_held()
    try:
        assert [line.split()[-1] for _, line in said("beat")] == ["leads", "waits"]
    finally:
        other.release()


def test_what_is_missing_is_wrong(workers: list[dict[str, object]]) -> None:
    workers.clear()
    assert said("beat") == [(False, "no beat leads: nothing is given to the workers")]
    # At an open table without players nothing is due, and no process has left a sign yet.
    deadline = Deadline.objects.get(table=open_room().table_id)
    assert said("web") == [(True, "0 processes serve tables")]
    deadline.due_at = timezone.now()
    deadline.save()
    assert said("web") == [(False, "0 processes serve tables")]
    assert said("worker") == [(False, "0 processes answer")]
    with pytest.raises(SystemExit):
        call_command("cluster", "status")


State = tuple[bool, str, str]


class Two:
    """Two servers, of which each answers as it is told."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *states: tuple[bool, str, str] | None
    ) -> None:
        arguments = {"host": "10.0.0.1,10.0.0.2", "port": "5432", "user": "room"}
        monkeypatch.setattr(connection, "get_connection_params", lambda: arguments)
        self._states = dict(zip(("10.0.0.1", "10.0.0.2"), states, strict=True))
        monkeypatch.setattr(psycopg, "connect", self.connect)

    def connect(self, *, host: str, port: str, **_: object) -> "Two":
        self._state = self._states[host]
        if self._state is None:
            raise psycopg.OperationalError("no route to host")
        return self

    def __enter__(self) -> "Two":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def execute(self, _: str) -> "Two":
        return self

    def fetchone(self) -> State | None:
        return self._state


@pytest.mark.parametrize(
    ("states", "lines"),
    [
        (
            [(False, "1/10", "b"), (True, "0/FFFFFFF0", "")],
            [
                (True, "10.0.0.1:5432 leads; a commit waits for a second server"),
                (True, "10.0.0.2:5432 follows, 32 bytes behind"),
            ],
        ),
        (
            [None, (False, "1/10", "")],
            [
                (False, "10.0.0.1:5432 does not answer"),
                (False, "10.0.0.2:5432 leads; it stands alone"),
            ],
        ),
        (
            [(True, "1/10", ""), (True, "1/10", "")],
            [
                (True, "10.0.0.1:5432 follows"),
                (True, "10.0.0.2:5432 follows"),
                (False, "0 servers take writes"),
            ],
        ),
        (
            [(False, "1/10", "b"), (False, "1/20", "a")],
            [
                (True, "10.0.0.1:5432 leads; a commit waits for a second server"),
                (True, "10.0.0.2:5432 leads; a commit waits for a second server"),
                (False, "2 servers take writes"),
            ],
        ),
    ],
)
def test_two_servers(
    monkeypatch: pytest.MonkeyPatch,
    states: list[State | None],
    lines: list[tuple[bool, str]],
) -> None:
    Two(monkeypatch, *states)
    assert list(cluster._postgres()) == lines
