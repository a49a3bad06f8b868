"""Something that many may wait for."""

import asyncio

from tables.wire.flag import Flag


def test_everybody_who_waits_goes_on_when_it_is_set_and_nobody_after_it_was_cleared() -> None:
    async def scenario() -> None:
        flag = Flag()
        first, second = asyncio.create_task(flag.wait()), asyncio.create_task(flag.wait())
        await asyncio.sleep(0)
        assert not flag.is_set()
        assert not first.done()
        flag.set()
        await first
        await second
        await flag.wait()
        flag.clear()
        third = asyncio.create_task(flag.wait())
        await asyncio.sleep(0)
        assert not third.done()
        flag.set()
        await third

    asyncio.run(scenario())


def test_whoever_went_on_as_it_was_set_goes_on_though_it_is_cleared_at_once() -> None:
    async def scenario() -> None:
        flag = Flag()
        waiting = asyncio.create_task(flag.wait())
        await asyncio.sleep(0)
        flag.set()
        flag.clear()
        await waiting

    asyncio.run(scenario())


def test_who_was_called_off_holds_up_nobody() -> None:
    async def scenario() -> None:
        flag = Flag()
        gone, stays = asyncio.create_task(flag.wait()), asyncio.create_task(flag.wait())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        flag.set()
        await stays
        assert gone.cancelled()

    asyncio.run(scenario())
