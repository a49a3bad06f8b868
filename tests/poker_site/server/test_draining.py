"""A web process that stops serves its players until it sends each away in turn."""

import asyncio
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from poker_site.server import websocket_protocol
from poker_site.server.websocket_protocol import WebSocketProtocol
from tests.harness.room import free_port


async def echo(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (said := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": said["text"]})


async def echoed(socket: ClientConnection) -> str:
    await socket.send("I call")
    return str(await socket.recv())


@pytest.mark.asyncio
async def test_players_are_sent_away_in_turn_and_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = iter([0.0, 3.0])
    monkeypatch.setattr(websocket_protocol, "uniform", lambda *_: next(turns))
    config = uvicorn.Config(
        echo, port=free_port(), ws=WebSocketProtocol, lifespan="off", log_level="warning"
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    address = f"ws://127.0.0.1:{config.port}/"
    sockets = [await connect(address), await connect(address)]
    assert [await echoed(socket) for socket in sockets] == ["I call", "I call"]
    server.should_exit = True
    # Uvicorn keeps its connections in a set: either may be the first.
    closing = [asyncio.create_task(socket.wait_closed()) for socket in sockets]
    await asyncio.wait(closing, return_when=asyncio.FIRST_COMPLETED)
    (later,) = (
        socket for socket, closed in zip(sockets, closing, strict=True) if not closed.done()
    )
    assert await echoed(later) == "I call"
    await asyncio.gather(*closing, serving)
    assert [socket.close_code for socket in sockets] == [1012, 1012]


def test_the_turns_of_few_are_at_once_and_of_many_within_the_time_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[float] = []

    class Loop:
        def call_later(self, delay: float, _: object) -> None:
            seen.append(delay)

    monkeypatch.setattr(websocket_protocol, "uniform", lambda _, most: most)
    protocol = WebSocketProtocol.__new__(WebSocketProtocol)
    protocol.loop = Loop()  # type: ignore[assignment]
    for count in (4, 400, 40_000):
        protocol.connections = set(range(count))  # type: ignore[arg-type]
        protocol.shutdown()
    assert seen == [0.01, 1.0, websocket_protocol.LONGEST_DRAIN_SECONDS]
