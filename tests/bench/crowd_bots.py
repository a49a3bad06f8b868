"""One process of the crowd: some hundred bots of one tournament, each over a websocket of its own.

Started by ``crowd``: reads what to do from its standard input, and writes what it saw, both JSON.
A thousand of them share a processor with the room that they measure.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tables.wire import difference
from tournaments.simulation.players import rank

CSRF = "b" * 32
# Requests at once: registering and looking for seats is not what is measured.
REQUESTS = 6
RETRY_SECONDS = 1.0


class Crowd:
    """What the bots of this process share."""

    def __init__(self, *, url: str, event: int, think: tuple[float, float]) -> None:
        self.url, self.event, self.think = url, event, think
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.cut_off = 0
        self._gate = asyncio.Semaphore(REQUESTS)
        # A connection kept alive may be closed just when it is wanted again.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.AsyncClient(base_url=url, timeout=60, limits=limits)

    async def get(self, path: str) -> Any:
        async with self._gate:
            answer = await self._http.get(path)
        answer.raise_for_status()
        return answer.json()

    async def register(self, cookie: str) -> None:
        headers = {"Cookie": cookie, "X-CSRFToken": CSRF, "Referer": self.url}
        async with self._gate:
            answer = await self._http.post(
                f"/api/tournaments/{self.event}/register/", headers=headers
            )
        answer.raise_for_status()

    async def started(self) -> None:
        while (await self.get(f"/api/tournaments/{self.event}/"))["status"] == "registering":
            await asyncio.sleep(RETRY_SECONDS)

    async def table_of(self, cookie: str) -> int | None:
        """Where somebody sits, by their own account."""
        async with self._gate:
            answer = await self._http.get("/api/me/", headers={"Cookie": cookie})
        answer.raise_for_status()
        seats = [seat for seat in answer.json()["seats"] if seat["tournament"] == self.event]
        return int(seats[0]["table"]) if seats else None

    async def seats(self) -> dict[str, int]:
        """Everybody's table, by name."""
        tables = (await self.get(f"/api/tournaments/{self.event}/"))["tables"]
        found = await asyncio.gather(*(self.get(f"/api/tables/{pk}/") for pk in tables))
        shown = [snapshot["table"] for snapshot in found]
        return {seat["name"]: table["id"] for table in shown for seat in table["seats"]}


class Bot:
    """One player, from its first table to its last hand."""

    def __init__(self, crowd: Crowd, *, name: str, session: str, seed: int) -> None:
        self.crowd, self.name = crowd, name
        self.cookie = f"sessionid={session}; csrftoken={CSRF}"
        self._dice = Random(seed)
        self._at = ""
        self._seat = 0
        self._table: dict[str, Any] = {}
        self._cards = ""
        self._pending = False
        self._sent_at: float | None = None

    async def play(self, table: int | None) -> None:
        """Until the event is over for it."""
        while table is not None:
            try:
                async with connect(
                    f"{self.crowd.url.replace('http', 'ws', 1)}/ws/tables/?at=table/{table}",
                    additional_headers={"Cookie": self.cookie, "Origin": self.crowd.url},
                    compression=None,
                    open_timeout=60,
                    ping_interval=None,
                ) as socket:
                    self._at = f"table/{table}"
                    table = await self._sit(socket, table)
            except (OSError, TimeoutError, WebSocketException, httpx.HTTPError):
                self.crowd.cut_off += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def _sit(self, socket: ClientConnection, table: int) -> int | None:
        """The next table; None when it is out."""
        async for text in socket:
            assert isinstance(text, str)
            kind = text[9 : text.index('"', 9)]
            if kind == "update":
                await self._hear(socket, orjson.loads(text))
            elif kind == "snapshot":
                frame = orjson.loads(text)
                if frame["you"] is None:
                    return await self.crowd.table_of(self.cookie)
                await self._look(socket, frame)
            elif kind == "moved":
                return int(orjson.loads(text)["table"])
            elif kind == "out":
                return None
            elif kind == "closed":
                return await self.crowd.table_of(self.cookie)
            else:
                await self._react(socket, kind, text)
        return table

    async def _react(self, socket: ClientConnection, kind: str, text: str) -> None:
        if kind == "cards":
            self._cards = "".join(orjson.loads(text)["cards"])
            await self._answer(socket)
        elif kind == "refused":
            code = orjson.loads(text)["code"]
            self.crowd.refused[code] = self.crowd.refused.get(code, 0) + 1
            self._sent_at = None
            await self._say(socket, {"type": "snapshot"})

    async def _look(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        you = frame["you"]
        self._seat, self._cards = you["seat"], "".join(you["cards"] or ())
        self._table = frame["table"]
        if you["away"]:
            await self._say(socket, {"type": "come_back"})
        await self._answer_in_turn(socket)

    async def _hear(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        if self._sent_at is not None:
            self.crowd.latencies.append(time.perf_counter() - self._sent_at)
            self._sent_at = None
        missed = frame["version"] - self._table.get("version", frame["version"]) - 1
        if missed > 0:
            await self._say(socket, {"type": "snapshot"})
        if missed:
            return
        self._table = difference.apply(self._table, frame["change"])
        if any(event["e"] == "start" for event in frame["events"]):
            self._cards = ""
        await self._answer_in_turn(socket)

    async def _answer_in_turn(self, socket: ClientConnection) -> None:
        hand = self._table["hand"]
        if hand and hand["turn"] and hand["turn"]["seat"] == self._seat:
            self._pending = True
            await self._answer(socket)

    async def _answer(self, socket: ClientConnection) -> None:
        """Act, once cards and turn are both known: they come in frames of their own."""
        if not self._pending or not self._cards:
            return
        self._pending = False
        await asyncio.sleep(self._dice.uniform(*self.crowd.think))
        action = choose(self._table["hand"], self._cards, self._dice)
        wish = {"type": "act", "action": action, "version": self._table["version"]}
        self._sent_at = time.perf_counter()
        await self._say(socket, wish)

    async def _say(self, socket: ClientConnection, wish: dict[str, Any]) -> None:
        await socket.send(orjson.dumps({"at": self._at, **wish}).decode())


def choose(hand: dict[str, Any], cards: str, dice: Random) -> dict[str, Any]:
    """All in with the better hands, along with fair ones for little, else out."""
    legal, strength = hand["turn"]["legal"], rank(cards)
    first = hand["street"] == "preflop"
    if strength > 0.9 and legal["all_in"] and (first or dice.random() < 0.3):
        return {"kind": "all_in"}
    if legal["check"]:
        return {"kind": "check"}
    cheap = legal["call"] <= hand["stakes"]["big_blind"]
    if strength > 0.85 or (cheap and strength > 0.5):
        return {"kind": "call"}
    return {"kind": "fold"}


async def main(order: dict[str, Any]) -> dict[str, Any]:
    crowd = Crowd(url=order["url"], event=order["event"], think=tuple(order["think"]))
    bots = [
        Bot(crowd, name=name, session=session, seed=number)
        for number, (name, session) in enumerate(order["sessions"])
    ]
    begun = time.perf_counter()
    registered = 0.0
    with suppress(TimeoutError):
        async with asyncio.timeout(order["seconds"]):
            await asyncio.gather(*(crowd.register(bot.cookie) for bot in bots))
            registered = time.perf_counter() - begun
            await crowd.started()
            seats = await crowd.seats()
            await asyncio.gather(*(bot.play(seats.get(bot.name)) for bot in bots))
    return {
        "registered_seconds": registered,
        "latencies": crowd.latencies,
        "refused": crowd.refused,
        "cut_off": crowd.cut_off,
    }


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.load(sys.stdin)))))
