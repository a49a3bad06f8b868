"""A player's socket in a pool: it follows one entry from table to table (FAST-1)."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from django.utils import timezone

from core.refusal import Refusal
from core.types import Cents
from players import access
from tables import consumers, engine
from tables.consumers import Message, TableSocket
from tables.live import dealer
from tables.pools import cashier, entries, hall, play, told
from tables.refusals import Code, by_the_rules
from tables.wire import push, quotas
from tables.wire.frame_types import EntryFrame, SnapshotFrame
from tables.wire.hub import hub
from tables.wire.line import Letter
from tables.wire.mailbox import Mailbox

# What a frame asks for by its name alone.
VERBS: dict[str, Callable[..., None]] = {
    "sit_out": play.sit_out,
    "come_back": play.come_back,
    "new_hand": play.new_hand,
    "show": play.show,
    "stay": play.stay,
}


class PoolSocket(TableSocket):
    """The conversation with the socket of one entry."""

    def __init__(self, scope: Message, send: Callable[[Message], Awaitable[None]]) -> None:
        where = scope["url_route"]["kwargs"]
        self._pool_id: int = where["pool_id"]
        self._no: int = where["no"]
        where["table_id"] = hall.NOWHERE
        super().__init__(scope, send)
        # What is heard of the entry goes on to the player, and says which table to follow.
        self._ears = Mailbox(self._hear, self._give_up, self._look_again)
        self._moving = asyncio.Lock()
        # How many hands the entry had been dealt when its table was last shown whole.
        self._hands = 0
        self._channels: list[str] = []

    async def talk(self, receive: Callable[[], Awaitable[Message]]) -> None:
        """The entry and its table first, then whatever happens there, until the socket closes."""
        await receive()
        await self._send({"type": "websocket.accept"})
        ears: list[str] = []
        try:
            with self._expected():
                if (ears := await self._open_ears()) and await self._open():
                    while (message := await receive())["type"] == "websocket.receive":
                        await self._answer(message)
        finally:
            hub().leave(self._ears, ears)
            hub().leave(self._mailbox, self._channels)
            self._ears.close()
            self._mailbox.close()
            quotas.PURSE.forget(self)

    async def _open_ears(self) -> list[str]:
        """Listen to the entry before it is read; none where there is no such entry."""
        try:
            entry_id = await consumers.in_thread(self._find)
        except Exception as error:
            await self._end(self._named(error))
            return []
        ears = [push.entry_channel(entry_id)]
        await hub().join(self._ears, ears)
        return ears

    def _find(self) -> int:
        if self._visitor is None:
            raise Refusal(Code.LOGIN_REQUIRED)
        for refusal in access.turned_away([self._visitor], now=timezone.now()).values():
            raise refusal
        return entries.find(pool_id=self._pool_id, user_id=self.user_id, no=self._no).pk

    async def _open(self) -> bool:
        try:
            entry = await consumers.in_thread(self._entry)
            await self._send_text(self._text(entry))
            await self._move(entry["seat_at"])
            self._hands = entry["hands"]
            snapshot = await consumers.in_thread(self._snapshot)
        except Exception as error:
            await self._end(self._named(error))
            return False
        await self._send_text(self._text(snapshot))
        self._mailbox.open()
        self._ears.open()
        return True

    def _entry(self) -> EntryFrame:
        return told.frame(entries.find(pool_id=self._pool_id, user_id=self.user_id, no=self._no))

    def _snapshot(self) -> SnapshotFrame:
        """The table that is followed, or an empty one before the first hand."""
        if self.table_id == hall.NOWHERE:
            return hall.snapshot(pool_id=self._pool_id, now=timezone.now())
        return dealer.snapshot(table_id=self.table_id, user_id=self.user_id)

    async def _hear(self, news: bytes) -> None:
        """What the entry's channel says: on to the player, and after the entry.

        Each new hand is shown whole, also where the last one was played: what the table said
        meanwhile was other people's, and the seat is another.
        """
        self._mailbox.put(Letter(news))
        entry: EntryFrame = json.loads(news)
        if entry["seat_at"] is None:
            return
        is_next, self._hands = entry["hands"] > self._hands, max(entry["hands"], self._hands)
        if await self._move(entry["seat_at"]) or is_next:
            consumers.catching_up().ask(self._mailbox, table_id=self.table_id, user_id=self.user_id)

    async def _move(self, table_id: int | None) -> bool:
        """Listen to this table instead of the last one; False where it is the same."""
        async with self._moving:
            if table_id is None or table_id == self.table_id or self.user_id is None:
                return False
            channels = [
                push.table_channel(table_id),
                push.player_channel(table_id, self.user_id),
            ]
            await hub().join(self._mailbox, channels)
            hub().leave(self._mailbox, self._channels)
            self._channels, self.table_id = channels, table_id
            return True

    def _look_again(self) -> None:
        """News of the entry may have been lost."""
        self._in_background(self._catch_up_entry())

    async def _catch_up_entry(self) -> None:
        try:
            entry = await consumers.in_thread(self._entry)
        except Exception as error:
            await self._end(self._named(error))
            return
        await self._hear(self._text(entry))

    async def _obey(self, frame: Message) -> None:
        if frame.get("type") in ("ping", "snapshot"):
            await super()._obey(frame)
            return
        wish = partial(
            _verb(frame.get("type"), frame),
            pool_id=self._pool_id,
            user_id=self.user_id,
            no=self._no,
        )
        await consumers.in_thread(lambda: wish(now=timezone.now()))


async def pool_socket(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Message]],
    send: Callable[[Message], Awaitable[None]],
) -> None:
    """The ASGI application of ``/ws/pool/<id>/<entry>/``."""
    await PoolSocket(scope, send).talk(receive)


def _verb(kind: object, frame: Message) -> Callable[..., None]:
    taken = consumers.taken
    if kind == "act":
        version = taken(frame, "version", int)
        with by_the_rules():
            action = engine.Action.from_json(frame.get("action"))
        return partial(play.act, action=action, seen_version=version)
    if kind == "fold":
        view = taken(frame, "view", bool) if "view" in frame else False
        return partial(play.fold, hand_id=taken(frame, "hand", int), view=view)
    if kind == "top_up":
        amount = Cents(taken(frame, "amount", int))
        return partial(cashier.top_up, amount=amount, key=consumers.key_of(frame))
    if kind == "leave":
        after = taken(frame, "after_hand", bool) if "after_hand" in frame else False
        return partial(cashier.leave, after_hand=after)
    if not isinstance(kind, str) or kind not in VERBS:
        raise Refusal(Code.MALFORMED_MESSAGE)
    return VERBS[kind]
