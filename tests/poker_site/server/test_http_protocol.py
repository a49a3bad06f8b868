"""Requests that never get to their end, over real connections."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
import uvicorn

from poker_site.server import http_protocol
from tests.harness.room import free_port

WHOLE = b"GET / HTTP/1.1\r\nHost: room\r\n\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Says yes after longer than anybody has for the head of a request."""
    await asyncio.sleep(3 * http_protocol.PATIENCE)
    headers = [(b"content-length", b"3")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"yes"})


@pytest_asyncio.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    monkeypatch.setattr(http_protocol, "PATIENCE", 0.2)
    config = uvicorn.Config(
        application,
        port=free_port(),
        http=http_protocol.HttpProtocol,
        loop="asyncio",
        lifespan="off",
        log_level="warning",
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield config.port
    server.should_exit = server.force_exit = True
    await serving


async def told(reader: asyncio.StreamReader) -> bytes:
    """All that is said until the connection ends."""
    try:
        return await asyncio.wait_for(reader.read(), 10)
    except ConnectionError:
        return b""


@pytest.mark.parametrize("begun", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: room\r\nX-More: "])
async def test_a_request_whose_head_does_not_end_is_not_waited_for(port: int, begun: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begun)
    assert await told(reader) == b""
    writer.close()


async def test_a_head_without_end_is_not_kept(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "PATIENCE", 60.0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(WHOLE[:-2])
    for no in range(100):
        writer.write(b"X-%d: %s\r\n" % (no, b"x" * 1000))
    assert await told(reader) == b""
    writer.close()


async def test_a_head_that_is_too_long_is_refused_though_it_comes_whole(port: int) -> None:
    for long in (
        b"X: " + b"x" * http_protocol.LONGEST_HEAD,
        b"X: x\r\n" * 12_000 + b"Y: " + b"y" * 60_000,
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(WHOLE[:-2] + long + b"\r\n\r\n")
        assert not (await told(reader)).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_whoever_asks_in_time_is_answered_and_the_next_request_has_its_own(
    port: int,
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(2):
        writer.write(WHOLE)
        assert (await asyncio.wait_for(reader.readuntil(b"yes"), 10)).startswith(b"HTTP/1.1 200")
    writer.write(WHOLE[:10])
    assert await told(reader) == b""
    writer.close()
