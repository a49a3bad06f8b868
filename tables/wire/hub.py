"""From Redis to the sockets of this process: one subscription, a bounded mailbox a socket.

One pattern brings the frames of every table; they go on as text, undecoded, to whoever listens
here, and what is for one player alone is unsealed for them. Nobody waits for a slow socket: its own
task sends, and a mailbox that is full ends it.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

import redis.asyncio
import structlog
from django.conf import settings

from core import seal
from tables.wire import push

log = structlog.get_logger(__name__)

# Frames that may wait for one socket: some hands' worth. Beyond it, its reader is gone.
MAILBOX = 256
RETRY_SECONDS = 0.5


class Mailbox:
    """The frames that wait for one socket, and the task that sends them.

    ``send`` sends one frame; ``overflow`` is called, and must not wait, when the socket takes
    too long; ``missed`` when frames may have been lost.
    """

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        overflow: Callable[[], None],
        missed: Callable[[], None],
    ) -> None:
        self.missed = missed
        self._send = send
        self._overflow = overflow
        self._frames: deque[str] = deque()
        self._filled = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    def put(self, frame: str) -> None:
        """Queue a frame; never waits."""
        if self._closed:
            return
        if len(self._frames) >= MAILBOX:
            self.close()
            self._overflow()
            return
        self._frames.append(frame)
        self._filled.set()

    def open(self) -> None:
        """Begin to send what has been put so far and will be."""
        self._writer = asyncio.create_task(self._write())

    def close(self) -> None:
        """Send no more."""
        self._closed = True
        self._frames.clear()
        if self._writer is not None:
            self._writer.cancel()

    async def _write(self) -> None:
        # A send that fails is a socket that is gone: its own reader ends the conversation.
        with suppress(OSError, RuntimeError):
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._frames:
                    await self._send(self._frames.popleft())


class Hub:
    """Who listens to which channel in this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Mailbox]] = {}
        self._subscribed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def join(self, mailbox: Mailbox, channels: list[str]) -> None:
        """Bring every frame published on ``channels`` after this returns to ``mailbox``."""
        for channel in channels:
            self._listeners.setdefault(channel, set()).add(mailbox)
        await self._subscribed.wait()

    def leave(self, mailbox: Mailbox, channels: list[str]) -> None:
        """Bring no more to ``mailbox``."""
        for channel in channels:
            listeners = self._listeners.get(channel, set())
            listeners.discard(mailbox)
            if not listeners:
                self._listeners.pop(channel, None)

    def receive(self, channel: str, frame: str) -> None:
        """Deliver what came from Redis; a frame that nobody can read was a frame missed."""
        if not self.listening(channel):
            return
        if push.is_private(channel):
            try:
                frame = seal.unseal(frame, address=channel)
            except seal.Broken:
                log.warning("push unreadable", channel=channel)
                for mailbox in self._listeners[channel]:
                    mailbox.missed()
                return
        self.deliver(channel, frame)

    def deliver(self, channel: str, frame: str) -> None:
        """Put a frame into the mailbox of everybody on ``channel``; never waits."""
        for mailbox in tuple(self._listeners.get(channel, ())):
            mailbox.put(frame)

    def listening(self, channel: str) -> int:
        """How many sockets of this process listen to a channel."""
        return len(self._listeners.get(channel, ()))

    async def _read(self) -> None:
        """Subscribe and deliver; after a lost connection, again."""
        while True:
            try:
                await self._deliver_all()
            except Exception as error:
                # Whatever it was: without this task nobody in the process hears anything.
                log.warning("push subscription lost", error=repr(error))
            await asyncio.sleep(RETRY_SECONDS)

    async def _deliver_all(self) -> None:
        # Without a time-out: silence is normal here, and redis-py would take it for a failure.
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=None, decode_responses=True
        )
        async with client, client.pubsub() as subscription:
            await subscription.psubscribe(push.prefix() + "*")
            while True:
                # The bare response: redis-py's own dictionary of it takes as long again.
                kind, *message = await subscription.parse_response(block=True)
                if kind == "pmessage":
                    _, channel, frame = message
                    self.receive(channel, frame)
                elif self._subscribed.is_set():
                    # Subscribed once more: the connection was lost (redis-py mends it itself).
                    self._tell_missed()
                else:
                    self._subscribed.set()

    def _tell_missed(self) -> None:
        for mailbox in {box for boxes in self._listeners.values() for box in boxes}:
            mailbox.missed()


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of this process (of this event loop: a process has one, a test run many)."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
