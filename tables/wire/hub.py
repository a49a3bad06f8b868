"""From Redis to the sockets of this process: it subscribes to the channels that they need only.

A frame is passed on as bytes, undecoded and framed once, to all subscribers of its channel here; a
private frame is unsealed first.
"""

import asyncio
import re
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

import redis.asyncio
import structlog
from django.conf import settings

from core import encryption
from tables.wire import push
from tables.wire.event_loop import PerLoop, every
from tables.wire.mailbox import Mailbox
from tables.wire.prepared_frame import PreparedFrame
from tables.wire.replies import Replies

log = structlog.get_logger(__name__)

RETRY_SECONDS = 0.5
# Time for which a channel without subscribers is kept: a page that is reloaded, and a player who
# looks at another table and comes back, cost nothing.
PATIENCE_SECONDS = 5.0
# Longest silence of Redis, which is pinged more often: a connection with a vanished far end is not
# closed otherwise.
SILENT_SECONDS = 6.0
# Channels in one command.
AT_ONCE = 500
READ_BYTES = 1 << 18
# The version in an update, found without decoding the rest.
VERSION = re.compile(rb'"version":(\d+)')


class HubChannel:
    """The subscribers of a channel; ``confirmed`` is set once Redis has confirmed the subscription,
    and also while Redis is away, so that no socket waits for it.

    ``version`` is the latest of its table that was heard here; None: none so far.
    """

    __slots__ = ("confirmed", "idle_since", "listeners", "private", "version")

    def __init__(self, *, private: bool) -> None:
        self.private = private
        self.version: int | None = None
        self.listeners: set[Mailbox] = set()
        self.confirmed = asyncio.Event()
        self.idle_since: float | None = None


class Hub:
    """The subscribers of each channel in this process."""

    def __init__(self) -> None:
        self._channels: dict[str, HubChannel] = {}
        # Channels to subscribe to, in the order of the requests.
        self._wanted: deque[str] = deque()
        self._asked = asyncio.Event()
        # Channels that may have lost frames, until all of them are subscribed to again.
        self._lost: set[str] = set()
        self._away = False
        # The moment at which Redis last sent data.
        self._heard_at = 0.0
        self._reader = asyncio.create_task(
            every(RETRY_SECONDS, self._read, trouble="push subscription lost")
        )

    async def join(self, mailbox: Mailbox, channels: list[str]) -> None:
        """Subscribe ``mailbox`` to ``channels``: it gets each frame published after this returns.

        While Redis is away it returns at once, and ``missed`` is called when Redis is back.
        """
        joined = [self._channel(name) for name in channels]
        for channel in joined:
            channel.listeners.add(mailbox)
            channel.idle_since = None
        for channel in joined:
            await channel.confirmed.wait()

    def leave(self, mailbox: Mailbox, channels: list[str]) -> None:
        """Unsubscribe ``mailbox`` from ``channels``."""
        for name in channels:
            channel = self._channels.get(name)
            if channel is not None:
                channel.listeners.discard(mailbox)
                if not channel.listeners:
                    channel.idle_since = asyncio.get_running_loop().time()

    def receive(self, name: str, text: bytes) -> None:
        """Deliver a message of Redis; a private frame that cannot be unsealed counts as missed."""
        channel = self._channels.get(name)
        if channel is None or not channel.listeners:
            return
        if not channel.private and (version := VERSION.search(text)):
            channel.version = int(version[1])
        if channel.private:
            try:
                sealed = text.decode("ascii", errors="replace")
                text = encryption.unseal(sealed, address=name).encode()
            except encryption.Broken:
                log.warning("push unreadable", channel=name)
                _miss(channel)
                return
        self.deliver(name, text)

    def deliver(self, name: str, text: bytes) -> None:
        """Put a frame into the mailboxes of all subscribers of a channel, without waiting."""
        channel = self._channels.get(name)
        if channel is None:
            return
        letter = PreparedFrame(text)
        for mailbox in tuple(channel.listeners):
            mailbox.put(letter)

    def versions(self) -> dict[int, int | None]:
        """Return the tables with subscribers here, and the latest version heard of each."""
        return {
            table_id: channel.version
            for name, channel in self._channels.items()
            if channel.listeners and (table_id := push.table_of(name)) is not None
        }

    def note(self, table_id: int, version: int) -> None:
        """Note that all subscribers of a table have been shown this version."""
        channel = self._channels.get(push.table_channel(table_id))
        if channel is not None:
            channel.version = version

    def lose(self, table_id: int) -> None:
        """Tell the subscribers of a table that a frame never came."""
        channel = self._channels.get(push.table_channel(table_id))
        if channel is not None:
            _miss(channel)

    def listening(self, name: str) -> int:
        """Return the number of this process's mailboxes on a channel."""
        channel = self._channels.get(name)
        return 0 if channel is None else len(channel.listeners)

    def _channel(self, name: str) -> HubChannel:
        channel = self._channels.get(name)
        if channel is None:
            channel = self._channels[name] = HubChannel(private=push.is_private(name))
            if self._away:
                self._lost.add(name)
                channel.confirmed.set()
            else:
                self._want([name])
        return channel

    def _want(self, names: Iterable[str]) -> None:
        self._wanted.extend(names)
        self._asked.set()

    async def _read(self) -> None:
        """Subscribe and deliver until the connection is lost."""
        try:
            await self._deliver_all()
        finally:
            self._lose()

    def _lose(self) -> None:
        """Mark all channels as lost, and release those who wait for a confirmation."""
        self._away = True
        self._wanted.clear()
        self._lost = set(self._channels)
        for channel in self._channels.values():
            channel.confirmed.set()

    async def _deliver_all(self) -> None:
        # Without a time-out: silence is normal here. ``Replies`` reads RESP2 only.
        pool: Any = redis.asyncio.ConnectionPool.from_url(
            settings.REDIS_URL, socket_timeout=None, protocol=2
        )
        connection = pool.make_connection()
        try:
            await connection.connect()
            push.look_again()
            word = await asyncio.to_thread(push.word, "SUBSCRIBE")
            self._away = False
            self._heard_at = asyncio.get_running_loop().time()
            self._want(self._lost)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._listen(connection, word.lower().encode()))
                both.create_task(self._ask(connection, word))
        finally:
            await connection.disconnect(nowait=True)

    async def _listen(self, connection: Any, subscribed: bytes) -> None:
        message = subscribed.replace(b"subscribe", b"message")
        replies, clock = Replies(), asyncio.get_running_loop().time
        while data := await connection._reader.read(READ_BYTES):
            self._heard_at = clock()
            for reply in replies.feed(data):
                kind, name, *more = reply
                if kind == message:
                    self.receive(name.decode(), more[0])
                elif kind == subscribed:
                    self._confirm(name.decode())
        raise ConnectionResetError

    async def _ask(self, connection: Any, word: str) -> None:
        """Subscribe to wanted channels, and unsubscribe from idle ones at a fixed interval.

        The interval holds under any load: in a pool every hand asks for channels.
        """
        clock = asyncio.get_running_loop().time
        next_at = clock() + PATIENCE_SECONDS / 2
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_at):
                    await self._asked.wait()
            self._asked.clear()
            wanted = [*self._wanted]
            self._wanted.clear()
            for names in _portions(wanted):
                await connection.send_command(word, *names)
            if clock() >= next_at:
                for names in _portions(self._let_go()):
                    await connection.send_command(word.replace("SUB", "UNSUB"), *names)
                if clock() > self._heard_at + SILENT_SECONDS:
                    raise ConnectionResetError
                await connection.send_command("PING")
                next_at = clock() + PATIENCE_SECONDS / 2

    def _let_go(self) -> list[str]:
        """Remove and return the channels that had no subscriber for PATIENCE_SECONDS."""
        before = asyncio.get_running_loop().time() - PATIENCE_SECONDS
        idle = [
            name
            for name, channel in self._channels.items()
            if channel.idle_since is not None
            and channel.idle_since <= before
            # A confirmation still to come could confirm the next subscription too early.
            and channel.confirmed.is_set()
            and name not in self._lost
        ]
        for name in idle:
            del self._channels[name]
        return idle

    def _confirm(self, name: str) -> None:
        if name in self._channels:
            self._channels[name].confirmed.set()
        if self._lost:
            self._lost.discard(name)
            if not self._lost:
                self._tell_missed()

    def _tell_missed(self) -> None:
        for mailbox in {box for channel in self._channels.values() for box in channel.listeners}:
            mailbox.missed()


def _miss(channel: HubChannel) -> None:
    for mailbox in tuple(channel.listeners):
        mailbox.missed()


def _portions(names: list[str]) -> Iterable[list[str]]:
    rest = iter(names)
    return iter(lambda: list(islice(rest, AT_ONCE)), [])


@PerLoop
def hub() -> Hub:
    """Return the hub of this process."""
    return Hub()
