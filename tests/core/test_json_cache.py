"""The cache holds JSON: nothing that Redis returns can run."""

import pickle

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

pytestmark = pytest.mark.usefixtures("servers")


@pytest.mark.parametrize("value", [5, -1, True, None, 2.5, "text", "5", [1, "a"], {"a": [1.5]}])
def test_what_is_cached_comes_back(value: object) -> None:
    cache.set("test:value", value)
    assert cache.get("test:value", "missing") == value
    assert type(cache.get("test:value")) is type(value)


def test_redis_counts_with_numbers() -> None:
    cache.set("test:count", 1)
    assert cache.incr("test:count") == 2


class Bomb:
    def __reduce__(self) -> tuple[object, ...]:
        return (pytest.fail, ("it was unpickled",))


def test_a_pickle_is_not_unpickled() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.set(cache.make_key("test:bomb"), pickle.dumps(Bomb()))
    with pytest.raises(ValueError, match="UTF-8"):
        cache.get("test:bomb")
