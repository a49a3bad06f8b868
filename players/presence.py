"""Who was seen at a table lately, or with a page open, by whatever process: Redis remembers it for
a minute."""

from collections.abc import Collection, Iterable, Mapping, Set
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import redis
from django.db import connection

from core.redis_client import client

# Who was not seen for so long is gone: two beats may be lost.
GONE_AFTER = timedelta(seconds=10)
# How long it is remembered when somebody was seen last.
MEMORY = timedelta(seconds=60)
# No table: whoever looks at any page of the room.
ANYWHERE = 0


def note(pipeline: Any, table_id: int, users: Iterable[int], *, now: datetime) -> None:
    """Note that these users are at a table now."""
    key = key_of(table_id)
    pipeline.zadd(key, {str(user_id): now.timestamp() for user_id in users})
    pipeline.zremrangebyscore(key, "-inf", (now - MEMORY).timestamp())
    pipeline.expire(key, MEMORY)


def ask(pipeline: Any, table_id: int, *, now: datetime) -> None:
    """Ask who is at a table: the pipeline answers with user ids as text."""
    gone = f"({(now - GONE_AFTER).timestamp()}"
    pipeline.zrange(key_of(table_id), gone, "+inf", byscore=True)


def last_seen(table_ids: Iterable[int]) -> Mapping[int, datetime]:
    """When each user was last seen at one of these tables, as far as remembered.

    Nobody, while Redis is away.
    """
    found: dict[int, datetime] = {}
    with suppress(redis.RedisError), client().pipeline(transaction=False) as pipeline:
        for table_id in table_ids:
            pipeline.zrange(key_of(table_id), 0, -1, withscores=True)
        for members in pipeline.execute():
            for user, score in members:
                seen = datetime.fromtimestamp(score, UTC)
                found[int(user)] = max(seen, found.get(int(user), seen))
    return found


def connected(table_ids: Iterable[int], *, now: datetime) -> frozenset[int]:
    """The users connected to one of these tables, spectators with an account among them."""
    seen = last_seen(table_ids)
    return frozenset(user for user, at in seen.items() if at > now - GONE_AFTER)


def here(users: Collection[int], *, now: datetime) -> Set[int]:
    """Who of these looks at a page of the room now. Nobody, while Redis is away."""
    members = [str(user_id) for user_id in users]
    gone = (now - GONE_AFTER).timestamp()
    if not members:
        return set()
    with suppress(redis.RedisError):
        scores: Any = client().zmscore(key_of(ANYWHERE), members)
        seen = zip(users, scores, strict=True)
        return {user_id for user_id, score in seen if score is not None and score > gone}
    return set()


def key_of(table_id: int) -> str:
    """Where Redis keeps a table's people: it may serve several databases."""
    return f"{connection.settings_dict['NAME']}:seen:{table_id}"
