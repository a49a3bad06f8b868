"""A player's (or spectator's) socket: one for all the tables of a page, joined and left by name.

A plain ASGI application: Channels' own consumers pass each message through asgiref's single thread
first. Routing and authentication are Channels'.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any
from urllib.parse import parse_qs

import structlog
from django.utils import timezone, translation

from core import ip_addresses, metrics, unavailable
from core.refusal import Refusal, RefusalCode
from core.request_id import CURRENT, of_socket
from core.sentences import rule_of, say
from core.settings import room_time
from core.types import UserId
from players import access
from players.access import Visitor
from players.profile.languages import language_of
from players.refusals import PlayerCode
from tables.live import frames
from tables.refusals import TableCode
from tables.sockets.pool_visits import PoolVisit
from tables.sockets.visits import Message, Visit
from tables.wire import push, rate_limits
from tables.wire.access_revocation import access_revocation
from tables.wire.addresses import PoolAddress, TableAddress, parse
from tables.wire.frame_types import PartedFrame
from tables.wire.mailbox import Mailbox
from tables.wire.prepared_frame import EXTENSION, PreparedFrame
from tables.wire.wishes import WISHES, JoinWish, PartWish, PingWish, SnapshotWish, read

log = structlog.get_logger(__name__)

# Tables on one socket.
MOST_TABLES = 24
# Close codes (4000 and up are ours).
TROUBLE, SIGNED_OUT, SHUT_OUT, NO_TABLE, TOO_SLOW, FLOOD = 1011, 4401, 4403, 4404, 4408, 4429
# Refusals that end a visit, or a socket, and would do so again after reconnecting; any other closes
# as an internal error.
ENDS: dict[RefusalCode, int] = {
    TableCode.PRIVATE_TABLE: SHUT_OUT,
    TableCode.NO_SUCH_TABLE: NO_TABLE,
    TableCode.TABLE_OF_A_POOL: NO_TABLE,
    TableCode.NOT_IN_POOL: NO_TABLE,
    TableCode.TOO_MANY_TABLES: SHUT_OUT,
    TableCode.LOGIN_REQUIRED: SIGNED_OUT,
    PlayerCode.SIGNED_OUT: SIGNED_OUT,
    PlayerCode.SUSPENDED: SHUT_OUT,
    PlayerCode.SELF_EXCLUDED: SHUT_OUT,
    PlayerCode.EXCLUDED_BY_REGISTER: SHUT_OUT,
    TableCode.TOO_MANY_MESSAGES: FLOOD,
}


class TablesSocket:
    """The conversation with one socket."""

    def __init__(self, scope: dict[str, Any], send: Callable[[Message], Awaitable[None]]) -> None:
        self.user = user = scope["user"]
        self._id = of_socket(scope["headers"])
        self.user_id: UserId | None = user.pk if user.is_authenticated else None
        self.visitor = _visitor(scope)
        self.over = False
        self.line = scope.get("extensions", {}).get(EXTENSION)
        wanted = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("at", [])
        # One more than allowed, so that it gets its refusal.
        self._wanted = wanted[: MOST_TABLES + 1]
        client = scope.get("client")
        self._address: str | None = ip_addresses.bucket(client[0]) if client else None
        self._name = rate_limits.name_of(self.user_id, self._address)
        self._language = language_of(scope)
        self._send = send
        # Frames without a table.
        self._mailbox = Mailbox(self.send_text, self.give_up, lambda: None, self.line)
        self._visits: dict[str, Visit] = {}
        self._stays: set[asyncio.Task[None]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._beyond = 0

    async def talk(self, receive: Callable[[], Awaitable[Message]]) -> None:
        """Join the tables in the URL, then obey frames until the socket closes."""
        CURRENT.set(self._id)
        await receive()
        if rate_limits.CUT_OFF.holds(self._name, now=_seconds()):
            await self._send({"type": "websocket.close", "code": FLOOD})
            return
        await self._send({"type": "websocket.accept"})
        self._mailbox.open()
        try:
            with metrics.SOCKETS.labels(page="tables").track_inprogress(), self._expected():
                for at in self._wanted:
                    await self._join(at)
                while (message := await receive())["type"] == "websocket.receive":
                    await self._hear(message)
                # Wishes sent before the disconnect are still obeyed.
                for visit in self._visits.values():
                    visit.part()
                await asyncio.gather(*self._stays)
        finally:
            for stay in tuple(self._stays):
                stay.cancel()
            self._close()
            rate_limits.PURSE.forget(self)

    def _expected(self) -> AbstractContextManager[None]:
        """Return the context that shows out a player whose session or rights end."""
        if self.visitor is None:
            return nullcontext()
        return access_revocation().expect(self.visitor, self._show_out)

    async def _join(self, at: str) -> None:
        """Begin a visit; if it exists already, ask for a snapshot."""
        if at in self._visits:
            self._visits[at].wish(SnapshotWish(at))
            return
        try:
            visit = self._visit(at)
        except Refusal as refusal:
            await self._refuse(at, refusal)
            return
        self._visits[at] = visit
        stay: asyncio.Task[None] = asyncio.create_task(self._host(visit))
        self._stays.add(stay)
        stay.add_done_callback(self._stays.discard)

    async def _host(self, visit: Visit) -> None:
        try:
            await visit.stay()
        finally:
            rate_limits.PURSE.forget(visit)

    def _visit(self, at: str) -> Visit:
        """Return a new visit; TOO_MANY_TABLES, NO_SUCH_TABLE."""
        if len(self._visits) >= MOST_TABLES:
            raise Refusal(TableCode.TOO_MANY_TABLES, most=MOST_TABLES)
        match parse(at):
            case TableAddress(table_id):
                return Visit(self, at, table_id)
            case PoolAddress(pool_id, no):
                return PoolVisit(self, at, pool_id=pool_id, no=no)
        raise Refusal(TableCode.NO_SUCH_TABLE)

    async def turn_away(self, visit: Visit, refusal: Refusal) -> None:
        if self._visits.get(visit.at) is visit:
            del self._visits[visit.at]
        await self._refuse(visit.at, refusal)

    async def _refuse(self, at: str, refusal: Refusal) -> None:
        """Send the reason for which a visit ended; close a socket without other visits."""
        if self.over:
            return
        if not self._visits:
            await self._end(refusal, at=at)
            return
        parted: PartedFrame = {"type": "parted", "code": _close_code(refusal)}
        for frame in (self.refused(refusal, at=at), push.text(parted, at=at)):
            self._mailbox.put(PreparedFrame(frame))

    def _show_out(self, refusal: Refusal) -> None:
        self._close()
        # In the background: the check of access must not wait for a stuck socket.
        self._in_background(self._end(refusal))

    async def _end(self, refusal: Refusal, *, at: str = "") -> None:
        """Send the refusal, close the socket and ignore further frames."""
        if self.over:
            return
        self.over = True
        with suppress(OSError, RuntimeError):
            await self.send_text(self.refused(refusal, at=at))
            await self._send({"type": "websocket.close", "code": _close_code(refusal)})

    async def _hear(self, message: Message) -> None:
        """Check the rate limits and pass a frame to its visit."""
        if self.over:
            return
        wish = read(message, WISHES)
        at = "" if isinstance(wish, PingWish) else wish.at
        if not self._spend(at):
            await self._refuse_flood()
            return
        self._beyond = 0
        visit = self._visits.get(at)
        if isinstance(wish, PingWish):
            self._mailbox.put(PreparedFrame(push.text(frames.pong())))
        elif isinstance(wish, JoinWish) and at:
            await self._join(at)
        elif visit is None:
            code = TableCode.NO_SUCH_TABLE if at else TableCode.MALFORMED_MESSAGE
            self._mailbox.put(PreparedFrame(self.refused(Refusal(code), at=at)))
        elif isinstance(wish, PartWish):
            del self._visits[at]
            visit.part()
        elif not visit.wish(wish):
            await self._refuse_flood()

    def _spend(self, at: str) -> bool:
        """Spend a frame of each of its rate limits; return False if one is used up."""
        own = rate_limits.STRANGER if self.user_id is None else rate_limits.SOCKET
        # Each table has its own limit, as if it had its own socket.
        asker: Hashable = self._visits.get(at, self)
        spenders: list[tuple[Hashable, rate_limits.Quota]] = [(asker, own)]
        if self.user_id is not None:
            spenders.append((f"user:{self.user_id}", rate_limits.USER))
        if self._address is not None:
            # Separate limits: anonymous clients may share an address with players (a hall, a mobile
            # network).
            whose = "strangers" if self.user_id is None else "players"
            spenders.append((f"{whose}:{self._address}", rate_limits.ADDRESS))
        return rate_limits.PURSE.spend(spenders, now=_seconds())

    async def _refuse_flood(self) -> None:
        """Send one refusal; cut off a client that goes on, for SHUT_SECONDS."""
        self._beyond += 1
        refusal = Refusal(TableCode.TOO_MANY_MESSAGES)
        if self._beyond == 1:
            with suppress(OSError, RuntimeError):
                await self.send_text(self.refused(refusal))
        elif self._beyond > rate_limits.MOST_BEYOND:
            self.over = True
            rate_limits.CUT_OFF.add(self._name, now=_seconds())
            log.warning("flooder cut off", tables=sorted(self._visits), user=self.user_id)
            with suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": FLOOD})

    def named(self, error: Exception) -> Refusal:
        refusal = unavailable.named(error)
        if isinstance(refusal, Refusal):
            return refusal
        log.error("socket in trouble", user=self.user_id, exc_info=error)
        return Refusal(TableCode.ROOM_TROUBLE)

    def refused(self, refusal: Refusal, *, version: int | None = None, at: str = "") -> bytes:
        with translation.override(self._language), timezone.override(room_time.known()):
            code = str(refusal)
            frame = frames.refused(code, say(refusal), version, rule=rule_of(code))
            return push.text(frame, at=at)

    async def send_text(self, frame: bytes) -> None:
        await self._send({"type": "websocket.send", "text": frame.decode()})

    def give_up(self) -> None:
        async def close() -> None:
            with suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": TOO_SLOW})

        self._close()
        # In the background: even closing a stuck socket can take long.
        self._in_background(close())

    def _close(self) -> None:
        """Send no more frames of any table."""
        self._mailbox.close()
        for visit in self._visits.values():
            visit.close()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def tables_socket(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Message]],
    send: Callable[[Message], Awaitable[None]],
) -> None:
    """Serve ``/ws/tables/`` (ASGI application); ``?at=table/5&at=pool/3/1`` joins at once."""
    await TablesSocket(scope, send).talk(receive)


def _seconds() -> float:
    """Return the time of the rate limits, in seconds."""
    return asyncio.get_running_loop().time()


def _close_code(refusal: Refusal) -> int:
    return ENDS.get(refusal.code, TROUBLE)


def _visitor(scope: dict[str, Any]) -> Visitor | None:
    user = scope["user"]
    if not user.is_authenticated:
        return None
    return access.visitor(user, scope["session"].session_key)
