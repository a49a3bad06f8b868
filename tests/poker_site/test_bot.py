"""When the demo's bots ask where they sit: as people's pages do, when they are told of news."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest

from poker_site.bots.client import PEOPLE, Bot


def told(
    monkeypatch: pytest.MonkeyPatch, frames: Sequence[str], *, entered: int
) -> tuple[int, int]:
    """How often a bot that has entered so many events asked, after it was told these frames, and
    how often it opened a page."""
    bot = Bot(name="ada", session="s", url="http://room", pace=PEOPLE, dice=Random(1))
    bot.entered = set(range(entered))
    asked = opened = 0

    async def ask(path: str) -> Any:
        nonlocal asked
        asked += 1
        return httpx2.Response(200, json={"seats": []}, request=httpx2.Request("GET", path))

    @asynccontextmanager
    async def page(path: str) -> AsyncIterator[AsyncIterator[str]]:
        nonlocal opened
        opened += 1

        async def say() -> AsyncIterator[str]:
            for kind in frames:
                await asyncio.sleep(0)
                yield json.dumps({"type": kind})
            await asyncio.Event().wait()

        yield say()

    async def live() -> None:
        running = asyncio.create_task(bot.run())
        # All frames, and whatever the last of them has begun.
        for _ in range(40):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    monkeypatch.setattr(bot, "_http", SimpleNamespace(get=ask, aclose=asyncio.Event().set))
    monkeypatch.setattr(bot, "_connect", page)
    asyncio.run(live())
    return asked, opened


@pytest.mark.parametrize(
    ("frames", "entered", "asked"),
    [
        # Once when it comes, and never again while nothing is said.
        ([], 1, 1),
        (["hello", "strip"], 1, 2),
        (["hello", "refused"], 1, 1),
        # Who has entered nothing waits for no seat, and has no page.
        (["hello", "strip"], 0, 1),
    ],
)
def test_a_bot_asks_for_its_seat_when_its_page_is_told_of_news(
    monkeypatch: pytest.MonkeyPatch, frames: Sequence[str], entered: int, asked: int
) -> None:
    assert told(monkeypatch, frames, entered=entered) == (asked, entered)
