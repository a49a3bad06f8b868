"""Uvicorn's websockets, without clients that go on talking after our close.

Also a way to write frames that are the same for many sockets.
"""

from random import uniform
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tables.wire import prepared_frame
from tables.wire.one_reader import OneReader

# Frames on their way at our close, and a goodbye: no honest client sends more than this.
LONGEST_GOODBYE = 64 * 1024
# A process that stops sends away so many players a second: each reads its tables anew elsewhere.
# Few are gone at once, and the last of many after the time that a service manager allows for.
DRAIN_PER_SECOND = 400
LONGEST_DRAIN_SECONDS = 5.0


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """``uvicorn --ws poker_site.server.websocket_protocol:WebSocketProtocol``.

    Uvicorn reads ten seconds for the peer's answer to a close, and parses every frame: one flooder
    would hold up all other clients of this process for so long.

    It is also its own ``SocketLine``, unless frames are compressed, for each socket by itself.
    """

    _said_since = 0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue: Any = OneReader()

    def start_keepalive(self) -> None:
        super().start_keepalive()
        # The handshake is over: no code reads these again, and the parser would keep the request.
        self.request.headers.clear()
        del self.request, self.response
        cast("list[tuple[bytes, bytes]]", self.scope["headers"]).clear()

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._said_since += len(data)
            if self._said_since > LONGEST_GOODBYE:
                self.transport.abort()
                return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101 and not self.conn.extensions:
            extensions: Any = self.scope["extensions"]
            extensions[prepared_frame.EXTENSION] = self

    @property
    def free(self) -> bool:
        return self.writable.is_set() and not self.gone

    @property
    def gone(self) -> bool:
        return (
            not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.transport.is_closing()
        )

    async def freed(self) -> None:
        await self.writable.wait()

    def shutdown(self) -> None:
        """Close with 1012, "service restart", in this socket's turn; serve it until then."""
        spread = min(LONGEST_DRAIN_SECONDS, len(self.connections) / DRAIN_PER_SECOND)
        self.loop.call_later(uniform(0, spread), self._close_for_restart)  # noqa: S311

    def _close_for_restart(self) -> None:
        if not self.disconnected:
            super().shutdown()

    def write(self, framed: bytes) -> None:
        self.transport.write(framed)
