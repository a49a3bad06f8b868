"""Threads that do an event loop's work with the database."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection

from tables.sockets import threads
from tables.sockets.threads import Threads
from tests.harness.room import wait_for


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 60))


def test_whoever_was_at_work_last_works_next() -> None:
    pool = Threads(3, name="test")

    async def scenario() -> tuple[set[int], list[int]]:
        together = threading.Barrier(3)

        def meet() -> int:
            together.wait(30)
            return threading.get_ident()

        met, alone = await asyncio.gather(*[pool.do(meet) for _ in range(3)]), []
        for _ in range(6):
            # Who has answered may not be idle yet.
            wait_for("three idle threads", lambda: len(pool._idle) == 3)
            alone.append(await pool.do(threading.get_ident))
        return set(met), alone

    met, alone = run(scenario())
    assert len(met) == 3
    assert len(set(alone)) == 1


def test_there_are_never_more_and_work_waits_in_its_order() -> None:
    pool = Threads(2, name="test")
    done: list[int] = []
    gate = threading.Event()

    async def scenario() -> None:
        held = [asyncio.ensure_future(pool.do(lambda: gate.wait(30))) for _ in range(2)]
        rest = [asyncio.ensure_future(pool.do(partial(done.append, no))) for no in range(5)]
        await asyncio.sleep(0)
        assert (pool._begun, done) == (2, [])
        gate.set()
        await asyncio.gather(*held, *rest)

    run(scenario())
    assert sorted(done) == [0, 1, 2, 3, 4]
    assert pool._begun == 2


def test_one_thread_does_what_waits_in_order() -> None:
    pool = Threads(1, name="test")
    done: list[int] = []

    async def scenario() -> None:
        await asyncio.gather(*[pool.do(partial(done.append, no)) for no in range(9)])

    run(scenario())
    assert done == list(range(9))


def test_what_the_work_raises_is_raised_and_the_thread_goes_on() -> None:
    pool = Threads(1, name="test")

    async def scenario() -> int:
        for error in (ValueError, KeyboardInterrupt):
            with pytest.raises(error):
                await pool.do(partial(_raise, error()))
        return await pool.do(lambda: 7)

    assert run(scenario()) == 7


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    pool = Threads(1, name="test")
    done: list[str] = []
    gate = threading.Event()

    async def scenario() -> None:
        held = asyncio.ensure_future(pool.do(lambda: gate.wait(30)))
        given_up = asyncio.ensure_future(pool.do(lambda: done.append("given up")))
        await asyncio.sleep(0)
        given_up.cancel()
        with suppress(asyncio.CancelledError):
            await given_up
        gate.set()
        await held
        await pool.do(lambda: done.append("wanted"))

    run(scenario())
    assert done == ["wanted"]


def test_a_loop_that_has_ended_costs_no_thread() -> None:
    pool = Threads(1, name="test")
    gate = threading.Event()

    async def leave() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(pool.do(lambda: gate.wait(30)), 0.01)

    run(leave())
    gate.set()
    assert run(pool.do(lambda: 7)) == 7


def test_a_process_that_ends_waits_for_what_is_under_way() -> None:
    pool = Threads(2, name="test")
    begun, gate = threading.Event(), threading.Event()
    done: list[str] = []

    def work() -> None:
        begun.set()
        gate.wait(30)
        done.append("told")

    async def scenario() -> None:
        given = asyncio.ensure_future(pool.do(work))
        await asyncio.to_thread(begun.wait, 30)
        given.cancel()

    run(scenario())
    threading.Timer(0.1, gate.set).start()
    pool.end()
    assert done == ["told"]


@pytest.mark.django_db(transaction=True)
def test_the_connection_stays_while_there_is_work_and_is_given_back_soon_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "KEPT_SECONDS", 0.05)
    pool = Threads(1, name="test")
    closed = _count_closing(monkeypatch)
    busy = threading.Event()

    async def scenario() -> list[int]:
        hold = asyncio.ensure_future(pool.do(lambda: busy.wait(30)))
        work = [asyncio.ensure_future(pool.do(_backend)) for _ in range(3)]
        await asyncio.sleep(0)
        busy.set()
        await hold
        return list(await asyncio.gather(*work))

    assert len(set(run(scenario()))) == 1
    wait_for("the connection to be given back", lambda: closed == [1])


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_failed_is_given_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "KEPT_SECONDS", 60)
    pool = Threads(1, name="test")

    async def scenario() -> tuple[int, int]:
        backend = await pool.do(_backend)
        await pool.do(lambda: connection.connection.close())
        with pytest.raises(DatabaseError):
            await pool.do(_backend)
        return backend, await pool.do(_backend)

    before, after = run(scenario())
    assert before != after
    run(pool.do(lambda: connection.close()))


def _backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _count_closing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a thread of the test's gave its connection back: those of the room, at work for the
    test before, may still be about to."""
    counted = [0]
    close = threads._give_back

    def count() -> None:
        close()
        counted[0] += threading.current_thread().name.startswith("test_")

    monkeypatch.setattr(threads, "_give_back", count)
    return counted


def _raise(error: BaseException) -> None:
    raise error
