"""Plays with the room's own bots from inside a test, and keeps what they were told."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from asgiref.sync import sync_to_async

from players.models import User
from poker_site.bots.client import FAST, Bot, BotPace
from poker_site.bots.session import open_session
from tests.harness.room import PATIENCE, RunningRoom

Frame = dict[str, Any]


@dataclass
class Recorder:
    """Every frame, with the name of the player who received it."""

    frames: list[tuple[str, Frame]] = field(default_factory=list)

    def __call__(self, name: str, frame: Frame) -> None:
        self.frames.append((name, frame))


@asynccontextmanager
async def playing(
    room: RunningRoom,
    users: Sequence[User],
    *,
    pace: BotPace = FAST,
    recorder: Recorder | None = None,
) -> AsyncIterator[list[Bot]]:
    """Bots that look for their seats until the block ends."""
    sessions = await sync_to_async(lambda: [open_session(user) for user in users])()
    bots = [
        Bot(
            name=user.username,
            session=session,
            url=room.url,
            pace=pace,
            dice=Random(user.pk),
            on_frame=recorder,
        )
        for user, session in zip(users, sessions, strict=True)
    ]
    tasks = [asyncio.create_task(bot.run()) for bot in bots]
    try:
        yield bots
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(what: str, found: Callable[[], Any], *, seconds: float = PATIENCE) -> Any:
    """The first truthy answer of a query; AssertionError naming what never came."""
    try:
        async with asyncio.timeout(seconds):
            while not (answer := await sync_to_async(found)()):
                await asyncio.sleep(0.1)
            return answer
    except TimeoutError:
        raise AssertionError(f"waited {seconds:.0f} s for {what}") from None
