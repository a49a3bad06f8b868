"""Uvicorn's HTTP, with a time limit for the head of a request."""

import asyncio
import itertools

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Seconds for everything before the body, and its most bytes.
PATIENCE = 15.0
LONGEST_HEAD = 64 * 1024


class LongHead(Exception):
    """A head that is too long: the parser passes it on, and uvicorn answers 400."""


class HttpProtocol(HttpToolsProtocol):
    """``uvicorn --http poker_site.server.http_protocol:HttpProtocol``.

    Uvicorn waits for ever for the end of the headers, and stores as many of them as are sent: a
    thousand connections that never finish a request would cost their peer nothing.
    """

    _deadline: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._deadline is None:
            return
        self._head += len(data)
        if self._head > LONGEST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begin()

    def on_headers_complete(self) -> None:
        self._end()
        # A head in one piece was not counted on its way.
        words = [self.url, *itertools.chain.from_iterable(self.headers)]
        if sum(map(len, words)) > LONGEST_HEAD:
            raise LongHead
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        if self._deadline is None:
            self._head = 0
            self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _end(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
