"""``manage.py bots``: players over real sockets, as fast as people or as fast as the room."""

import asyncio
from collections import defaultdict
from random import Random
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from core import arguments
from players.models import User
from poker_site.bots.client import FAST, PEOPLE, Bot, OnFrame
from poker_site.bots.recruiter import Recruiter
from poker_site.bots.session import open_session
from poker_site.demo.room import MOST_BOTS, seat_bots
from tournaments.models import Entry


class Command(BaseCommand):
    help = "Seat bots in the room's events until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", type=arguments.whole(1, MOST_BOTS), default=48)
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--fast", action="store_true", help="answer at once, not like people")

    def handle(self, *, count: int, url: str, fast: bool, **options: Any) -> None:
        users = seat_bots(count)
        entered = entered_events(users)
        accounts = [
            BotAccount(user.username, open_session(user), entered.get(user.pk, set()))
            for user in users
        ]
        connections.close_all()
        try:
            asyncio.run(play(accounts, url=url, fast=fast))
        except KeyboardInterrupt:
            return


class BotAccount(NamedTuple):
    """A bot's account: its name, its session, and the events that it is in."""

    name: str
    session: str
    entered: set[int]


def entered_events(users: list[User]) -> dict[int, set[int]]:
    """Return the events that each user is in already, after a restart of the room."""
    entered = defaultdict[int, set[int]](set)
    live = Entry.objects.filter(user__in=users, status__in=Entry.LIVE)
    for user, event in live.values_list("user", "tournament"):
        entered[user].add(event)
    return entered


async def play(
    accounts: list[BotAccount], *, url: str, fast: bool, on_frame: OnFrame | None = None
) -> None:
    """Run every bot and the recruiter until cancelled; ``on_frame`` gets each frame of a bot."""
    # The play of bots is no secret and no money of others hangs on it: an ordinary generator.
    bots = [
        Bot(
            name=account.name,
            session=account.session,
            url=url,
            pace=FAST if fast else PEOPLE,
            dice=Random(),
            entered=account.entered,
            on_frame=on_frame,
        )
        for account in accounts
    ]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            group.create_task(bot.run())
        group.create_task(Recruiter(bots, Random()).run())
