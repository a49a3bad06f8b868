"""From Redis to sockets: in order, to whoever listens, and never waiting for the slow."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
import redis
from django.conf import settings

from core import seal
from core.types import UserId
from tables.wire import push
from tables.wire.hub import MAILBOX, Mailbox, hub

pytestmark = pytest.mark.django_db


class Reader:
    """The far end of a mailbox."""

    def __init__(self, *, reads: bool = True) -> None:
        self.got: list[str] = []
        self.overflows = 0
        self.missed = asyncio.Event()
        self.mailbox = Mailbox(self._send, self._overflow, self.missed.set)
        self._reads = reads
        self._news = asyncio.Event()
        self.mailbox.open()

    async def _send(self, frame: str) -> None:
        if not self._reads:
            await asyncio.Event().wait()
        self.got.append(frame)
        self._news.set()

    def _overflow(self) -> None:
        self.overflows += 1

    async def has(self, count: int) -> list[str]:
        """Its frames, once there are so many."""
        async with asyncio.timeout(5):
            while len(self.got) < count:
                self._news.clear()
                await self._news.wait()
        return self.got


@pytest.fixture
def publish() -> Iterator[Callable[[str, str], object]]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        yield client.publish


async def test_frames_arrive_in_order_at_everybody_on_the_channel(
    publish: Callable[[str, str], object],
) -> None:
    here, there, elsewhere = (
        push.table_channel(1),
        push.player_channel(1, UserId(7)),
        push.table_channel(2),
    )
    anna, bea, carla = Reader(), Reader(), Reader()
    await hub().join(anna.mailbox, [here, there])
    await hub().join(bea.mailbox, [here])
    await hub().join(carla.mailbox, [elsewhere])
    for number in range(100):
        publish(here, str(number))
    publish(there, seal.seal(b"for anna", address=there).decode())
    publish(elsewhere, "for carla")
    public = [str(number) for number in range(100)]
    assert await anna.has(101) == [*public, "for anna"]
    assert await bea.has(100) == public
    assert await carla.has(1) == ["for carla"]


async def test_a_socket_that_stops_reading_does_not_delay_its_neighbours() -> None:
    channel = push.table_channel(3)
    stuck = Reader(reads=False)
    neighbours = [Reader() for _ in range(8)]
    for reader in (stuck, *neighbours):
        await hub().join(reader.mailbox, [channel])
    frames = [str(number) for number in range(3 * MAILBOX)]
    for frame in frames:
        hub().deliver(channel, frame)
        await asyncio.sleep(0)
    for reader in neighbours:
        assert await reader.has(len(frames)) == frames
        assert reader.overflows == 0
    assert stuck.overflows == 1
    assert stuck.got == []


async def test_who_left_hears_nothing_more(publish: Callable[[str, str], object]) -> None:
    channel = push.table_channel(4)
    stays, leaves = Reader(), Reader()
    for reader in (stays, leaves):
        await hub().join(reader.mailbox, [channel])
    publish(channel, "one")
    await leaves.has(1)
    hub().leave(leaves.mailbox, [channel])
    publish(channel, "two")
    assert await stays.has(2) == ["one", "two"]
    assert leaves.got == ["one"]


async def test_after_a_lost_connection_everybody_is_told_that_frames_may_be_missing(
    publish: Callable[[str, str], object],
) -> None:
    channel = push.table_channel(5)
    reader = Reader()
    await hub().join(reader.mailbox, [channel])
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    async with asyncio.timeout(10):
        await reader.missed.wait()
    publish(channel, "again")
    assert await reader.has(1) == ["again"]


async def test_a_socket_that_breaks_while_sending_is_left_alone() -> None:
    async def broken(frame: str) -> None:
        raise ConnectionResetError

    mailbox = Mailbox(broken, lambda: None, lambda: None)
    mailbox.open()
    mailbox.put("one")
    await asyncio.sleep(0)
    mailbox.close()
    mailbox.put("two")
