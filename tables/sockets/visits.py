"""One table on a player's (or spectator's) socket: wishes in, verbs called, frames out."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from core import room_clock
from core.refusal import Refusal
from core.request_id import CURRENT
from core.settings import room_time
from core.types import Cents, UserId
from payouts.events import EventRef
from players import access
from players.access import Visitor
from players.models import User
from tables import engine
from tables.cash import cashier
from tables.live import dealer, frames
from tables.models import POOL, Table
from tables.refusals import TableCode, by_the_rules
from tables.sockets.threads import Threads
from tables.wire import push, spectators, web_heartbeats
from tables.wire.event_loop import PerLoop
from tables.wire.frame_types import Frame, SnapshotFrame
from tables.wire.hub import hub
from tables.wire.lost_frames import lost_frame_watch
from tables.wire.mailbox import Mailbox
from tables.wire.one_reader import OneReader
from tables.wire.outage_snapshots import OutageSnapshots
from tables.wire.prepared_frame import PreparedFrame, SocketLine
from tables.wire.table_presence import presence_tracker
from tables.wire.wishes import (
    ActWish,
    ChooseWish,
    ComeBackWish,
    FoldWish,
    LeaveWish,
    ShowWish,
    SitOutWish,
    SnapshotWish,
    StayWish,
    TopUpWish,
    UnreadableWish,
    Wish,
)

T = TypeVar("T")
Message = dict[str, Any]

# Most wishes queued at one table; no player needs so many.
WAITING = 32

VERBS: dict[type, Callable[..., object]] = {
    ActWish: dealer.act,
    ShowWish: dealer.show,
    TopUpWish: cashier.top_up,
    LeaveWish: cashier.leave,
    ChooseWish: cashier.choose,
    SitOutWish: dealer.sit_out,
    ComeBackWish: dealer.come_back,
    StayWish: cashier.stay,
}

# Concurrent reads that no player asked for: after an outage of Redis all pages and all entries of
# pools read at once, and actions of players must not queue behind them.
LOOKS_AT_ONCE = 2

# Database work of all sockets of this process, with half of the pool's connections at most: a busy
# thread keeps its own, and pages need some too.
_threads = Threads(max(1, min(8, settings.DATABASE_POOL // 2)), name="table")


class Host(Protocol):
    """The socket of a visit."""

    user: User | AnonymousUser
    user_id: UserId | None
    visitor: Visitor | None
    line: SocketLine | None
    over: bool

    async def send_text(self, frame: bytes) -> None:
        """Send a frame at once."""

    def give_up(self) -> None:
        """Close the socket of a slow reader, without waiting."""

    def named(self, error: Exception) -> Refusal:
        """Return the refusal to send for an error; unexpected errors are logged."""

    def refused(self, refusal: Refusal, *, version: int | None = None, at: str = "") -> bytes:
        """Return a refusal as an encoded frame."""

    async def turn_away(self, visit: "Visit", refusal: Refusal) -> None:
        """End one visit with its reason; other visits go on."""


class Visit:
    """A visit to a table, from joining to parting; ``at`` is the client's name for the table."""

    def __init__(self, host: Host, at: str, table_id: int) -> None:
        self.at = at
        self.table_id = table_id
        self._host = host
        self._mailbox = Mailbox(host.send_text, host.give_up, self._catch_up, host.line)
        self._channels: list[str] = []
        # None marks the end.
        self._wishes: OneReader[Wish | UnreadableWish | None] = OneReader()

    async def stay(self) -> None:
        """Send a snapshot and then all frames of the table, and obey wishes, until parting."""
        lost_frame_watch()
        web_heartbeats.begin()
        try:
            try:
                await self._open()
            except Exception as error:
                await self._host.turn_away(self, self._host.named(error))
                return
            await self._answer_all()
        finally:
            self._leave()

    def wish(self, wish: Wish | UnreadableWish) -> bool:
        """Queue a wish behind earlier ones; return False if too many wait."""
        if self._wishes.qsize() >= WAITING:
            return False
        self._wishes.put_nowait(wish)
        return True

    def part(self) -> None:
        """End the visit after all queued wishes."""
        self._wishes.put_nowait(None)

    def close(self) -> None:
        """Send no more frames."""
        self._mailbox.close()

    async def _open(self) -> None:
        channels = [push.table_channel(self.table_id)]
        if self._host.user_id is not None:
            channels.append(push.player_channel(self.table_id, self._host.user_id))
        # Joined before the snapshot is read: nothing can be lost between the two.
        self._channels = channels
        await hub().join(self._mailbox, channels)
        snapshot = await in_thread(self._first_snapshot)
        first: list[Frame] = [snapshot]
        if snapshot["table"]["status"] == Table.Status.CLOSED:
            first.append(frames.closed())
        for frame in first:
            await self._tell(self._text(frame))
        self._mailbox.open()

    async def _tell(self, frame: bytes) -> None:
        # A client that has left meanwhile is no error.
        with suppress(OSError, RuntimeError):
            await self._host.send_text(frame)

    def _leave(self) -> None:
        hub().leave(self._mailbox, self._channels)
        self._mailbox.close()

    async def _answer_all(self) -> None:
        with presence_tracker().expect(self.table_id, self._host.user_id):
            await self._answer_on()

    async def _answer_on(self) -> None:
        while (wish := await self._wishes.get()) is not None:
            await self._answer(wish)

    async def _answer(self, wish: Wish | UnreadableWish) -> None:
        """Grant a wish; answer any error with a refusal."""
        if self._host.over:
            return
        try:
            await self._obey(wish)
        except Exception as error:
            version = wish.version if isinstance(wish, ActWish | UnreadableWish) else None
            refusal = self._host.refused(self._host.named(error), version=version, at=self.at)
            self._mailbox.put(PreparedFrame(refusal))

    async def _obey(self, wish: Wish | UnreadableWish) -> None:
        if isinstance(wish, SnapshotWish):
            self._mailbox.put(PreparedFrame(self._text(await in_thread(self._snapshot))))
            return
        if self._host.user_id is None:
            raise Refusal(TableCode.LOGIN_REQUIRED)
        verb = partial(verb_of(wish, VERBS), table_id=self.table_id, user_id=self._host.user_id)
        await in_thread(lambda: verb(now=room_clock.now()))

    def _snapshot(self) -> SnapshotFrame:
        return dealer.snapshot(table_id=self.table_id, user_id=self._host.user_id)

    def _first_snapshot(self) -> SnapshotFrame:
        """Return the snapshot after a check of access; spectators are checked only here, and may
        then watch to the end. NO_SUCH_TABLE, PRIVATE_TABLE, TABLE_OF_A_POOL, and the refusals of
        ``access.turned_away``."""
        self._let_in()
        snapshot = self._snapshot()
        event = snapshot["table"]["event"]
        if EventRef.id_in(event, kind=POOL) is not None:
            # Presence there would reveal who has gone on to another hand (FAST-1).
            raise Refusal(TableCode.TABLE_OF_A_POOL)
        if snapshot["you"] is None:
            spectators.check(event, self._host.user)
        return snapshot

    def _let_in(self) -> None:
        """Refuse a player without a valid session or barred from tables."""
        if self._host.visitor is not None:
            turned_away = access.turned_away([self._host.visitor], now=room_clock.now())
            for refusal in turned_away.values():
                raise refusal

    def _text(self, frame: Frame) -> bytes:
        return push.text(frame, self.table_id, at=self.at)

    def _catch_up(self) -> None:
        # As if the client had noticed the gap and asked for a snapshot.
        outage_snapshots().ask(self._mailbox, table_id=self.table_id, user_id=self._host.user_id)


def verb_of(
    wish: Wish | UnreadableWish, verbs: Mapping[type, Callable[..., object]]
) -> Callable[..., object]:
    """Return the verb of a wish with its arguments; MALFORMED_MESSAGE, and MALFORMED of an
    action."""
    verb = verbs.get(type(wish))
    if verb is None:
        raise Refusal(TableCode.MALFORMED_MESSAGE)
    match wish:
        case ActWish():
            with by_the_rules():
                action = engine.Action.from_json(wish.action)
            return partial(verb, action=action, seen_version=wish.version)
        case FoldWish():
            return partial(verb, hand_id=wish.hand, view=wish.view)
        case ShowWish():
            return partial(verb, cards=wish.cards)
        case TopUpWish():
            return partial(verb, amount=Cents(wish.amount), key=wish.key)
        case LeaveWish():
            return partial(verb, after_hand=wish.after_hand)
        case ChooseWish():
            return partial(verb, **wish.named())
    return verb


@PerLoop
def outage_snapshots() -> OutageSnapshots:
    """Return the queue for snapshots of this process."""
    return OutageSnapshots(_read_snapshots)


async def _read_snapshots(
    table_id: int, user_ids: Collection[UserId | None]
) -> Mapping[UserId | None, bytes]:
    def read() -> Mapping[UserId | None, bytes]:
        snapshots = dealer.snapshots(table_id=table_id, user_ids=user_ids)
        return {user_id: push.text(frame, table_id) for user_id, frame in snapshots.items()}

    return await in_thread(read)


async def in_thread(work: Callable[[], T]) -> T:
    return await _threads.do(partial(_as_the_room, work, CURRENT.get()))


def _as_the_room(work: Callable[[], T], request_id: str) -> T:
    """Run ``work`` with the room's time zone, so that times read as on every page (HOUSE-4), and
    under the id of its socket."""
    CURRENT.set(request_id)
    with timezone.override(room_time.known()):
        return work()


@PerLoop
def _turns() -> asyncio.Semaphore:
    return asyncio.Semaphore(LOOKS_AT_ONCE)


async def in_turn(work: Callable[[], T]) -> T:
    """Do a socket's own work, at most LOOKS_AT_ONCE at a time in this process."""
    async with _turns():
        return await in_thread(work)
