"""A parser for the replies of Redis (RESP2) on a connection with subscriptions. Pure.

redis-py's own parser awaits each part of a reply, which took half of the time of a delivery.
"""

from collections.abc import Iterator
from typing import Any


class Complaint(Exception):
    """An error reply: Redis refused a command."""


class Replies:
    """A parser of a stream of replies, which keeps an incomplete one for the next data."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Any]:
        """Yield the replies that ``data`` completes: bytes, integers, and lists of these.

        Raise ``Complaint`` for an error reply."""
        data = self._rest + data
        at = 0
        while (complete := _reply(data, at)) is not None:
            reply, at = complete
            yield reply
        self._rest = data[at:]


def _reply(data: bytes, at: int) -> tuple[Any, int] | None:
    """Return the reply at offset ``at`` and the offset of the next one; None if incomplete."""
    end = data.find(b"\r\n", at)
    if end < 0:
        return None
    kind, line, at = data[at], data[at + 1 : end], end + 2
    if kind == b"$"[0]:
        after = at + int(line)
        return (data[at:after], after + 2) if len(data) >= after + 2 else None
    if kind == b"*"[0]:
        replies = []
        for _ in range(int(line)):
            if (part := _reply(data, at)) is None:
                return None
            replies.append(part[0])
            at = part[1]
        return replies, at
    if kind == b"-"[0]:
        raise Complaint(line.decode(errors="replace"))
    return int(line) if kind == b":"[0] else line, at
