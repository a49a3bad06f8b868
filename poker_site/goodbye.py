"""Uvicorn's websockets, but for those who go on talking after we have closed."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# What was on its way when we closed, and a goodbye: more than this nobody honest sends.
LONGEST_GOODBYE = 64 * 1024


class Goodbye(WebSocketsSansIOProtocol):
    """``uvicorn --ws poker_site.goodbye:Goodbye``.

    Uvicorn reads ten seconds for the peer's answer to a close, and takes every frame apart: one
    flooder would hold up everybody else in this process for so long.
    """

    _said_since = 0

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._said_since += len(data)
            if self._said_since > LONGEST_GOODBYE:
                self.transport.abort()
                return
        super().data_received(data)
