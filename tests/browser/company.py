"""Others to play with, in a thread of their own while the test clicks."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from random import Random

from players.models import User
from poker_site.bots.client import Bot, BotPace
from poker_site.bots.session import open_session
from tests.harness.room import RunningRoom

# Quick players, so that the evening is short; pictures need something to look at.
QUICK = BotPace(think=(0.05, 0.2), look=0.5)


@contextmanager
def opponents(
    room: RunningRoom,
    users: list[User],
    enter: Callable[[Bot], Awaitable[bool]],
    *,
    pace: BotPace = QUICK,
) -> Iterator[None]:
    """Bots that ``enter`` and play until the block ends."""
    players = [(user.username, open_session(user)) for user in users]
    stop = threading.Event()

    async def play() -> None:
        bots = [
            Bot(name=name, session=session, url=room.url, pace=pace, dice=Random(name))
            for name, session in players
        ]
        tasks = [asyncio.create_task(bot.run()) for bot in bots]
        for bot in bots:
            assert await enter(bot)
        while not stop.is_set():
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(play()))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(20)
