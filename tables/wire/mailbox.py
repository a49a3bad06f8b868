"""The frames that wait for one socket. Nobody waits for a slow one: a full mailbox ends it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tables.wire.line import Letter, SocketLine

# Frames that may wait for one socket: some hands' worth. Beyond it, its reader is gone.
MAILBOX = 256


class Mailbox:
    """What waits for one socket, and the task that sends it while anything does.

    ``send`` sends one frame; where there is a ``line``, frames go there at once while it is free.
    ``overflow`` is called, and must not wait, when the socket takes too long; ``missed`` when
    frames may have been lost.
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
        self._letters: list[Letter] = []
        self._writer: asyncio.Task[None] | None = None
        self._open = self._closed = False

    def put(self, letter: Letter) -> None:
        """Send a frame, or queue it; never waits."""
        if self._closed:
            return
        line = self._line
        if line is not None and self._open and not self._letters and line.free:
            line.write(letter.framed)
        elif len(self._letters) >= MAILBOX:
            self.close()
            self._overflow()
        else:
            self._letters.append(letter)
            self._begin()

    def open(self) -> None:
        """Begin to send what has been put so far and will be."""
        self._open = True
        self._begin()

    def close(self) -> None:
        """Send no more."""
        self._closed = True
        self._letters.clear()
        if self._writer is not None:
            self._writer.cancel()

    def _begin(self) -> None:
        if self._open and self._letters and self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        # A send that fails is a socket that is gone: its own reader ends the conversation.
        with suppress(OSError, RuntimeError):
            while self._letters:
                if self._line is None:
                    await self._send(self._letters.pop(0).text)
                else:
                    await self._write_along(self._line)
        self._writer = None

    async def _write_along(self, line: SocketLine) -> None:
        # Freed, it may be filled up again by another mailbox of the same socket.
        while not line.free:
            if line.gone:
                raise ConnectionResetError
            await line.freed()
        # Nothing is awaited from here: what is put meanwhile cannot overtake what waits.
        while self._letters and line.free:
            line.write(self._letters.pop(0).framed)
