"""Signs of life of worker and beat, left in Redis: they have no page to probe."""

import time

import redis
from django.db import connection

from core.redis_client import client

PROCESSES = ("worker", "beat")
EVERY_SECONDS = 1.0
# A sign expires after this time: some were missed, and the operator should look.
LASTS_SECONDS = 10

_left: dict[str, float] = {}


def report(process: str) -> None:
    """Leave a sign of life, at most once a second; an absent Redis is ignored."""
    now = time.monotonic()
    if now - _left.get(process, -EVERY_SECONDS) < EVERY_SECONDS:
        return
    _left[process] = now
    try:
        client().set(_key(process), 1, ex=LASTS_SECONDS)
    except redis.RedisError:
        return


def is_alive(process: str) -> bool:
    """Return whether a process of that kind lived a few seconds ago."""
    return bool(client().exists(_key(process)))


def _key(process: str) -> str:
    # A Redis may serve several databases.
    return f"{connection.settings_dict['NAME']}:alive:{process}"
