"""``manage.py bots``: players over real sockets, as fast as people or as fast as the room."""

import asyncio
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from core import arguments
from poker_site.bots.client import FAST, PEOPLE, Bot
from poker_site.bots.recruiter import Recruiter
from poker_site.bots.session import open_session
from poker_site.demo.room import MOST_BOTS, seat_bots


class Command(BaseCommand):
    help = "Seat bots in the room's events until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", type=arguments.whole(1, MOST_BOTS), default=48)
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--fast", action="store_true", help="answer at once, not like people")

    def handle(self, *, count: int, url: str, fast: bool, **options: Any) -> None:
        sessions = [(user.username, open_session(user)) for user in seat_bots(count)]
        connections.close_all()
        try:
            asyncio.run(play(sessions, url=url, fast=fast))
        except KeyboardInterrupt:
            return


async def play(sessions: list[tuple[str, str]], *, url: str, fast: bool) -> None:
    """Run every bot and the recruiter until cancelled."""
    # How bots play is no secret and no money of others hangs on it: an ordinary generator.
    bots = [
        Bot(name=name, session=session, url=url, pace=FAST if fast else PEOPLE, dice=Random())
        for name, session in sessions
    ]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            group.create_task(bot.run())
        group.create_task(Recruiter(bots, Random()).run())
