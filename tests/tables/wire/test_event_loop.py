"""Objects of which an event loop has one, and work repeated in it."""

import asyncio

import pytest

from tables.wire.event_loop import PerLoop, every


def test_an_object_is_made_once_in_an_event_loop() -> None:
    @PerLoop
    def thing() -> object:
        return object()

    async def twice() -> list[object]:
        return [thing(), thing()]

    first, again = asyncio.run(twice())
    other, _ = asyncio.run(twice())
    assert first is again
    assert first is not other


def test_repeated_work_goes_on_after_an_error() -> None:
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times == 3:
            raise asyncio.CancelledError
        raise OSError("no server")

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(every(0, work, trouble="not done"))
    assert times == 3
