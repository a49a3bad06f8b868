"""The bounded queue of frames for one socket. No sender waits: a full mailbox ends the socket."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from core import metrics
from tables.wire.prepared_frame import PreparedFrame, SocketLine

# Most frames queued for one socket, enough for some hands; more means that its reader is gone.
MAILBOX = 256


class Mailbox:
    """The queue of one socket, and the task that sends from it while it is not empty.

    ``send`` sends one frame; with a ``line``, frames are written to it at once while it is free.
    ``overflow`` (non-blocking) is called when the socket is too slow, ``missed`` when frames may
    have been lost.
    """

    def __init__(
        self,
        send: Callable[[bytes], Awaitable[None]],
        overflow: Callable[[], None],
        missed: Callable[[], None],
        line: SocketLine | None = None,
    ) -> None:
        self.missed = missed
        self._send = send
        self._overflow = overflow
        self._line = line
        # Not a deque: an empty one takes 0.7 kB.
        self._letters: list[PreparedFrame] = []
        self._writer: asyncio.Task[None] | None = None
        self._open = self._closed = False

    def put(self, letter: PreparedFrame) -> None:
        """Send or queue a frame without waiting."""
        if self._closed:
            return
        line = self._line
        if line is not None and self._open and not self._letters and line.free:
            line.write(letter.framed)
        elif len(self._letters) >= MAILBOX:
            self.close()
            metrics.MAILBOX_OVERFLOWS.inc()
            self._overflow()
        else:
            self._letters.append(letter)
            self._begin()

    def open(self) -> None:
        """Start to send: first the frames queued so far."""
        self._open = True
        self._begin()

    def close(self) -> None:
        """Discard the queue and stop sending."""
        self._closed = True
        self._letters.clear()
        if self._writer is not None:
            self._writer.cancel()

    def _begin(self) -> None:
        if self._open and self._letters and self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        # A failed send means that the socket is gone: its own reader ends the conversation.
        with suppress(OSError, RuntimeError):
            while self._letters:
                if self._line is None:
                    await self._send(self._letters.pop(0).text)
                else:
                    await self._write_along(self._line)
        self._writer = None

    async def _write_along(self, line: SocketLine) -> None:
        # Once freed, another mailbox of the same socket may fill it again.
        while not line.free:
            if line.gone:
                raise ConnectionResetError
            await line.freed()
        # No await from here on: a new frame cannot overtake the queued ones.
        while self._letters and line.free:
            line.write(self._letters.pop(0).framed)
