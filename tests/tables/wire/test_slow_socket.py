"""A real server and real sockets, one of which stops reading."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
import redis
import uvicorn
from django.conf import settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from poker_site.asgi import application
from tables.consumers import TOO_SLOW
from tables.wire import push
from tables.wire.hub import MAILBOX
from tests.room import free_port
from tests.tables.rooms import Room
from tests.tables.sockets import Loop

# More than a mailbox, a server's buffer and the kernel's two buffers together hold.
FRAMES = 2 * MAILBOX
FRAME_BYTES = 64 * 1024


@pytest.fixture
def port(transactional_db: None, loop: Loop) -> Iterator[int]:
    """Where a web server listens."""
    config = uvicorn.Config(
        application,
        port=free_port(),
        ws="websockets-sansio",
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


@pytest.mark.django_db(transaction=True)
def test_a_socket_that_stops_reading_is_closed_and_its_neighbours_miss_nothing(
    room: Callable[..., Room], port: int
) -> None:
    opened = room(1000, 1000)

    def sit_by() -> ClientConnection:
        origin = f"http://127.0.0.1:{port}"
        address = f"ws://127.0.0.1:{port}/ws/table/{opened.table_id}/"
        socket = connect(address, origin=origin, compression=None, ping_interval=None)  # type: ignore[arg-type]
        assert '"snapshot"' in str(socket.recv(timeout=10))
        return socket

    stuck, *neighbours = (sit_by() for _ in range(4))
    channel = push.table_channel(opened.table_id)
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for number in range(FRAMES):
            frame = f"{number}:".ljust(FRAME_BYTES, ".")
            client.publish(channel, frame)
            for neighbour in neighbours:
                assert next_told(neighbour) == frame
    got, code = read_to_the_end(stuck)
    assert got < FRAMES
    assert code == TOO_SLOW
    for neighbour in neighbours:
        neighbour.close()
