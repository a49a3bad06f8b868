"""The signs of life that a web process leaves (TRN-6)."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from psycopg_pool import PoolTimeout

from tables.models import WebSign
from tables.wire import web_heartbeats
from tests.harness.room import wait_for
from tests.tables.conversations import Loop

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("TRN-6")]


def test_each_process_leaves_a_sign_of_its_own() -> None:
    names, own = [uuid4(), uuid4()], web_heartbeats.beside_the_pool()
    for name in [*names, *names]:
        web_heartbeats.leave(str(name), own)
    own.close()
    assert {*names} <= {each.process for each in WebSign.objects.all()}


def test_a_process_whose_connections_are_all_taken_leaves_its_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def taken(*_: Any, **__: Any) -> Any:
        raise PoolTimeout("none is free")

    name = uuid4()
    connection.ensure_connection()
    pool = connection.pool  # type: ignore[attr-defined]
    monkeypatch.setattr(type(pool), "getconn", taken)
    monkeypatch.setattr(web_heartbeats, "uuid4", lambda: name)

    async def begin() -> None:
        web_heartbeats.begin()

    loop = Loop()
    try:
        loop.run(begin())
        wait_for("a sign", WebSign.objects.filter(process=name).exists)
    finally:
        loop.close()


def test_no_sign_is_left_after_the_end_of_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end, left = threading.Event(), threading.Event(), []

    name = uuid4()

    def leave(process: str, *_: object) -> None:
        if process != str(name):
            # Of a loop that an earlier test has left running.
            return
        begun.set()
        may_end.wait(30)
        left.append("a sign")

    async def begin() -> None:
        web_heartbeats.begin()

    monkeypatch.setattr(web_heartbeats, "leave", leave)
    monkeypatch.setattr(web_heartbeats, "uuid4", lambda: name)
    loop = Loop()
    loop.run(begin())
    assert begun.wait(30)
    threading.Timer(0.2, may_end.set).start()
    loop.close()
    assert left == ["a sign"]


def test_a_connection_that_has_ended_is_opened_anew() -> None:
    own, name = web_heartbeats.beside_the_pool(), str(uuid4())
    web_heartbeats.leave(name, own)
    own.connection.close()
    with pytest.raises(Exception, match="closed"):
        web_heartbeats.leave(name, own)
    web_heartbeats.leave(name, own)
    own.close()
    assert WebSign.objects.filter(process=name).exists()
