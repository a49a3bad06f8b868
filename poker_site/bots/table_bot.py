"""One bot at one table: its view of the table, and its answers."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any

import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from poker_site.bots.strategy import choose
from tables.models.owners import owner
from tables.wire import difference

log = structlog.get_logger(__name__)

Frame = dict[str, Any]
# After these frames the player has nothing more to do at this table.
OVER = frozenset({"moved", "out", "closed"})
# Close codes after which a reconnect is useless: signed out, shut out, no such table.
FINAL = frozenset({4401, 4403, 4404})
# The probability that a bot takes the chips that it could buy.
BUYS = 0.6


class TableBot:
    """A player at one table until moved, out, or the table closes."""

    def __init__(
        self,
        *,
        url: str,
        at: str,
        headers: Mapping[str, str],
        think: Callable[[], float],
        buy: Callable[[str], Awaitable[object]],
        dice: Random,
        on_frame: Callable[[Frame], object],
    ) -> None:
        self._address = f"{url.replace('http', 'ws', 1)}/ws/tables/?at={at}"
        self._at = at
        self._headers = headers
        self._think = think
        self._buy = buy
        self._dice = dice
        self._on_frame = on_frame
        self._table: Frame = {}
        self._seat: int | None = None
        self._cards: list[str] = []
        self._cards_of: int | None = None
        self._answered = -1
        self._asked_for: set[tuple[str, int]] = set()

    async def play(self, *, retry: float) -> str:
        """Play until a frame ends it, and return its type, or "shut_out".

        Reconnects after ``retry`` seconds when cut off.
        """
        while True:
            try:
                async with connect(
                    self._address, additional_headers=self._headers, compression=None
                ) as socket:
                    # What was said on an earlier connection may be lost.
                    self._answered = -1
                    over = await self._listen(socket)
                    if over is not None:
                        return over
            except (OSError, TimeoutError, WebSocketException) as error:
                if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FINAL:
                    return "shut_out"
                log.info("cut off", address=self._address, error=repr(error))
            await asyncio.sleep(retry)

    async def _listen(self, socket: ClientConnection) -> str | None:
        async for text in socket:
            frame: Frame = json.loads(text)
            self._on_frame(frame)
            if frame["type"] in OVER:
                return str(frame["type"])
            if not self._learn(frame):
                await self._say(socket, {"type": "snapshot"})
                continue
            if self._has_gone():
                return "moved"
            if self._is_broke():
                await self._say(socket, {"type": "leave"})
            elif frame["type"] == "snapshot" and frame["you"]["away"]:
                await self._say(socket, {"type": "come_back"})
            if wish := self._wish():
                await self._buy(wish)
            if self._my_turn():
                await asyncio.sleep(self._think())
                await self._say(socket, self._act())
        return None

    async def _say(self, socket: ClientConnection, wish: Frame) -> None:
        await socket.send(json.dumps({"at": self._at, **wish}))

    def _learn(self, frame: Frame) -> bool:
        """Return whether the table is known; otherwise it must be fetched before the next act."""
        if frame["type"] == "refused":
            # Another player was quicker, or the clock was.
            return False
        if frame["type"] == "cards":
            self._cards, self._cards_of = frame["cards"], self._table.get("hand_no")
        elif frame["type"] == "snapshot":
            self._table, you = frame["table"], frame["you"]
            self._seat = you["seat"] if you else None
            self._cards = you["cards"] if you else []
            self._cards_of = self._table["hand_no"] if self._cards else None
        elif frame["type"] == "update" and frame["version"] > self._table["version"]:
            if frame["version"] > self._table["version"] + 1:
                return False
            self._table = difference.apply(self._table, frame["change"])
        return True

    def _wish(self) -> str | None:
        """Return a wish for chips, once each time: a rebuy without chips, an add-on in a break."""
        hand, notice = self._table.get("hand"), self._table.get("notice") or {}
        if self._seat is None or self._has_stays or (hand and not hand["finished"]):
            return None
        stacks = {seat["seat"]: seat["stack"] for seat in self._table["seats"]}
        kind = "rebuy" if stacks.get(self._seat) == 0 else "add_on"
        wish = (kind, self._table["hand_no"])
        if wish in self._asked_for or (kind == "add_on" and notice.get("kind") != "break"):
            return None
        self._asked_for.add(wish)
        return kind if self._dice.random() < BUYS else None

    def _is_mine(self, seat: Frame) -> bool:
        return bool(seat["seat"] == self._seat)

    def _has_gone(self) -> bool:
        """Return whether the bot has no seat here (any more).

        A tournament itself reports a seat that it takes away while the bot listens.
        """
        if not self._has_stays:
            return bool(self._table) and self._seat is None
        return not any(map(self._is_mine, self._table["seats"]))

    def _is_broke(self) -> bool:
        """Return whether the bot is out of chips at a cash table, which removes no player."""
        hand = self._table.get("hand")
        playing = hand is not None and not hand["finished"]
        mine = [seat for seat in self._table.get("seats", ()) if self._is_mine(seat)]
        return self._has_stays and not playing and any(seat["stack"] == 0 for seat in mine)

    @property
    def _has_stays(self) -> bool:
        its = owner(str(self._table.get("event")))
        return its.for_money or its.has_stays

    def _my_turn(self) -> bool:
        hand = self._table.get("hand")
        turn = hand and hand["turn"]
        # The cards follow the deal in a frame of their own: no answer before they are known.
        return bool(
            turn
            and turn["seat"] == self._seat
            and self._cards_of == self._table["hand_no"]
            and self._answered < self._table["version"]
        )

    def _act(self) -> Frame:
        self._answered = self._table["version"]
        action = choose(self._table["hand"], self._cards, self._dice)
        return {"type": "act", "action": action, "version": self._table["version"]}
