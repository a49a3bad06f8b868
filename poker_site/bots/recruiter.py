"""The recruiter of the demo's bots: there is always an event to watch and to join."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import httpx2
import structlog

from poker_site.bots.client import Bot

log = structlog.get_logger(__name__)

ROUND_SECONDS = 2.0
# Waiting in a Sit&Go costs a bot nothing, so it may wait in several; some of its events are kept
# for the schedule and for Sit&Gos in which a person waits.
MOST_EVENTS_A_BOT = 8
KEPT_FOR_PEOPLE = 4
# Bots that enter one event in one round.
MOST_A_ROUND = 3
# A Sit&Go keeps its last seat for a person this long, then a bot takes it if few are running.
PATIENCE = timedelta(seconds=75)
SIT_AND_GOS_OF_BOTS = 1
# This many bots sit at each of the first cash tables, and play nothing else; the other tables are
# left to people. In a small room all bots go to the events.
CASH_GUESTS = (3, 2)
SMALL_ROOM = 20
# At each table for play money but the first one bot waits, in rooms of any size: a guest is dealt
# in at once. At the first there is a game to watch, if bots are left.
PLAY_TABLES = 3
PLAY_GUESTS = 3
# This share of them plays the first pool, and nothing else: a pool needs many.
POOL_SHARE = 1 / 5
# A scheduled event draws this share of the bots, at least so many, and always enough for it to
# begin. They trickle in while it is announced, and are all there a little before its start.
SHARE = 1 / 4
LEAST_ENTRIES = 6
TRICKLE = timedelta(minutes=4)
ALL_THERE = timedelta(seconds=30)


def wanted_in_sit_and_go(event: dict[str, Any], *, people: bool, waited: bool, busy: bool) -> int:
    """Return all seats but the last, which is for a person.

    Return all seats if a person waits here, or no person is likely to come.
    """
    fills = people or (waited and not busy)
    return int(event["max_entries"]) - (0 if fills else 1)


def wanted_on_schedule(event: dict[str, Any], *, bots: int, now: datetime) -> int:
    """Return the entries that a scheduled event should have by now."""
    # A bot has no hands for cards of paper.
    if not event["may_enter"] or event["venue"] == "live":
        return 0
    left = datetime.fromisoformat(event["starts_at"]) - now
    progress = min((TRICKLE + ALL_THERE - left) / TRICKLE, 1)
    most = max(int(SHARE * bots), LEAST_ENTRIES, event["min_entries"])
    return int(most * max(progress, 0))


def entrants(bots: Sequence[Bot], event: int, count: int, *, most: int, dice: Random) -> list[Bot]:
    """Return the bots that enter an event now: those with the fewest entries, below ``most``."""
    free = [bot for bot in bots if event not in bot.entered and len(bot.entered) < most]
    dice.shuffle(free)
    free.sort(key=lambda bot: len(bot.entered))
    return free[: max(0, min(count, MOST_A_ROUND))]


class Recruiter:
    """The loop that reads the lobby every two seconds and enters a few bots."""

    def __init__(self, bots: Sequence[Bot], dice: Random) -> None:
        large = len(bots) > SMALL_ROOM
        for_play = min(PLAY_TABLES - 1 + PLAY_GUESTS, len(bots) // 3)
        self._players, bots = bots[:for_play], bots[for_play:]
        guests = sum(CASH_GUESTS) if large else 0
        fast = int(POOL_SHARE * len(bots)) if large else 0
        self._guests, self._fast = bots[:guests], bots[guests : guests + fast]
        self._bots = bots[guests + fast :]
        self._dice = dice
        self._seen: dict[int, datetime] = {}

    async def run(self) -> None:
        while True:
            try:
                await self._round(datetime.now(UTC))
            except (httpx2.HTTPError, ValueError) as error:
                log.info("the lobby does not answer", error=repr(error))
            await asyncio.sleep(ROUND_SECONDS)

    async def _round(self, now: datetime) -> None:
        listed = await self._bots[0].events(status="registering")
        running = await self._bots[0].events(status="running")
        going_on = {event["id"] for event in [*listed, *running]}
        for bot in self._bots:
            bot.entered &= going_on
        # Those that are about to start count as well, or one round would start them all.
        full = sum(event["kind"] == "sng" for event in running)
        for event in listed:
            if event["access"] != "open":
                continue
            most = MOST_EVENTS_A_BOT
            if event["kind"] == "sng":
                people = self._people_wait(event)
                wanted = wanted_in_sit_and_go(
                    event,
                    people=people,
                    waited=self._has_waited(event["id"], now),
                    busy=full >= SIT_AND_GOS_OF_BOTS,
                )
                full += wanted == event["max_entries"]
                most -= 0 if people else KEPT_FOR_PEOPLE
            else:
                wanted = wanted_on_schedule(event, bots=len(self._bots), now=now)
            count = wanted - event["entry_count"]
            for bot in entrants(self._bots, event["id"], count, most=most, dice=self._dice):
                await bot.register(event["id"])
        await self._fill_cash_tables()
        await self._fill_play_tables()
        await self._fill_pool()

    def _people_wait(self, event: dict[str, Any]) -> bool:
        """Return whether people have entered besides the bots."""
        return bool(event["entry_count"] > sum(event["id"] in bot.entered for bot in self._bots))

    def _has_waited(self, event: int, now: datetime) -> bool:
        # When the room opens, the first ones start at once: there must be something to watch.
        first_seen = now if self._seen else now - PATIENCE
        return now - self._seen.setdefault(event, first_seen) >= PATIENCE

    async def _fill_cash_tables(self) -> None:
        """Seat one bot per round; bots seated before a restart go on playing."""
        idle = [bot for bot in self._guests if not bot.chairs]
        if not idle:
            return
        bot = self._dice.choice(idle)
        money = [table for table in await bot.cash_tables() if not table["play_money"]]
        seated = [table for table in money if table["seated"]]
        if seated:
            bot.take(seated[0]["id"])
            return
        for table, count in zip(money, CASH_GUESTS, strict=False):
            if table["players"] < count and table["least_now"] <= table["most_now"]:
                await bot.sit_down(table["id"], table["most_now"])
                return

    async def _fill_play_tables(self) -> None:
        """Seat one bot per round; bots seated before a restart go on playing."""
        idle = [bot for bot in self._players if not bot.chairs]
        if not idle:
            return
        bot = self._dice.choice(idle)
        tables = [table for table in await bot.cash_tables() if table["play_money"]]
        seated = [table for table in tables if table["seated"]]
        if seated:
            bot.take(seated[0]["id"])
            return
        # A person who was here before the bots and waits alone comes first.
        wanted = [(table, 2) for table in tables if self._waits_alone(table)]
        wanted += [(table, 1) for table in tables[1:PLAY_TABLES]]
        for table, count in [*wanted, *((table, PLAY_GUESTS) for table in tables[:1])]:
            if table["players"] < count:
                await bot.sit_down(table["id"], table["most_now"])
                return

    def _waits_alone(self, table: dict[str, Any]) -> bool:
        """Return whether a person sits there alone."""
        of_bots = any(table["id"] in bot.chairs for bot in self._players)
        return table["players"] == 1 and not of_bots

    async def _fill_pool(self) -> None:
        """Send one bot per round into the first pool; bots already in it go on playing."""
        idle = [bot for bot in self._fast if not bot.entries]
        if not idle:
            return
        for pool in (await idle[-1].pools())[:1]:
            if pool["entries"]:
                idle[-1].play(pool["id"], pool["entries"][0], top_up=pool["most_buy_in"])
            elif pool["least_now"] <= pool["most_now"]:
                await idle[-1].join(pool["id"], pool["most_now"])
