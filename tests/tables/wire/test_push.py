"""Frames leave after the commit or not at all, and a push that fails costs nothing."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from functools import cache
from pathlib import Path
from threading import Barrier, Thread

import pytest
import redis
from django.conf import settings
from django.db import connections, transaction
from django.test import override_settings

from core import redis_client
from core.refusal import Refusal
from core.types import UserId
from tables.wire import push
from tests.harness.room import wait_for
from tests.tables.conftest import Tape
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db(transaction=True)


def test_nothing_is_told_before_the_commit(tape: Tape) -> None:
    with transaction.atomic():
        push.tell_player(1, UserId(7), {"type": "out", "place": 5, "prize": None})
        assert tape.read() == []
    assert tape.read() == [("1:7", {"type": "out", "place": 5, "prize": None})]


def test_nothing_is_told_of_what_was_rolled_back(tape: Tape) -> None:
    with transaction.atomic():
        push.tell_player(1, UserId(7), {"type": "out", "place": 5, "prize": None})
        transaction.set_rollback(True)
    assert tape.read() == []


def test_a_refused_action_is_told_to_nobody(room: Callable[..., Room], tape: Tape) -> None:
    opened = room(1000, 1000)
    opened.deal()
    tape.read()
    with pytest.raises(Refusal):
        opened.act("raise", 10**9)
    assert tape.read() == []


def test_to_tell_nobody_anything_is_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    redis_client._silent.cache_clear()
    push.tell_tables([], {"type": "closed"})
    assert not caplog.records


def test_without_redis_the_hand_goes_on(room: Callable[..., Room], tmp_path: Path) -> None:
    opened = room(1000, 1000)
    with override_settings(REDIS_URL=f"unix://{tmp_path}/nobody.sock"):
        opened.deal()
        opened.fold_out()
        opened.deal()
    assert opened.table.hand_no == 2


def test_a_publisher_whose_connection_was_cut_tells_the_next_thing_all_the_same(
    tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine Redis may take longer than a push would wait.
    monkeypatch.setattr(redis_client, "SECONDS", 30.0)
    for name in ("_client", "_silent"):
        monkeypatch.setattr(redis_client, name, cache(getattr(redis_client, name).__wrapped__))
    for place in (5, 4, 3):
        push.tell_player(1, UserId(7), {"type": "out", "place": place, "prize": None})
        [speaker] = redis_client._silent(settings.REDIS_URL)
        _cut(speaker)
        # Redis answers before it closes; what is said in between is lost.
        wait_for("the end of the line", speaker._gone)
    assert [frame["place"] for _, frame in tape.read()] == [5, 4, 3]


def test_a_thread_speaks_on_the_line_of_those_before_it(
    tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = 0
    begin = redis_client.Speaker._begin

    def count(speaker: redis_client.Speaker, first: redis_client.Command) -> None:
        nonlocal begun
        begun += 1
        begin(speaker, first)

    monkeypatch.setattr(redis_client.Speaker, "_begin", count)
    monkeypatch.setattr(redis_client, "_silent", cache(redis_client._silent.__wrapped__))
    for place in (1, 2, 3):
        thread = Thread(target=_tell, args=[place])
        thread.start()
        thread.join()
    assert [frame["place"] for _, frame in tape.read()] == [1, 2, 3]
    assert begun == 1


def test_threads_that_speak_at_once_wait_for_nobody(
    tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = Barrier(4)

    class Slow(redis_client.Speaker):
        def say(self, commands: Sequence[redis_client.Command]) -> None:
            at_once.wait(30)
            super().say(commands)

    monkeypatch.setattr(redis_client, "Speaker", Slow)
    monkeypatch.setattr(redis_client, "_silent", cache(redis_client._silent.__wrapped__))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(_tell, range(4)))
    heard: list[int] = []

    def all_heard() -> bool:
        heard.extend(frame["place"] for _, frame in tape.read())
        return sorted(heard) == [0, 1, 2, 3]

    wait_for("what four have said", all_heard)


def _tell(place: int) -> None:
    frame = b'{"type":"out","place":%d,"table_id":1}' % place
    redis_client.say([(b"PUBLISH", push.table_channel(1).encode(), frame)])


def _cut(speaker: redis_client.Speaker) -> None:
    """Have Redis end this connection and no other: other tests' rooms share the server."""
    speaker._line.send_command("CLIENT", "REPLY", "ON")
    assert speaker._line.read_response() == b"OK"
    speaker._line.send_command("CLIENT", "ID")
    number = speaker._line.read_response()
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.execute_command("CLIENT", "KILL", "ID", number)


def test_to_name_a_channel_takes_no_connection_on_an_event_loop() -> None:
    async def connections_made() -> bool:
        push.table_channel(1)
        push.person_channel(UserId(1))
        return bool(connections.all(initialized_only=True))

    # In a browser's tests this thread may have one already, which a loop would take over.
    assert not Context().run(asyncio.run, connections_made())
