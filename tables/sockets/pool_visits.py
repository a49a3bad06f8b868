"""A visit to a pool: it follows one entry of the player from table to table (FAST-1)."""

import asyncio
import json
from collections.abc import Callable
from functools import partial

from core import room_clock
from core.refusal import Refusal
from tables.models import PoolEntry
from tables.pools import cashier, entries, entry_frames, play
from tables.refusals import TableCode
from tables.sockets.visits import Host, Visit, in_thread, in_turn, verb_of
from tables.wire import push
from tables.wire.frame_types import EntryFrame, SnapshotFrame
from tables.wire.hub import hub
from tables.wire.mailbox import Mailbox
from tables.wire.prepared_frame import PreparedFrame
from tables.wire.wishes import (
    ActWish,
    ComeBackWish,
    FoldWish,
    LeaveWish,
    NewHandWish,
    ShowWish,
    SitOutWish,
    SnapshotWish,
    StayWish,
    TopUpWish,
    UnreadableWish,
    Wish,
)

VERBS: dict[type, Callable[..., object]] = {
    ActWish: play.act,
    FoldWish: play.fold,
    ShowWish: play.show,
    TopUpWish: cashier.top_up,
    LeaveWish: cashier.leave,
    SitOutWish: play.sit_out,
    ComeBackWish: play.come_back,
    NewHandWish: play.new_hand,
    StayWish: play.stay,
}


class PoolVisit(Visit):
    """The visit of one entry, through all its tables, from joining to parting."""

    def __init__(self, host: Host, at: str, *, pool_id: int, no: int) -> None:
        super().__init__(host, at, entry_frames.NOWHERE)
        self._pool_id = pool_id
        self._no = no
        # News of the entry is passed on to the player, and names the table to follow.
        self._ears = Mailbox(self._hear, host.give_up, self._look_again)
        self._ear_channels: list[str] = []
        self._moving = asyncio.Lock()
        # Hands dealt to the entry at the time of the last snapshot.
        self._hands = 0
        self._background: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        self._ears.close()
        super().close()

    async def _open(self) -> None:
        # Subscribed to before the read: nothing can be lost between the two.
        self._ear_channels = [push.entry_channel((await in_thread(self._find)).pk)]
        await hub().join(self._ears, self._ear_channels)
        entry = await in_thread(self._entry)
        await self._tell(self._text(entry))
        await self._move(entry["seat_at"])
        self._hands = entry["hands"]
        snapshot = await in_thread(self._snapshot)
        await self._tell(self._text(snapshot))
        self._mailbox.open()
        self._ears.open()

    def _leave(self) -> None:
        for task in self._background:
            task.cancel()
        hub().leave(self._ears, self._ear_channels)
        self._ears.close()
        super()._leave()

    async def _answer_all(self) -> None:
        # No presence here: it would reveal who has gone on to another hand.
        await self._answer_on()

    def _find(self) -> PoolEntry:
        """Return the player's entry; LOGIN_REQUIRED, NOT_IN_POOL, refusals of ``_let_in``."""
        if self._host.visitor is None:
            raise Refusal(TableCode.LOGIN_REQUIRED)
        self._let_in()
        return self._mine()

    def _mine(self) -> PoolEntry:
        return entries.find(pool_id=self._pool_id, user_id=self._host.user_id, no=self._no)

    def _entry(self) -> EntryFrame:
        return entry_frames.frame(self._mine())

    def _snapshot(self) -> SnapshotFrame:
        """Return a snapshot of the followed table, or of an empty one before the first hand."""
        if self.table_id == entry_frames.NOWHERE:
            return entry_frames.empty_table(pool_id=self._pool_id, now=room_clock.now())
        return super()._snapshot()

    async def _hear(self, news: bytes) -> None:
        """Pass news of the entry on to the player, and follow the entry to its table.

        Each new hand begins with a snapshot, also at the same table: the frames in between were of
        another hand, and the seat is another.
        """
        self._mailbox.put(PreparedFrame(news))
        entry: EntryFrame = json.loads(news)
        if entry["seat_at"] is None:
            return
        is_next, self._hands = entry["hands"] > self._hands, max(entry["hands"], self._hands)
        if await self._move(entry["seat_at"]) or is_next:
            self._catch_up()

    async def _move(self, table_id: int | None) -> bool:
        """Subscribe to this table instead of the last one; return False if it is the same.

        Also False for None."""
        async with self._moving:
            if table_id is None or table_id == self.table_id or self._host.user_id is None:
                return False
            channels = [
                push.table_channel(table_id),
                push.player_channel(table_id, self._host.user_id),
            ]
            # Stored before they are joined: if cancelled meanwhile, ``_leave`` leaves the new ones.
            before, self._channels = self._channels, channels
            try:
                await hub().join(self._mailbox, channels)
            finally:
                hub().leave(self._mailbox, before)
            self.table_id = table_id
            return True

    def _look_again(self) -> None:
        """Read the entry again in the background: its news may have been lost."""
        task: asyncio.Task[None] = asyncio.create_task(self._catch_up_entry())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _catch_up_entry(self) -> None:
        try:
            entry = await in_turn(self._entry)
        except Exception as error:
            await self._host.turn_away(self, self._host.named(error))
            return
        await self._hear(self._text(entry))

    async def _obey(self, wish: Wish | UnreadableWish) -> None:
        if isinstance(wish, SnapshotWish):
            await super()._obey(wish)
            return
        verb = partial(
            verb_of(wish, VERBS),
            pool_id=self._pool_id,
            user_id=self._host.user_id,
            no=self._no,
        )
        await in_thread(lambda: verb(now=room_clock.now()))
