"""Fixtures of the live table's tests."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
import redis
from django.conf import settings

from core import encryption
from tables.models import WebSign
from tables.wire import push, rate_limits
from tests.tables.conversations import Loop, Socket, Watch
from tests.tables.replays import check_every_hand
from tests.tables.rooms import Room, open_room


@pytest.fixture
def room(db: None) -> Iterator[Callable[..., Room]]:
    """Opens tables; afterwards every hand that was played must replay to its snapshot."""
    yield open_room
    check_every_hand()


@pytest.fixture
def unserved(db: None) -> None:
    """No web process serves: a room that an earlier test has stopped may have left its sign."""
    WebSign.objects.all().delete()


@pytest.fixture
def replayed(db: None) -> Iterator[None]:
    """Afterwards every hand that was played must replay to its snapshot."""
    yield
    check_every_hand()


class Tape:
    """Every frame published while it runs, in order."""

    def __init__(self) -> None:
        client: Any = redis.Redis
        self._redis = client.from_url(settings.REDIS_URL, decode_responses=True)
        # Sharded channels know no patterns.
        self._plainly = patch.object(push, "word", lambda name: name)
        self._plainly.start()
        self._subscription = self._redis.pubsub(ignore_subscribe_messages=True)
        self._subscription.psubscribe(push.prefix() + "*")
        self._subscription.parse_response()

    def read(self) -> list[tuple[str, dict[str, Any]]]:
        """(channel without its prefix, frame) of everything since the last reading."""
        fence = push.prefix() + "fence"
        self._redis.publish(fence, "null")
        frames = []
        while (message := self._subscription.get_message(timeout=5)) is not None:
            if message["channel"] == fence:
                break
            channel, text = message["channel"], message["data"]
            if push.is_private(channel):
                text = encryption.unseal(text, address=channel)
            place, frame = channel.removeprefix(push.prefix()), json.loads(text)
            if not place.startswith("entry:"):
                assert frame.pop("table_id") == int(place.split(":")[0])
            frames.append((place, frame))
        return frames

    def close(self) -> None:
        self._plainly.stop()
        self._subscription.close()
        self._redis.close()


@pytest.fixture
def tape(transactional_db: None) -> Iterator[Tape]:
    recorder = Tape()
    yield recorder
    recorder.close()


@pytest.fixture(scope="session")
def _running_loop() -> Iterator[Loop]:
    running = Loop()
    yield running
    running.close()


@pytest.fixture
def loop(transactional_db: None, _running_loop: Loop) -> Iterator[Loop]:
    """The loop of all sockets of a process. It signs on (TRN-6) for as long as a test needs it: a
    sign after that would stand in the database of the next test."""
    yield _running_loop
    _running_loop.stop_signing()


@pytest.fixture(autouse=True)
def _everybody_let_in() -> Iterator[None]:
    """Whoever was cut off in one test comes in at the next."""
    yield
    rate_limits.CUT_OFF.clear()


@pytest.fixture
def watch(transactional_db: None, loop: Loop) -> Iterator[Watch]:
    """Opens sockets, ``watch(table_id, user)``, and closes them in the end."""
    sockets: list[Socket] = []

    def open_socket(*args: Any, **kwargs: Any) -> Socket:
        sockets.append(Socket(loop, *args, **kwargs))
        return sockets[-1]

    yield open_socket
    for socket in sockets:
        socket.close()
