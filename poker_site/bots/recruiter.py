"""Sends the demo's bots to events, so that there is always something to watch and to join."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import httpx
import structlog

from poker_site.bots.client import Bot

log = structlog.get_logger(__name__)

ROUND_SECONDS = 2.0
MOST_EVENTS_A_BOT = 2
# A Sit&Go keeps its last seat for a person this long, then a bot takes it if few are running.
PATIENCE = timedelta(seconds=75)
SIT_AND_GOS_OF_BOTS = 2
# At the first cash tables so many bots sit, who play nothing else; the other tables are left to
# people. In a small room all bots go to the events.
CASH_GUESTS = (3, 2, 2)
SMALL_ROOM = 20
# At each table for play money but the first one bot waits, whatever the room's size: a guest is
# dealt in at once. At the first there is a game to watch, if bots are left.
PLAY_TABLES = 3
PLAY_GUESTS = 3
# This share of them plays the first pool, and nothing else: a pool needs many.
POOL_SHARE = 1 / 3
# A scheduled event draws about this share of the bots, trickling in while it is announced.
SHARE = 0.55
TRICKLE = timedelta(minutes=4)


class Recruiter:
    """Looks at the lobby every two seconds and enters a few bots."""

    def __init__(self, bots: Sequence[Bot], dice: Random) -> None:
        large = len(bots) > SMALL_ROOM
        for_play = min(PLAY_TABLES - 1 + PLAY_GUESTS, len(bots) // 3)
        self._players, bots = bots[:for_play], bots[for_play:]
        kept = sum(CASH_GUESTS) if large else 0
        fast = int(POOL_SHARE * len(bots)) if large else 0
        self._guests, self._fast = bots[:kept], bots[kept : kept + fast]
        self._bots = bots[kept + fast :]
        self._dice = dice
        self._seen: dict[int, datetime] = {}

    async def run(self) -> None:
        while True:
            try:
                await self._round(datetime.now(UTC))
            except (httpx.HTTPError, ValueError) as error:
                log.info("the lobby does not answer", error=repr(error))
            await asyncio.sleep(ROUND_SECONDS)

    async def _round(self, now: datetime) -> None:
        listed = await self._bots[0].events(status="registering")
        events = [event for event in listed if event["access"] == "open"]
        running = await self._bots[0].events(status="running", kind="sng")
        # Those that are about to start count as well, or one round would start them all.
        full = len(running)
        for event in events:
            if event["kind"] == "sng":
                wanted = self._for_lobby(event, now, busy=full >= SIT_AND_GOS_OF_BOTS)
                full += wanted == event["max_entries"]
            else:
                wanted = self._for_schedule(event, now)
            await self._enter(event["id"], min(wanted - event["entry_count"], 3))
        await self._fill_cash_tables()
        await self._fill_play_tables()
        await self._fill_pool()

    async def _fill_cash_tables(self) -> None:
        """One bot a round, of those who do not sit yet."""
        idle = [bot for bot in self._guests if not bot.chairs]
        if not idle:
            return
        money = [table for table in await idle[0].cash_tables() if not table["play_money"]]
        for table, wanted in zip(money, CASH_GUESTS, strict=False):
            if idle and table["players"] < wanted and table["least_now"] <= table["most_now"]:
                await idle.pop().sit_down(table["id"], table["most_now"])

    async def _fill_play_tables(self) -> None:
        """One bot a round; who sits there since before the bots began goes on playing."""
        idle = [bot for bot in self._players if not bot.chairs]
        if not idle:
            return
        bot = idle[-1]
        tables = [table for table in await bot.cash_tables() if table["play_money"]]
        seated = [table for table in tables if table["seated"]]
        if seated:
            bot.take(seated[0]["id"])
            return
        # Whoever came before the bots and waits alone comes first.
        wanted = [(table, 2) for table in tables if self._waits_alone(table)]
        wanted += [(table, 1) for table in tables[1:PLAY_TABLES]]
        for table, count in [*wanted, *((table, PLAY_GUESTS) for table in tables[:1])]:
            if table["players"] < count:
                await bot.sit_down(table["id"], table["most_now"])
                return

    def _waits_alone(self, table: dict[str, Any]) -> bool:
        """Whether a person sits there and nobody else."""
        of_bots = any(table["id"] in bot.chairs for bot in self._players)
        return table["players"] == 1 and not of_bots

    async def _fill_pool(self) -> None:
        """One bot a round comes into the first pool; who is there already goes on playing."""
        idle = [bot for bot in self._fast if not bot.entries]
        if not idle:
            return
        for pool in (await idle[-1].pools())[:1]:
            if pool["entries"]:
                idle[-1].play(pool["id"], pool["entries"][0], top_up=pool["most_buy_in"])
            elif pool["least_now"] <= pool["most_now"]:
                await idle[-1].join(pool["id"], pool["most_now"])

    def _for_lobby(self, event: dict[str, Any], now: datetime, *, busy: bool) -> int:
        """All seats but the last: it is for a person, unless one sits already or nobody comes."""
        # When the room opens, the first ones start at once: there must be something to watch.
        first_seen = now if self._seen else now - PATIENCE
        waited = now - self._seen.setdefault(event["id"], first_seen) >= PATIENCE
        of_bots = sum(event["id"] in bot.entered for bot in self._bots)
        full = event["entry_count"] > of_bots or (waited and not busy)
        return int(event["max_entries"]) - (0 if full else 1)

    def _for_schedule(self, event: dict[str, Any], now: datetime) -> int:
        # A bot has no hands for cards of paper.
        if not event["may_enter"] or event["venue"] == "live":
            return 0
        left = datetime.fromisoformat(event["starts_at"]) - now
        progress = 1 - max(left, timedelta()) / TRICKLE
        return int(SHARE * len(self._bots) * max(progress, 0))

    async def _enter(self, event: int, count: int) -> None:
        free = [
            bot
            for bot in self._bots
            if len(bot.entered) < MOST_EVENTS_A_BOT and event not in bot.entered
        ]
        for bot in self._dice.sample(free, max(0, min(count, len(free)))):
            await bot.register(event)
