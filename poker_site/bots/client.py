"""A bot: an ordinary account that plays over HTTP and websockets like any player."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

import httpx2
import structlog
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from poker_site.bots.pool_bot import PoolBot
from poker_site.bots.table_bot import TableBot

log = structlog.get_logger(__name__)

# Any value does: the server compares the cookie with the header.
CSRF = "b" * 32

# A bot that sits in all its events learns of a move at the table, and polls this much less often.
SEATED = 8

# The share of busted bots that would enter again; few events let them.
ENTERS_AGAIN = 0.5


@dataclass(frozen=True, slots=True)
class BotPace:
    """The delays of a bot: its time to think and its polling interval, seconds.

    ``hears``: it also polls when its page gets news, as people's pages do.
    """

    think: tuple[float, float]
    look: float
    hears: bool = False


PEOPLE = BotPace(think=(0.5, 2.4), look=20.0, hears=True)
FAST = BotPace(think=(0.0, 0.0), look=0.25)

OnFrame = Callable[[str, dict[str, Any]], None]


class Bot:
    """One player. ``session`` is the value of its login cookie.

    ``entered`` are the events that it is in from the beginning; ``on_frame`` gets each frame.
    """

    def __init__(
        self,
        *,
        name: str,
        session: str,
        url: str,
        pace: BotPace,
        dice: Random,
        entered: Iterable[int] = (),
        on_frame: OnFrame | None = None,
    ) -> None:
        self.name = name
        self.entered = set(entered)
        self.chairs: dict[int, asyncio.Task[None]] = {}
        # By pool and number.
        self.entries: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._pace = pace
        self._dice = dice
        self._on_frame = on_frame
        self._url = url
        self._news = asyncio.Event()
        self._ear: asyncio.Task[None] | None = None
        self._cookie = f"sessionid={session}; csrftoken={CSRF}"
        self._http = httpx2.AsyncClient(
            base_url=url,
            headers={"Cookie": self._cookie, "X-CSRFToken": CSRF, "Referer": url},
            timeout=20,
        )

    async def register(self, tournament: int) -> bool:
        """Enter an event; False when the room refuses."""
        answer = await self._http.post(f"/api/tournaments/{tournament}/register/")
        if answer.is_success:
            self.entered.add(tournament)
            self._news.set()
        return answer.is_success

    async def buy(self, tournament: int, kind: str) -> None:
        """Buy a rebuy or an add-on, where the room sells one; a refusal is an answer."""
        wish = {"key": f"{self._dice.getrandbits(64):x}"}
        try:
            await self._http.post(f"/api/tournaments/{tournament}/{kind}/", json=wish)
        except httpx2.HTTPError as error:
            log.info("no chips bought", bot=self.name, error=repr(error))

    async def events(self, **query: str) -> list[dict[str, Any]]:
        """Return the lobby's events, of every page of the list."""
        events: list[dict[str, Any]] = []
        address: str | None = "/api/tournaments/"
        while address:
            answer = await self._http.get(address, params=query)
            answer.raise_for_status()
            page = answer.json()
            events += page["results"]
            # The address of the next page repeats the query.
            address, query = page["next"], {}
        return events

    async def _enter_again(self, tournament: int) -> None:
        try:
            await self.register(tournament)
        except httpx2.HTTPError as error:
            log.info("not entered again", bot=self.name, error=repr(error))

    async def cash_tables(self) -> list[dict[str, Any]]:
        """Return the room's cash tables."""
        answer = await self._http.get("/api/cash/")
        answer.raise_for_status()
        return list(answer.json())

    async def sit_down(self, table: int, amount: int) -> bool:
        """Take a seat at a cash table with ``amount`` cents, and play; False when refused."""
        wish = {"amount": amount, "key": uuid4().hex, "posts": True}
        answer = await self._http.post(f"/api/cash/{table}/sit/", json=wish)
        if answer.is_success:
            self.take(table)
        return answer.is_success

    async def pools(self) -> list[dict[str, Any]]:
        """Return the room's fast-fold pools."""
        answer = await self._http.get("/api/pools/")
        answer.raise_for_status()
        return list(answer.json())

    async def join(self, pool: int, amount: int) -> bool:
        """Enter a pool with ``amount`` cents, and play; False when refused."""
        wish = {"amount": amount, "key": uuid4().hex}
        answer = await self._http.post(f"/api/pools/{pool}/join/", json=wish)
        if answer.is_success:
            self.play(pool, answer.json()["entry"], top_up=amount)
        return answer.is_success

    def play(self, pool: int, no: int, *, top_up: int) -> None:
        """Play an entry of the bot's own; after a loss it buys up to ``top_up`` cents again."""
        if (pool, no) not in self.entries:
            self.entries[pool, no] = asyncio.create_task(self._play(pool, no, top_up))

    async def _play(self, pool: int, no: int, top_up: int) -> None:
        player = PoolBot(
            url=self._url,
            at=f"pool/{pool}/{no}",
            headers={"Cookie": self._cookie, "Origin": self._url},
            think=lambda: self._dice.uniform(*self._pace.think),
            top_up=top_up,
            dice=self._dice,
            on_frame=lambda frame: self._on_frame and self._on_frame(self.name, frame),
        )
        try:
            await player.play(retry=self._pace.look)
        finally:
            self.entries.pop((pool, no), None)

    async def run(self) -> None:
        """Play wherever a seat is waiting, for ever; outlives a server that restarts."""
        try:
            while True:
                try:
                    await self._look()
                except (httpx2.HTTPError, ValueError) as error:
                    log.info("the room does not answer", bot=self.name, error=repr(error))
                self._prick_up()
                await self._rest()
        finally:
            self._lay_back()
            for task in [*self.chairs.values(), *self.entries.values()]:
                task.cancel()
            await self._http.aclose()

    def _prick_up(self) -> None:
        """Listen for news while waiting for a seat; a table sends its own frames."""
        if len(self.chairs) >= len(self.entered):
            self._lay_back()
        elif self._pace.hears and self._ear is None:
            self._ear = asyncio.create_task(self._listen())

    def _lay_back(self) -> None:
        if self._ear is not None:
            self._ear.cancel()
            self._ear = None

    async def _listen(self) -> None:
        """Poll when there is news, except news of the tables where the bot already sits."""
        while True:
            here = ",".join(map(str, self.chairs))
            try:
                async with self._connect(f"/ws/me/?here={here}") as page:
                    async for text in page:
                        if json.loads(text)["type"] == "strip":
                            self._news.set()
            except (OSError, TimeoutError, WebSocketException) as error:
                log.info("cut off", bot=self.name, error=repr(error))
            await asyncio.sleep(self._pace.look)

    def _connect(self, path: str) -> connect:
        address = self._url.replace("http", "ws", 1) + path
        headers = {"Cookie": self._cookie, "Origin": self._url}
        return connect(address, additional_headers=headers, compression=None)

    async def _rest(self) -> None:
        # Nothing entered: nothing to poll for until something is.
        look = self._pace.look if self.entered else None
        if look is not None and len(self.chairs) >= len(self.entered):
            look *= SEATED
        try:
            async with asyncio.timeout(look):
                await self._news.wait()
        except TimeoutError:
            return
        self._news.clear()

    async def _look(self) -> None:
        answer = await self._http.get("/api/me/")
        answer.raise_for_status()
        for seat in answer.json()["seats"]:
            table, tournament = seat["table"], seat["tournament"]
            self.entered.add(tournament)
            self.take(table, tournament)

    def take(self, table: int, tournament: int | None = None) -> None:
        """Play at a table where it has a seat."""
        if table not in self.chairs:
            self.chairs[table] = asyncio.create_task(self._sit(table, tournament))

    async def _sit(self, table: int, tournament: int | None) -> None:
        async def buy(kind: str) -> None:
            if tournament is not None:
                await self.buy(tournament, kind)

        player = TableBot(
            url=self._url,
            at=f"table/{table}",
            headers={"Cookie": self._cookie, "Origin": self._url},
            think=lambda: self._dice.uniform(*self._pace.think),
            buy=buy,
            dice=self._dice,
            on_frame=lambda frame: self._on_frame and self._on_frame(self.name, frame),
        )
        try:
            if await player.play(retry=self._pace.look) == "out" and tournament is not None:
                self.entered.discard(tournament)
                if self._dice.random() < ENTERS_AGAIN:
                    await self._enter_again(tournament)
        finally:
            self.chairs.pop(table, None)
            self._news.set()
