"""Cached values as JSON, not pickle: write access to Redis must not mean code execution here."""

from typing import Any

import orjson


class Serializer:
    """A serializer for ``RedisCache``; integers stay integers, which Redis can count."""

    def dumps(self, value: Any) -> bytes | int:
        return value if type(value) is int else orjson.dumps(value)

    def loads(self, stored: bytes) -> Any:
        return orjson.loads(stored)
