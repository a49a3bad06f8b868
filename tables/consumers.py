"""One player's (or spectator's) socket at one table: frames in, verbs called, frames out.

A plain ASGI application: Channels' own consumers pass every message through asgiref's single
thread before they look at it. Routing and authentication are Channels'.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

import structlog
from django.db import connection
from django.utils import timezone, translation

from core import busy
from core.refusal import Refusal
from core.sentences import rule_of, say
from core.types import Cents, UserId
from payouts.event_ref import EventRef
from players import access
from players.access import Visitor
from players.languages import language_of
from players.refusals import Code as PlayerCode
from tables import engine, gate
from tables.cash import cashier
from tables.live import dealer, frames
from tables.models import FAST, Table
from tables.refusals import Code, by_the_rules
from tables.wire import push, quotas
from tables.wire.bouncer import bouncer
from tables.wire.catching_up import CatchingUp
from tables.wire.doorman import doorman
from tables.wire.frame_types import Frame, SnapshotFrame
from tables.wire.hub import hub
from tables.wire.line import EXTENSION, Letter
from tables.wire.mailbox import Mailbox

log = structlog.get_logger(__name__)

T = TypeVar("T")
Message = dict[str, Any]

# Longest frame taken from a client, bytes.
LONGEST = 4096
# A client's name for a wish.
KEY = re.compile(r"[0-9A-Za-z-]{8,40}", re.ASCII)
# Close codes (4000 and up are ours).
TROUBLE, SIGNED_OUT, SHUT_OUT, NO_TABLE, TOO_SLOW, FLOOD = 1011, 4401, 4403, 4404, 4408, 4429
# Refusals that end a socket and stand when it comes again; any other is trouble of ours.
ENDS: dict[StrEnum, int] = {
    Code.PRIVATE_TABLE: SHUT_OUT,
    Code.NO_SUCH_TABLE: NO_TABLE,
    Code.TABLE_OF_A_POOL: NO_TABLE,
    Code.NOT_IN_POOL: NO_TABLE,
    Code.LOGIN_REQUIRED: SIGNED_OUT,
    PlayerCode.SIGNED_OUT: SIGNED_OUT,
    PlayerCode.SUSPENDED: SHUT_OUT,
    PlayerCode.SELF_EXCLUDED: SHUT_OUT,
    Code.TOO_MANY_MESSAGES: FLOOD,
}

# What a frame asks for by its name alone.
VERBS: dict[str, Callable[..., int]] = {
    "sit_out": dealer.sit_out,
    "come_back": dealer.come_back,
    "show": dealer.show,
    "stay": cashier.stay,
}

# What somebody at a cash table may choose.
CHOICES = ("posts", "straddles", "tops_up", "rebuys")

# Database work of all sockets of this process; fewer threads than the pool has connections.
_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="table")


class TableSocket:
    """The conversation with one socket."""

    def __init__(self, scope: dict[str, Any], send: Callable[[Message], Awaitable[None]]) -> None:
        self._user = user = scope["user"]
        self.table_id: int = scope["url_route"]["kwargs"]["table_id"]
        self.user_id: UserId | None = user.pk if user.is_authenticated else None
        self._visitor = _visitor(scope)
        self._over = False
        self.language = language_of(scope)
        self._send = send
        line = scope.get("extensions", {}).get(EXTENSION)
        self._mailbox = Mailbox(self._send_text, self._give_up, self._catch_up, line)
        self._background: set[asyncio.Task[None]] = set()
        self._spenders = _spenders(scope, self, self.user_id)
        self._beyond = 0

    async def talk(self, receive: Callable[[], Awaitable[Message]]) -> None:
        """Snapshot first, then whatever happens at the table, until the socket closes."""
        await receive()
        await self._send({"type": "websocket.accept"})
        channels = [push.table_channel(self.table_id)]
        if self.user_id is not None:
            channels.append(push.player_channel(self.table_id, self.user_id))
        try:
            # Joined before the snapshot is read: nothing can fall between the two.
            await hub().join(self._mailbox, channels)
            with self._expected():
                if await self._open():
                    with doorman().expect(self.table_id, self.user_id):
                        while (message := await receive())["type"] == "websocket.receive":
                            await self._answer(message)
        finally:
            hub().leave(self._mailbox, channels)
            self._mailbox.close()
            quotas.PURSE.forget(self)

    async def _open(self) -> bool:
        try:
            snapshot = await in_thread(self._first_snapshot)
        except Exception as error:
            refusal = self._named(error)
            await self._end(refusal)
            return False
        await self._send_text(self._text(snapshot))
        if snapshot["table"]["status"] == Table.Status.CLOSED:
            await self._send_text(self._text(frames.closed()))
        self._mailbox.open()
        return True

    def _expected(self) -> AbstractContextManager[None]:
        """Somebody with an account stays while their session and their rights last."""
        if self._visitor is None:
            return nullcontext()
        return bouncer().expect(self._visitor, self._show_out)

    def _show_out(self, refusal: Refusal) -> None:
        self._mailbox.close()
        # Not awaited by whoever looks after all sockets: this one may be stuck.
        self._in_background(self._end(refusal))

    async def _end(self, refusal: Refusal) -> None:
        """Say why, close, and obey nothing more."""
        if self._over:
            return
        self._over = True
        with suppress(OSError, RuntimeError):
            await self._send_text(self._refused(refusal))
            code = ENDS.get(refusal.code, TROUBLE)
            await self._send({"type": "websocket.close", "code": code})

    async def _answer(self, message: Message) -> None:
        """Do what a frame asks; whatever goes wrong is answered by name."""
        if self._over:
            return
        if not quotas.PURSE.spend(self._spenders, now=asyncio.get_running_loop().time()):
            await self._refuse_flood()
            return
        self._beyond = 0
        version = None
        try:
            frame = decode(message)
            if isinstance(frame.get("version"), int):
                version = frame["version"]
            await self._obey(frame)
        except Exception as error:
            self._mailbox.put(Letter(self._refused(self._named(error), version)))

    async def _obey(self, frame: Message) -> None:
        kind = frame.get("type")
        if kind == "ping":
            self._mailbox.put(Letter(self._text(frames.pong())))
            return
        if kind == "snapshot":
            self._mailbox.put(Letter(self._text(await in_thread(self._snapshot))))
            return
        if self.user_id is None:
            raise Refusal(Code.LOGIN_REQUIRED)
        verb = partial(_verb(kind, frame), table_id=self.table_id, user_id=self.user_id)
        await in_thread(lambda: verb(now=timezone.now()))

    async def _refuse_flood(self) -> None:
        """Say it once; who goes on is not answered, and is cut off."""
        self._beyond += 1
        refusal = Refusal(Code.TOO_MANY_MESSAGES)
        if self._beyond == 1:
            with suppress(OSError, RuntimeError):
                await self._send_text(self._refused(refusal))
        elif self._beyond > quotas.MOST_BEYOND:
            self._over = True
            log.warning("flooder cut off", table=self.table_id, user=self.user_id)
            with suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": FLOOD})

    def _snapshot(self) -> SnapshotFrame:
        return dealer.snapshot(table_id=self.table_id, user_id=self.user_id)

    def _first_snapshot(self) -> SnapshotFrame:
        """As ``_snapshot``, with two questions: who may be here, and whether a spectator may watch.
        Who may watch now may to the end. PRIVATE_TABLE, TABLE_OF_A_POOL, and what
        ``access.turned_away`` finds."""
        if self._visitor is not None:
            for refusal in access.turned_away([self._visitor], now=timezone.now()).values():
                raise refusal
        snapshot = self._snapshot()
        event = snapshot["table"]["event"]
        if EventRef.id_in(event, kind=FAST) is not None:
            # Who is connected there would tell who has gone on to another hand (FAST-1).
            raise Refusal(Code.TABLE_OF_A_POOL)
        if snapshot["you"] is None:
            gate.check(event, self._user)
        return snapshot

    def _named(self, error: Exception) -> Refusal:
        """The refusal that a client is told; our own trouble goes to the log."""
        refusal = busy.named(error)
        if isinstance(refusal, Refusal):
            return refusal
        log.error("socket in trouble", table=self.table_id, user=self.user_id, exc_info=error)
        return Refusal(Code.ROOM_TROUBLE)

    def _refused(self, refusal: Refusal, version: int | None = None) -> bytes:
        with translation.override(self.language):
            code = refusal.code.value
            told = frames.refused(code, say(refusal), version, rule=rule_of(code))
            return self._text(told)

    def _text(self, frame: Frame) -> bytes:
        return push.text(frame, self.table_id)

    def _send_text(self, frame: bytes) -> Awaitable[None]:
        return self._send({"type": "websocket.send", "text": frame.decode()})

    def _catch_up(self) -> None:
        # As if the client had noticed the gap and asked.
        catching_up().ask(self._mailbox, table_id=self.table_id, user_id=self.user_id)

    def _give_up(self) -> None:
        async def close() -> None:
            with suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": TOO_SLOW})

        # Not awaited by whoever found the mailbox full: a stuck socket cannot even be closed
        # at once.
        self._in_background(close())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def table_socket(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Message]],
    send: Callable[[Message], Awaitable[None]],
) -> None:
    """The ASGI application of ``/ws/table/<id>/``."""
    await TableSocket(scope, send).talk(receive)


def _visitor(scope: dict[str, Any]) -> Visitor | None:
    user = scope["user"]
    if not user.is_authenticated:
        return None
    return access.visitor(user, scope["session"].session_key)


def _spenders(
    scope: dict[str, Any], socket: TableSocket, user_id: int | None
) -> list[tuple[Hashable, quotas.Quota]]:
    """Whose quotas a frame of this socket spends."""
    own = quotas.STRANGER if user_id is None else quotas.SOCKET
    spenders: list[tuple[Hashable, quotas.Quota]] = [(socket, own)]
    if user_id is not None:
        spenders.append((f"user:{user_id}", quotas.USER))
    if scope.get("client"):
        spenders.append((f"address:{scope['client'][0]}", quotas.ADDRESS))
    return spenders


def _verb(kind: object, frame: Message) -> Callable[..., int]:
    if kind == "act":
        version = taken(frame, "version", int)
        with by_the_rules():
            action = engine.Action.from_json(frame.get("action"))
        return partial(dealer.act, action=action, seen_version=version)
    if kind == "top_up":
        amount = Cents(taken(frame, "amount", int))
        return partial(cashier.top_up, amount=amount, key=key_of(frame))
    if kind == "leave":
        after = taken(frame, "after_hand", bool) if "after_hand" in frame else False
        return partial(cashier.leave, after_hand=after)
    if kind == "choose":
        posts, straddles, tops_up, rebuys = (
            taken(frame, wish, bool) if wish in frame else None for wish in CHOICES
        )
        return partial(
            cashier.choose, posts=posts, straddles=straddles, tops_up=tops_up, rebuys=rebuys
        )
    if not isinstance(kind, str) or kind not in VERBS:
        raise Refusal(Code.MALFORMED_MESSAGE)
    return VERBS[kind]


def taken(frame: Message, name: str, kind: type[T]) -> T:
    """A value of a frame that is just of this type; a truth is no number."""
    value = frame.get(name)
    if type(value) is not kind:
        raise Refusal(Code.MALFORMED_MESSAGE)
    return value


def key_of(frame: Message) -> str:
    """What a client calls one wish, so that it is done once however often it is sent."""
    key = taken(frame, "key", str)
    if not KEY.fullmatch(key):
        raise Refusal(Code.MALFORMED_MESSAGE)
    return key


def decode(message: Message) -> Message:
    """A frame of a client. MALFORMED_MESSAGE."""
    text = message.get("text")
    if not isinstance(text, str) or len(text.encode(errors="replace")) > LONGEST:
        raise Refusal(Code.MALFORMED_MESSAGE)
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal(Code.MALFORMED_MESSAGE) from None
    if not isinstance(frame, dict):
        raise Refusal(Code.MALFORMED_MESSAGE)
    return frame


_latecomers: dict[asyncio.AbstractEventLoop, CatchingUp] = {}


def catching_up() -> CatchingUp:
    """Whoever catches up in this process (of this event loop, as ``hub.hub``)."""
    return _latecomers.setdefault(asyncio.get_running_loop(), CatchingUp(_read_snapshots))


async def _read_snapshots(
    table_id: int, user_ids: Collection[UserId | None]
) -> Mapping[UserId | None, bytes]:
    def read() -> Mapping[UserId | None, bytes]:
        told = dealer.snapshots(table_id=table_id, user_ids=user_ids)
        return {user_id: push.text(frame, table_id) for user_id, frame in told.items()}

    return await in_thread(read)


async def in_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_threads, _with_connection, work)


def _with_connection(work: Callable[[], T]) -> T:
    try:
        return work()
    finally:
        # Back to the pool, which keeps it open.
        connection.close()
