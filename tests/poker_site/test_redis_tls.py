"""A Redis on another host: every client of the room speaks to it under TLS, with a password."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
import redis.asyncio
import trustme
from django.conf import settings
from django.core.cache import caches
from django.test import override_settings
from kombu.connection import Connection

from core import redis_client

pytestmark = pytest.mark.usefixtures("servers")


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        # Closing alone would not wake the thread that reads there.
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def port(authority: trustme.CA) -> Iterator[int]:
    """Where the test's own Valkey answers, through a door that speaks TLS alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    behind = urlsplit(settings.REDIS_URL).path
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                came, _ = door.accept()
                threading.Thread(target=answer, args=[came], daemon=True).start()

    def answer(came: socket.socket) -> None:
        with suppress(OSError):
            inside = socket.socket(socket.AF_UNIX)
            inside.connect(behind)
            outside = context.wrap_socket(came, server_side=True)
            threading.Thread(target=pump, args=[inside, outside], daemon=True).start()
            pump(outside, inside)

    threading.Thread(target=serve, daemon=True).start()
    yield door.getsockname()[1]
    door.close()


def reach_broker(address: str) -> None:
    """As Celery does it."""
    connection: Any = Connection
    with connection(address, ssl={"ssl_cert_reqs": ssl.CERT_REQUIRED}) as broker:
        broker.ensure_connection(max_retries=1, timeout=5)


def url(port: int, ca: Path) -> str:
    return f"rediss://localhost:{port}/0?ssl_ca_certs={ca}"


@pytest.mark.middling
def test_every_client_of_the_room_speaks_tls(
    authority: trustme.CA, port: int, tmp_path: Path
) -> None:
    ca = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(ca))
    address = url(port, ca)
    cache = {"default": {**settings.CACHES["default"], "LOCATION": address}}
    with override_settings(REDIS_URL=address, CACHES=cache):
        assert redis_client.client().ping()
        caches["default"].set("tls", 1)
        assert caches["default"].get("tls") == 1

    async def listen() -> bool:
        async with redis.asyncio.Redis.from_url(address) as client:
            return bool(await client.ping())

    assert asyncio.run(listen())
    reach_broker(address)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux can be told so")
def test_whoever_speaks_to_a_machine_that_is_gone_hears_of_it_within_seconds(
    authority: trustme.CA, port: int, tmp_path: Path
) -> None:
    ca = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(ca))
    speaker = redis_client.Speaker()
    with override_settings(REDIS_URL=url(port, ca)):
        speaker.say([(b"PUBLISH", b"nobody", b"")])
    line: socket.socket = speaker._line._sock
    assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 6_000
    line.close()


@pytest.mark.middling
def test_a_server_that_nobody_vouches_for_is_not_spoken_to(port: int, tmp_path: Path) -> None:
    stranger = tmp_path / "stranger.pem"
    trustme.CA().cert_pem.write_to_path(str(stranger))
    with pytest.raises(redis.ConnectionError, match="certificate verify failed"):
        redis.Redis.from_url(url(port, stranger)).ping()
    with pytest.raises(Exception, match="certificate verify failed"):
        reach_broker(url(port, stranger))
