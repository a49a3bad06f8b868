"""Bodies of requests: small ones only, and in time. Pictures and documents are the files taken.

Django would store a body of any size before a view sees it.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from django.http import parse_cookie
from django.utils import translation

from core.pages.replies import refusal_json
from core.refusal import Refusal
from core.sentences import say
from players.profile.languages import language_of
from poker_site.refusals import RoomCode

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# Bytes: the longest form of ours, a plan with all its levels, is a fiftieth of it.
LARGEST = 1_000_000
# The address for documents, and their most bytes: two sides and the texts beside them.
DOCUMENTS = "/accounts/identity/"
LARGEST_DOCUMENT = 8_200_000
# The bytes of too large a body that are read and dropped: a browser that still sends reads no
# answer.
DROPPED = 16_000_000
# Seconds from one part of a body to the next, and for the whole of it.
PATIENCE, LONGEST = 15.0, 120.0

TOO_LARGE, TOO_SLOW = 413, 408
WHY = {TOO_LARGE: RoomCode.BODY_TOO_LARGE, TOO_SLOW: RoomCode.BODY_TOO_SLOW}


class Unwelcome(Exception):
    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class SmallBodies:
    """A wrapper of the application, which never sees a body that is too large or too slow."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        largest = LARGEST_DOCUMENT if scope.get("path") == DOCUMENTS else LARGEST
        request = Request(receive, send, largest)
        try:
            if _announced(scope) > largest:
                raise Unwelcome(TOO_LARGE)
            await self._application(scope, request.take, request.answer)
        except Unwelcome as reason:
            if not request.answered:
                if reason.status == TOO_LARGE and _announced(scope) <= DROPPED:
                    await request.drop()
                await _refuse(scope, send, reason.status)


class Request:
    """One request on its way in."""

    def __init__(self, receive: Receive, send: Send, largest: int) -> None:
        self._receive, self._send, self._largest = receive, send, largest
        self._taken, self._whole, self.answered = 0, False, False
        self._until = asyncio.get_running_loop().time() + LONGEST

    async def take(self) -> Message:
        left = self._until - asyncio.get_running_loop().time()
        try:
            patience = None if self._whole else min(PATIENCE, left)
            message = await asyncio.wait_for(self._receive(), patience)
        except TimeoutError:
            raise Unwelcome(TOO_SLOW) from None
        # Then nothing comes but the message that the client has gone.
        self._whole = not message.get("more_body", False)
        self._taken += len(message.get("body", b""))
        if self._taken > self._largest:
            raise Unwelcome(TOO_LARGE)
        return message

    async def drop(self) -> None:
        """Read the rest of a body, and drop it."""
        self._largest = DROPPED
        with suppress(Unwelcome):
            while not self._whole:
                await self.take()

    async def answer(self, message: Message) -> None:
        self.answered = True
        await self._send(message)


def _announced(scope: dict[str, Any]) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(scope: dict[str, Any], send: Send, status: int) -> None:
    kind, body = _said(scope, status)
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _said(scope: dict[str, Any], status: int) -> tuple[bytes, bytes]:
    """Return the refusal, as programs or people read it: no middleware has seen the request."""
    cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
    refusal = Refusal(WHY[status])
    with translation.override(language_of({**scope, "cookies": cookies})):
        if scope.get("path", "").startswith("/api/"):
            return b"application/json", json.dumps(refusal_json(refusal)).encode()
        return b"text/plain; charset=utf-8", say(refusal).encode()
