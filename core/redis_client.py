"""This process's way to Redis, for messages that nobody would miss."""

import select
import threading
from collections.abc import Sequence
from typing import Any, cast

import redis
from django.conf import settings

Command = tuple[str | bytes, ...]

_thread = threading.local()


class Speaker:
    """A connection that asks for no answers: an answer costs more than all the rest.

    That Redis is gone is seen before the next command. What it refuses is not: the first command
    of a connection asks for its answer.
    """

    def __init__(self) -> None:
        self._line: Any = None
        self._end = select.poll()

    def say(self, commands: Sequence[Command]) -> None:
        """Give the commands, in this order; ``redis.RedisError``."""
        if self._line is None or self._gone():
            self._begin(commands[0])
            commands = commands[1:]
        if commands:
            self._line.send_packed_command(self._line.pack_commands(commands))

    def _begin(self, first: Command) -> None:
        if self._line is not None:
            self._line.disconnect()
        self._line = cast(Any, client().connection_pool).make_connection()
        self._line.connect()
        self._end = select.poll()
        self._end.register(self._line._sock, select.POLLIN)
        self._line.send_command(*first)
        self._line.read_response()
        self._line.send_command("CLIENT", "REPLY", "OFF")

    def _gone(self) -> bool:
        # Nothing is ever said here but the end.
        return self._line._sock is None or bool(self._end.poll(0))


def speaker() -> Speaker:
    """This thread's own."""
    if not hasattr(_thread, "speaker"):
        _thread.speaker = Speaker()
    speaking: Speaker = _thread.speaker
    return speaking


def client() -> redis.Redis:
    """This thread's own connection: taking one from a pool costs as much as the message."""
    if not hasattr(_thread, "redis"):
        # A push must never hold up the player whose action it tells.
        _thread.redis = redis.Redis.from_url(
            settings.REDIS_URL,
            single_connection_client=True,
            socket_timeout=1.0,
            socket_connect_timeout=1.0,
        )
    connected: redis.Redis = _thread.redis
    return connected
