"""This process's way to Redis, for messages that nobody would miss."""

import threading

import redis
from django.conf import settings

_thread = threading.local()


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
