"""A player's socket on every page: the current calls to their tables, and their notices.

Redis only announces that there is news, so a lost, repeated or late message does no harm: each look
reads the whole state, and sends it if it has changed. A page looks a few times a second at most,
and nothing queues up.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs

import structlog
from django.template.loader import render_to_string
from django.utils import timezone, translation

from core import metrics, room_clock, unavailable
from core.money import money_text
from core.pages.requests import number
from core.refusal import Refusal
from core.request_id import CURRENT, of_socket
from core.sentences import rule_of, say
from core.settings import room_time
from core.types import UserId
from players import access
from players.notices import devices, news, preferences, vapid
from players.profile import presence
from players.profile.languages import language_of, of_the_room
from players.refusals import PlayerCode
from tables.live import frames
from tables.refusals import TableCode
from tables.seated import attention_bar
from tables.sockets import consumers, visits
from tables.wire import push, rate_limits
from tables.wire.access_revocation import access_revocation
from tables.wire.hub import hub
from tables.wire.mailbox import Mailbox
from tables.wire.table_presence import presence_tracker
from tables.wire.wishes import (
    PAGE_WISHES,
    HereWish,
    PingWish,
    SeenWish,
    UnreadableWish,
    VisibleWish,
    read,
)

log = structlog.get_logger(__name__)

# Least time between two looks, s.
BETWEEN_LOOKS = 0.25
# Delay before a retry after an error, s.
RETRY_SECONDS = 2.0
# Tables of one page.
MOST_TABLES = 24
# News of a chat begins so.
CHAT = "chat:"


class PlayerSocket:
    """The conversation with one page's socket."""

    def __init__(self, scope: dict[str, Any], send: Callable[..., Awaitable[None]]) -> None:
        self._scope = scope
        self._send = send
        user = scope["user"]
        self._user_id: UserId | None = user.pk if user.is_authenticated else None
        self._language = language_of(scope)
        self._here = _shown(scope)
        self._at = _asked(scope, "at")
        self._ears = Mailbox(self._hear, self._news, self._news)
        self._dirty = asyncio.Event()
        self._dirty.set()
        self._sent: dict[str, Any] = {}
        self._over = False
        self._beyond = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen_here = ExitStack()

    async def talk(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """Send the state, and again whenever it changes, until the socket closes."""
        CURRENT.set(of_socket(self._scope["headers"]))
        await receive()
        name = rate_limits.name_of(self._user_id, None)
        if rate_limits.CUT_OFF.holds(name, now=asyncio.get_running_loop().time()):
            await self._send({"type": "websocket.close", "code": consumers.FLOOD})
            return
        await self._send({"type": "websocket.accept"})
        if self._user_id is None:
            await self._end(Refusal(PlayerCode.SIGNED_OUT))
            return
        visitor = access.visitor(self._scope["user"], self._scope["session"].session_key)
        channels = [push.person_channel(self._user_id)]
        try:
            # Joined before the first read: nothing can be lost between the two.
            await hub().join(self._ears, channels)
            self._ears.open()
            with (
                metrics.SOCKETS.labels(page="player").track_inprogress(),
                access_revocation().expect(visitor, self._show_out),
            ):
                await access_revocation().look([visitor])
                self._in_background(self._begin())
                while (message := await receive())["type"] == "websocket.receive":
                    await self._answer(message)
        finally:
            self._over = True
            hub().leave(self._ears, channels)
            self._ears.close()
            self._seen_here.close()
            for task in tuple(self._tasks):
                task.cancel()
            rate_limits.PURSE.forget(self)

    async def _begin(self) -> None:
        with suppress(OSError, RuntimeError):
            await self._try(self._greet)
            await self._look_on()

    async def _greet(self) -> None:
        """Send the frame "hello" once: the key for push, and the marks of this session's devices
        and of those switched off."""
        session = str(self._scope["session"].session_key)
        known = await visits.in_turn(lambda: self._arrive(session))
        await self._say({"type": "hello", "user": self._user_id, **known})

    def _arrive(self, session: str) -> dict[str, Any]:
        assert self._user_id is not None
        noted = preferences.of(self._user_id).language or of_the_room()
        if noted != self._language:
            preferences.note_language(user_id=self._user_id, language=self._language)
        return {
            "key": vapid.public(),
            "devices": devices.marks(session),
            "ended": devices.ended_marks(self._user_id),
        }

    async def _look_on(self) -> None:
        """Look on news, and when the state last sent expires."""
        until: datetime | None = None
        while not self._over:
            with suppress(TimeoutError):
                left = None if until is None else (until - room_clock.now()).total_seconds()
                await asyncio.wait_for(self._dirty.wait(), None if left is None else max(0, left))
            self._dirty.clear()
            until = await self._try(self._look)
            await asyncio.sleep(BETWEEN_LOOKS)

    async def _look(self) -> datetime | None:
        frame, until = await visits.in_turn(self._read)
        if frame != self._sent:
            self._sent = frame
            await self._say(frame)
        return until

    def _read(self) -> tuple[dict[str, Any], datetime | None]:
        assert self._user_id is not None
        now = room_clock.now()
        with translation.override(self._language):
            bar = attention_bar.read(self._user_id, here=self._here, at=self._at, now=now)
            if bar.on_page:
                news.see(user_id=self._user_id, ids=bar.on_page, now=now)
            frame = {
                "type": "strip",
                "html": render_to_string("tables/parts/strip.html", {"strip": bar}),
                "turns": bar.turns,
                "unread": bar.unread,
                "latest": bar.latest,
                "opens": bar.opens,
                "loud": list(bar.loud),
                "balance": money_text(attention_bar.balance(self._user_id)),
            }
        return frame, bar.until

    async def _try(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do ``work``, and retry after RETRY_SECONDS on any error but a closed socket."""
        while True:
            try:
                return await work()
            except (OSError, RuntimeError):
                # The socket is gone; its reader ends the conversation.
                raise
            except Exception as error:
                if not isinstance(unavailable.named(error), Refusal):
                    log.error("page in trouble", user=self._user_id, exc_info=error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, payload: bytes) -> None:
        table_id, _, event = payload.decode().partition(" ")
        if event.startswith(CHAT):
            with suppress(OSError, RuntimeError):
                await self._say({"type": "chat", "channel": event.removeprefix(CHAT)})
            return
        # A table or event shown on the page needs no call to it.
        if int(table_id) not in self._here and event not in self._here:
            self._news()

    def _news(self) -> None:
        self._dirty.set()

    async def _answer(self, message: dict[str, Any]) -> None:
        """Obey a frame; answer any error with a refusal."""
        if self._over or not self._may_ask():
            return
        try:
            await self._obey(message)
        except Exception as error:
            refusal = unavailable.named(error)
            if not isinstance(refusal, Refusal):
                log.error("page in trouble", user=self._user_id, exc_info=error)
                refusal = Refusal(TableCode.ROOM_TROUBLE)
            with suppress(OSError, RuntimeError):
                await self._say(self._refused(refusal))

    def _may_ask(self) -> bool:
        spenders: list[Any] = [
            (self, rate_limits.STRANGER),
            (f"user:{self._user_id}", rate_limits.USER),
        ]
        now = asyncio.get_running_loop().time()
        if rate_limits.PURSE.spend(spenders, now=now):
            self._beyond = 0
            return True
        self._beyond += 1
        if self._beyond > rate_limits.MOST_BEYOND:
            rate_limits.CUT_OFF.add(rate_limits.name_of(self._user_id, None), now=now)
            self._in_background(self._end(Refusal(TableCode.TOO_MANY_MESSAGES)))
        return False

    async def _obey(self, message: dict[str, Any]) -> None:
        match read(message, PAGE_WISHES):
            case PingWish():
                await self._say(dict(frames.pong()))
            case VisibleWish(visible=visible):
                self._note_visible(visible)
            case HereWish(shown=shown):
                self._here = _named(shown)
                self._news()
            case SeenWish(ids=ids):
                await visits.in_thread(lambda: self._see(ids))
            case UnreadableWish():
                raise Refusal(TableCode.MALFORMED_MESSAGE)

    def _see(self, ids: list[int]) -> None:
        assert self._user_id is not None
        news.see(user_id=self._user_id, ids=ids, now=room_clock.now())

    def _note_visible(self, visible: bool) -> None:
        """Note whether the page is visible: if so, notices go to it alone, not to devices."""
        self._seen_here.close()
        if visible and not self._over:
            self._seen_here.enter_context(
                presence_tracker().expect(presence.ANYWHERE, self._user_id)
            )

    def _show_out(self, refusal: Refusal) -> None:
        # In the background: the check of access must not wait for a stuck socket.
        self._in_background(self._end(refusal))

    async def _end(self, refusal: Refusal) -> None:
        """Send the refusal, close the socket and ignore further frames."""
        if self._over:
            return
        self._over = True
        with suppress(OSError, RuntimeError):
            await self._say(self._refused(refusal))
            code = consumers.ENDS.get(refusal.code, consumers.TROUBLE)
            await self._send({"type": "websocket.close", "code": code})

    def _refused(self, refusal: Refusal) -> dict[str, Any]:
        with translation.override(self._language), timezone.override(room_time.known()):
            code = str(refusal)
            return dict(frames.refused(code, say(refusal), None, rule=rule_of(code)))

    async def _say(self, frame: dict[str, Any]) -> None:
        await self._send({"type": "websocket.send", "text": json.dumps(frame)})

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def player_socket(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[..., Awaitable[None]],
) -> None:
    """Serve ``/ws/me/`` (ASGI application)."""
    await PlayerSocket(scope, send).talk(receive)


def _asked(scope: dict[str, Any], name: str) -> str:
    """Return a query parameter of the socket's URL, "" if absent."""
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get(name, [""])[0]


def _shown(scope: dict[str, Any]) -> frozenset[int | str]:
    """Return the tables and events that the page shows: ``?here=12,13`` or ``?here=pool:5``."""
    return _named(_asked(scope, "here"))


def _named(text: str) -> frozenset[int | str]:
    """Parse table ids and event names, separated by commas; at most MOST_TABLES."""
    return frozenset(number(name) or name for name in text.split(",")[:MOST_TABLES] if name)
