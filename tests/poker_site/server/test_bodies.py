"""Bodies of requests: refused while they are still on the wire."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from poker_site.server import bodies

PART = {"type": "http.request", "body": b"x" * 600_000, "more_body": True}
END = {"type": "http.request", "body": b"x", "more_body": False}


async def ask(parts: Iterable[dict[str, Any]], *, length: str = "") -> tuple[int, int]:
    """The status, and how many bytes the application read."""
    read, sent = 0, []
    waiting = iter(parts)

    async def receive() -> dict[str, Any]:
        try:
            return next(waiting)
        except StopIteration:
            await asyncio.sleep(60)
            raise

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal read
        more = True
        while more:
            message = await receive()
            read += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    headers = [(b"content-length", length.encode())] if length else []
    await bodies.SmallBodies(application)({"type": "http", "headers": headers}, receive, send)
    return sent[0]["status"], read


async def test_a_form_is_read() -> None:
    assert await ask([END]) == (200, 1)


async def test_what_is_announced_as_too_large_is_not_read_at_all() -> None:
    assert await ask([PART, END], length="300000000") == (413, 0)


async def test_what_turns_out_too_large_is_not_read_to_its_end() -> None:
    assert await ask([PART] * 500) == (413, 600_000)


async def test_a_body_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.05)
    assert await ask([{**PART, "body": b"x"}]) == (408, 1)


async def test_a_body_that_trickles_in_for_ever_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "LONGEST", -1.0)
    assert await ask([{**PART, "body": b"x"}] * 100) == (408, 0)
