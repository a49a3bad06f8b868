"""A frame as bytes for all sockets alike, and a way to write it past the layers between.

A server does not mask what it sends, so a frame is the same for every socket (RFC 6455, 5.1).
"""

from typing import Protocol

from websockets.frames import Frame, Opcode

# Where the web server offers a ``SocketLine`` in a socket's scope, among the extensions.
EXTENSION = "montepremi.line"


class SocketLine(Protocol):
    """A socket that takes prepared bytes."""

    @property
    def free(self) -> bool:
        """Whether it is open and its reader keeps up."""

    @property
    def gone(self) -> bool:
        """Whether it is closed, or closing: it will not be free again."""

    async def freed(self) -> None:
        """Wait until its reader has caught up, or it is gone."""

    def write(self, framed: bytes) -> None:
        """Send frames; only while it is free."""


class Letter:
    """A frame as text, and as it goes over a line."""

    __slots__ = ("framed", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.framed = Frame(Opcode.TEXT, text).serialize(mask=False)
