"""Values of the cache as JSON: whoever can write to Redis puts nothing to run into a process."""

from typing import Any

import orjson


class Serializer:
    """For ``RedisCache``; whole numbers stay numbers, so that Redis can count with them."""

    def dumps(self, value: Any) -> bytes | int:
        return value if type(value) is int else orjson.dumps(value)

    def loads(self, stored: bytes) -> Any:
        return orjson.loads(stored)
