"""A queue with one reader."""

import asyncio

import pytest

from tables.wire.one_reader import OneReader


def test_what_is_put_is_read_in_its_order() -> None:
    async def scenario() -> list[int]:
        queue: OneReader[int] = OneReader()
        queue.put_nowait(1)
        queue.put_nowait(2)
        assert queue.qsize() == 2
        return [await queue.get(), await queue.get()]

    assert asyncio.run(scenario()) == [1, 2]


def test_a_reader_waits_until_something_is_put() -> None:
    async def scenario() -> int:
        queue: OneReader[int] = OneReader()
        reader = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        assert queue.empty()
        assert not reader.done()
        queue.put_nowait(7)
        return await reader

    assert asyncio.run(scenario()) == 7


def test_a_reader_who_was_called_off_takes_nothing_along() -> None:
    async def scenario() -> int:
        queue: OneReader[int] = OneReader()
        reader = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait(7)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
        return await queue.get()

    assert asyncio.run(scenario()) == 7
