"""A frame as bytes shared by all sockets, and a way to write it without the layers in between.

A server does not mask its frames, so the bytes are the same for every socket (RFC 6455, 5.1).
"""

from typing import Protocol

from websockets.frames import Frame, Opcode

# The ASGI extension under which the web server offers a ``SocketLine`` in a socket's scope.
EXTENSION = "montepremi.line"


class SocketLine(Protocol):
    """A socket that accepts prepared bytes."""

    @property
    def free(self) -> bool:
        """Return whether it is open and its reader keeps up."""

    @property
    def gone(self) -> bool:
        """Return whether it is closed, or closing: it will not be free again."""

    async def freed(self) -> None:
        """Wait until its reader has caught up, or it is gone."""

    def write(self, framed: bytes) -> None:
        """Send frames; to be called only while it is free."""


class PreparedFrame:
    """A frame as JSON text, and framed for the websocket."""

    __slots__ = ("framed", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.framed = Frame(Opcode.TEXT, text).serialize(mask=False)
