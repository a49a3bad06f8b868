"""Redis clients of this process, for messages that may be lost."""

import select
import socket
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import redis
from django.conf import settings

Command = tuple[bytes, ...]

# No announcement may delay the player whose action it announces.
SECONDS = 1.0
# A dead machine acknowledges nothing, and its connection is not closed.
DEAF_MILLISECONDS = 6_000


class Speaker:
    """A connection without replies: a reply costs more than all the rest.

    A lost Redis is noticed before the next command. A refusal is not: only the first command of a
    connection reads its reply.
    """

    def __init__(self) -> None:
        self._line: Any = None
        self._end = select.poll()

    def say(self, commands: Sequence[Command]) -> None:
        """Send the commands, in this order; raises ``redis.RedisError``."""
        if commands and (self._line is None or self._gone()):
            self._begin(commands[0])
            commands = commands[1:]
        if commands:
            self._line.send_packed_command([_packed(commands)])

    def _begin(self, first: Command) -> None:
        if self._line is not None:
            self._line.disconnect()
        self._line = cast(Any, client().connection_pool).make_connection()
        self._line.connect()
        self._give_up_early(self._line._sock)
        self._end = select.poll()
        self._end.register(self._line._sock, select.POLLIN)
        self._line.send_command(*first)
        self._line.read_response()
        self._line.send_command("CLIENT", "REPLY", "OFF")

    @staticmethod
    def _give_up_early(line: socket.socket) -> None:
        """Have the system close a connection without acknowledgements; Linux by itself waits a
        quarter of an hour, and other systems lack the option."""
        if line.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_MILLISECONDS)

    def _gone(self) -> bool:
        # This connection becomes readable only when it ends.
        return self._line._sock is None or bool(self._end.poll(0))


def _packed(commands: Sequence[Command]) -> bytes:
    """Encode commands in Redis' protocol: the client's own packing takes some 25 calls for each."""
    parts = []
    for command in commands:
        parts.append(b"*%d\r\n" % len(command))
        parts += [b"$%d\r\n%b\r\n" % (len(word), word) for word in command]
    return b"".join(parts)


def say(commands: Sequence[Command]) -> None:
    """Send the commands, in this order; raises ``redis.RedisError``.

    Idle connections are reused LIFO: each page is served by a thread of its own, and connecting
    costs more than most pages.
    """
    silent = _silent(settings.REDIS_URL)
    try:
        speaker = silent.pop()
    except IndexError:
        speaker = Speaker()
    try:
        speaker.say(commands)
    finally:
        silent.append(speaker)


@cache
def _silent(url: str) -> deque[Speaker]:
    return deque()


def client() -> redis.Redis:
    """Return the client for queries; any thread takes a pooled connection for each."""
    return _client(settings.REDIS_URL)


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
