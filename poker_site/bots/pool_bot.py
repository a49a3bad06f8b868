"""One bot's entry in a pool: from table to table, folding early what it would fold anyway."""

import asyncio
import json
from collections.abc import Callable, Mapping
from random import Random
from uuid import uuid4

from websockets.asyncio.client import ClientConnection

from poker_site.bots.table_bot import Frame, TableBot
from tables.engine.cards import RANKS

# The probability that a bot folds a poor hand early, and that it watches one that it folds.
EARLY, WATCHES = 0.6, 0.03


class PoolBot(TableBot):
    """Plays one entry until it has left the pool."""

    def __init__(
        self,
        *,
        url: str,
        at: str,
        headers: Mapping[str, str],
        think: Callable[[], float],
        top_up: int,
        dice: Random,
        on_frame: Callable[[Frame], object],
    ) -> None:
        async def buys_nothing(kind: str) -> None:
            return None

        super().__init__(
            url=url,
            at=at,
            headers=headers,
            think=think,
            buy=buys_nothing,
            dice=dice,
            on_frame=on_frame,
        )
        self._top_up = top_up
        self._entry: Frame = {}

    async def _listen(self, socket: ClientConnection) -> str | None:
        async for text in socket:
            frame: Frame = json.loads(text)
            self._on_frame(frame)
            if frame["type"] == "entry":
                self._entry = frame
                if frame["state"] == "gone":
                    return "out"
                if wish := self._between_hands():
                    await self._say(socket, wish)
                continue
            if self._is_elsewhere(frame):
                continue
            if frame["type"] == "snapshot" and frame["table"]["id"] != self._table.get("id"):
                # Every table counts its own versions.
                self._answered = -1
            if not self._learn(frame):
                await self._say(socket, {"type": "snapshot"})
                continue
            if wish := self._answer():
                await asyncio.sleep(self._think())
                await self._say(socket, wish)
        return None

    def _is_elsewhere(self, frame: Frame) -> bool:
        """Return whether a frame is of a table that this entry has left, or has not seen yet."""
        if frame["type"] in ("snapshot", "refused", "pong"):
            return False
        return bool(frame.get("table_id") != self._table.get("id"))

    def _between_hands(self) -> Frame | None:
        """Return the wish of an entry between hands: on to the next one, with enough chips."""
        if self._entry["state"] == "watching":
            return {"type": "new_hand"}
        if self._entry["state"] != "out" or self._entry["leaving"]:
            return None
        if self._entry["free"] < self._top_up // 10:
            wish = self._top_up - self._entry["free"] - self._entry["at_stake"]
            return {"type": "top_up", "amount": wish, "key": uuid4().hex}
        return {"type": "come_back"}

    def _answer(self) -> Frame | None:
        if self._entry.get("seat_at") != self._table.get("id"):
            return None
        if self._my_turn():
            action = self._act()
            return self._fold() if action["action"]["kind"] == "fold" else action
        return self._fold() if self._folds_now() else None

    def _fold(self) -> Frame:
        self._answered = self._table["version"]
        view = self._dice.random() < WATCHES
        return {"type": "fold", "hand": self._table["hand_id"], "view": view}

    def _folds_now(self) -> bool:
        """Return whether to fold a poor hand before its turn; asked once per hand."""
        hand, wish = self._table["hand"], ("fold_now", self._table["hand_no"])
        seats = {seat["seat"]: seat for seat in hand["seats"]} if hand else {}
        mine = seats.get(self._seat)
        if mine is None or hand["board"] or hand["finished"] or wish in self._asked_for:
            return False
        if self._cards_of != self._table["hand_no"] or mine["status"] != "active":
            return False
        self._asked_for = {wish}
        return hand["bet"] > mine["bet"] and _is_poor(self._cards) and self._dice.random() < EARLY


def _is_poor(cards: list[str]) -> bool:
    """Return whether the cards have no pair, no suit, and nothing above a nine."""
    ranks = [RANKS.index(card[0]) for card in cards]
    suited = len({card[1] for card in cards}) == 1
    return bool(cards) and max(ranks) <= RANKS.index("9") and len(set(ranks)) > 1 and not suited
