"""From Redis to sockets: in order, to whoever listens, and never waiting for the slow."""

import asyncio
import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings
from django.test import override_settings

from core import encryption
from core.types import UserId
from tables.wire import hub as module
from tables.wire import push
from tables.wire.hub import Hub, hub
from tables.wire.mailbox import MAILBOX, Mailbox
from tables.wire.prepared_frame import PreparedFrame

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

    async def _send(self, frame: bytes) -> None:
        if not self._reads:
            await asyncio.Event().wait()
        self.got.append(frame.decode())
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
        yield lambda channel, frame: client.execute_command(push.word("PUBLISH"), channel, frame)


@pytest.fixture
def cut() -> Iterator[Callable[[], None]]:
    """Has Redis end this test's connections and no others: other tests share the server."""
    name = f"cut-{os.getpid()}"
    mark = "&" if "?" in settings.REDIS_URL else "?"

    def end(client: redis.Redis) -> None:
        ours = [row for row in client.client_list() if row["name"] == name]
        assert ours
        for row in ours:
            client.client_kill_filter(_id=row["id"])

    with (
        redis.Redis.from_url(settings.REDIS_URL) as client,
        override_settings(REDIS_URL=f"{settings.REDIS_URL}{mark}client_name={name}"),
    ):
        yield lambda: end(client)


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
    publish(there, encryption.seal(b"for anna", address=there).decode())
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
        hub().deliver(channel, frame.encode())
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
    publish: Callable[[str, str], object], cut: Callable[[], None]
) -> None:
    channel = push.table_channel(5)
    reader = Reader()
    await hub().join(reader.mailbox, [channel])
    cut()
    async with asyncio.timeout(10):
        await reader.missed.wait()
    publish(channel, "again")
    assert await reader.has(1) == ["again"]


@pytest.fixture
def subscribed() -> Iterator[Callable[[], set[str]]]:
    """The channels of this test's tables that Redis has subscribers for, of either kind."""
    with redis.Redis.from_url(settings.REDIS_URL, decode_responses=True) as client:

        def channels() -> set[str]:
            names = {
                name
                for kind in ("CHANNELS", "SHARDCHANNELS")
                for name in client.execute_command("PUBSUB", kind, f"{push.prefix()}90*")
            }
            return {name.removeprefix(push.prefix()) for name in names}

        yield channels


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("version", ["7.2.4", "6.2.14"])
async def test_a_process_hears_the_tables_that_its_sockets_watch_and_no_other(
    subscribed: Callable[[], set[str]],
    publish: Callable[[str, str], object],
    monkeypatch: pytest.MonkeyPatch,
    version: str,
) -> None:
    monkeypatch.setattr(push, "look_again", lambda: None)
    monkeypatch.setattr(push, "_sharded", lambda: version == "7.2.4")
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.1)
    hub = Hub()
    one, two = push.table_channel(901), push.table_channel(902)
    anna, bea = Reader(), Reader()
    await hub.join(anna.mailbox, [one])
    await hub.join(bea.mailbox, [one, two])
    assert subscribed() == {"901", "902"}
    publish(two, "for bea")
    assert await bea.has(1) == ["for bea"]
    hub.leave(bea.mailbox, [one, two])
    await until(lambda: subscribed() == {"901"})
    hub.leave(anna.mailbox, [one])
    await until(lambda: subscribed() == set())
    await hub.join(anna.mailbox, [one])
    publish(one, "again")
    assert await anna.has(1) == ["again"]


async def test_a_process_that_is_always_asked_for_more_lets_go_what_nobody_listens_to(
    subscribed: Callable[[], set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.1)
    hub, reader = Hub(), Reader()
    await hub.join(reader.mailbox, [push.table_channel(9050)])
    hub.leave(reader.mailbox, [push.table_channel(9050)])
    # Somebody opens a table more often than the hub would look what it may forget.
    for number in count(9051):
        await hub.join(reader.mailbox, [push.table_channel(number)])
        await asyncio.sleep(0.01)
        if "9050" not in subscribed():
            break
        assert number < 9099


async def test_who_loads_the_page_again_is_still_subscribed(
    subscribed: Callable[[], set[str]], publish: Callable[[str, str], object]
) -> None:
    channel = push.table_channel(903)
    before, after = Reader(), Reader()
    await hub().join(before.mailbox, [channel])
    hub().leave(before.mailbox, [channel])
    await asyncio.sleep(0.05)
    assert subscribed() == {"903"}
    await hub().join(after.mailbox, [channel])
    publish(channel, "one")
    assert await after.has(1) == ["one"]


@pytest.mark.middling
async def test_a_thousand_sockets_of_a_lost_connection_are_each_told_once(
    publish: Callable[[str, str], object], cut: Callable[[], None]
) -> None:
    hub = Hub()
    told = [0] * 1000
    channels = [push.table_channel(9000 + number) for number in range(1000)]

    def missed(number: int) -> None:
        told[number] += 1

    async def nothing(text: bytes) -> None: ...

    for number, channel in enumerate(channels):
        mailbox = Mailbox(nothing, lambda: None, partial(missed, number))
        await hub.join(mailbox, [channel, push.player_channel(9000 + number, UserId(7))])
    cut()
    await until(lambda: all(told))
    # Every one of them is heard again by then.
    reader = Reader()
    await hub.join(reader.mailbox, [channels[-1]])
    publish(channels[-1], "again")
    assert await reader.has(1) == ["again"]
    assert told == [1] * 1000


async def test_while_redis_is_away_nobody_waits_for_it(tmp_path: Path) -> None:
    with override_settings(REDIS_URL=f"unix://{tmp_path}/nobody.sock"):
        hub = Hub()
        reader = Reader()
        async with asyncio.timeout(5):
            await hub.join(reader.mailbox, [push.table_channel(904)])
    async with asyncio.timeout(10):
        await reader.missed.wait()


async def test_a_redis_that_says_nothing_any_more_is_left_for_one_that_answers(
    tmp_path: Path, publish: Callable[[str, str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine is gone, or the network between, and nobody has closed the line."""
    monkeypatch.setattr(push, "look_again", lambda: None)
    monkeypatch.setattr(push, "_sharded", lambda: True)
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(module, "SILENT_SECONDS", 0.5)
    there = urlsplit(settings.REDIS_URL).path
    begun: list[asyncio.Event] = []

    async def carry(
        source: asyncio.StreamReader, target: asyncio.StreamWriter, mute: asyncio.Event
    ) -> None:
        while data := await source.read(1 << 16):
            if not mute.is_set():
                target.write(data)

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(there)
        begun.append(mute := asyncio.Event())
        await asyncio.gather(carry(reader, far_writer, mute), carry(far_reader, writer, mute))

    between = await asyncio.start_unix_server(meet, tmp_path / "redis.sock")
    with override_settings(REDIS_URL=f"unix://{tmp_path}/redis.sock"):
        hub, reader, channel = Hub(), Reader(), push.table_channel(905)
        await hub.join(reader.mailbox, [channel])
        for mute in begun:
            mute.set()
        reader.missed.clear()
        async with asyncio.timeout(30):
            await reader.missed.wait()
        publish(channel, "again")
        assert await reader.has(1) == ["again"]
    between.close()


async def test_a_socket_that_breaks_while_sending_is_left_alone() -> None:
    async def broken(frame: bytes) -> None:
        raise ConnectionResetError

    mailbox = Mailbox(broken, lambda: None, lambda: None)
    mailbox.open()
    mailbox.put(PreparedFrame(b"one"))
    await asyncio.sleep(0)
    mailbox.close()
    mailbox.put(PreparedFrame(b"two"))
