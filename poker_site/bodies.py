"""Bodies of requests: small ones only, and in time. Nothing here takes files.

Django would store a body of any size before a view sees it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

# Bytes: the longest form of ours, a plan with all its levels, is a fiftieth of it.
LARGEST = 1_000_000
# Seconds from one part of a body to the next.
PATIENCE = 15.0

TOO_LARGE, TOO_SLOW = 413, 408


class Unwelcome(Exception):
    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def small_bodies(application: Application) -> Application:
    """The application, which never sees a body that is too large or too slow."""

    async def guarded(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        taken, whole, answered = 0, False, False

        async def take() -> Message:
            nonlocal taken, whole
            try:
                message = await asyncio.wait_for(receive(), None if whole else PATIENCE)
            except TimeoutError:
                raise Unwelcome(TOO_SLOW) from None
            # Then comes nothing but the word that the client has gone.
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > LARGEST:
                raise Unwelcome(TOO_LARGE)
            return message

        async def answer(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            if _announced(scope) > LARGEST:
                raise Unwelcome(TOO_LARGE)
            await application(scope, take, answer)
        except Unwelcome as reason:
            if not answered:
                await _refuse(send, reason.status)

    return guarded


def _announced(scope: dict[str, Any]) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
