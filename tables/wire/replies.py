"""What Redis says on a line that subscribes, taken apart. Pure.

redis-py's own parser awaits each part of a reply: that took half of what a delivery costs.
"""

from collections.abc import Iterator
from typing import Any


class Complaint(Exception):
    """Redis refused a command."""


class Replies:
    """The replies in what was read so far; the rest of one that has come in part waits."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Any]:
        """The replies that ``data`` completes: bytes, integers, None, and lists of these."""
        data = self._rest + data
        at = 0
        while (found := _reply(data, at)) is not None:
            reply, at = found
            yield reply
        self._rest = data[at:]


def _reply(data: bytes, at: int) -> tuple[Any, int] | None:
    """The reply that begins there and where the next one does; None: not all of it has come."""
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
            if (found := _reply(data, at)) is None:
                return None
            replies.append(found[0])
            at = found[1]
        return replies, at
    if kind == b"-"[0]:
        raise Complaint(line.decode(errors="replace"))
    return int(line) if kind == b":"[0] else line, at
