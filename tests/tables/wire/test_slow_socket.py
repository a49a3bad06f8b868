"""A real server and real sockets, one of which stops reading."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import cast

import pytest
import redis
import uvicorn
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from poker_site.asgi import application
from poker_site.server.websocket_protocol import WebSocketProtocol
from tables.sockets.consumers import TOO_SLOW
from tables.wire import push
from tables.wire.mailbox import MAILBOX
from tests.harness.room import free_port
from tests.tables.conversations import Loop
from tests.tables.rooms import Room

# More than a mailbox, a server's buffer and the kernel's two buffers together hold.
FRAMES = 2 * MAILBOX
FRAME_BYTES = 64 * 1024


@pytest.fixture
def port(transactional_db: None, loop: Loop) -> Iterator[int]:
    """Where a web server listens."""
    config = uvicorn.Config(
        application,
        port=free_port(),
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
    )
    server = uvicorn.Server(config)

    async def start() -> asyncio.Task[None]:
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        return serving

    async def stop() -> None:
        server.should_exit = server.force_exit = True
        await serving

    serving = loop.run(start())
    yield config.port
    loop.run(stop())


def read_to_the_end(socket: ClientConnection) -> tuple[int, int | None]:
    """How many frames still come, and the code with which the server closes."""
    got = 0
    while True:
        try:
            socket.recv(timeout=10)
        except ConnectionClosed as closed:
            return got, closed.rcvd.code if closed.rcvd else None
        got += 1


def next_told(socket: ClientConnection) -> str:
    """The next frame, but for those that tell who is connected."""
    frame = str(socket.recv(timeout=10))
    return next_told(socket) if frame.startswith('{"type":"presence"') else frame


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_socket_that_stops_reading_is_closed_and_its_neighbours_miss_nothing(
    room: Callable[..., Room], port: int
) -> None:
    opened = room(1000, 1000)

    def sit_by() -> ClientConnection:
        origin = f"http://127.0.0.1:{port}"
        address = f"ws://127.0.0.1:{port}/ws/tables/?at=table/{opened.table_id}"
        socket = connect(address, origin=origin, compression=None, ping_interval=None)  # type: ignore[arg-type]
        assert '"snapshot"' in str(socket.recv(timeout=10))
        return socket

    stuck, *neighbours = (sit_by() for _ in range(4))
    channel = push.table_channel(opened.table_id)
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for number in range(FRAMES):
            frame = f"{number}:".ljust(FRAME_BYTES, ".")
            client.execute_command(push.word("PUBLISH"), channel, frame)
            for neighbour in neighbours:
                assert next_told(neighbour) == frame
    got, code = read_to_the_end(stuck)
    assert got < FRAMES
    assert code == TOO_SLOW
    for neighbour in neighbours:
        neighbour.close()


@pytest.mark.middling
@pytest.mark.django_db(transaction=True)
def test_a_flooder_that_ignores_the_close_is_cut_off_and_read_no_more(
    room: Callable[..., Room], port: int
) -> None:
    opened = room(1000, 1000)
    address = f"ws://127.0.0.1:{port}/ws/tables/?at=table/{opened.table_id}"
    origin = cast(Origin, f"http://127.0.0.1:{port}")
    with connect(address, origin=origin, compression=None, ping_interval=None) as flooder:
        # Past the client's own manners: it would answer the close.
        line = flooder.socket
        line.settimeout(10)
        frame = b"\x81\x93" + b"\0\0\0\0" + b'{"type":"snapshot"}'
        sent = 0
        with suppress(OSError):
            while sent < MOST_SENT:
                line.sendall(20 * frame)
                sent += 20 * len(frame)
    assert sent < MOST_SENT


# All that buffers on both sides may hold of what nobody reads, and some more.
MOST_SENT = 8 * 1024 * 1024


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/", "/ws/table/1/", "/ws/tables"])
def test_an_address_that_names_nothing_is_refused_without_a_word_in_the_log(
    port: int, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    origin = cast(Origin, f"http://127.0.0.1:{port}")
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{port}{path}", origin=origin, compression=None)
    assert "Traceback" not in caplog.text
