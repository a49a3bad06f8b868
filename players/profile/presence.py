"""The players seen lately at a table or with a page open, by all processes: in Redis, for a
minute."""

from collections.abc import Collection, Iterable, Mapping, Set
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import redis
import redis.asyncio
from django.db import connection

from core.redis_client import client

# A player not seen for so long is gone: two heartbeats may be lost.
GONE_AFTER = timedelta(seconds=10)
# Times of the last sight are kept so long.
MEMORY = timedelta(seconds=60)
# No table: players who have any page of the room open.
ANYWHERE = 0
# Users per command: the event loop waits while it is written.
AT_ONCE = 500

# One script for many tables: to write and read as many single commands takes us far longer than
# Redis needs to run them.
_NOTE = """
local now, gone, forgotten, memory = unpack(ARGV, 1, 4)
local seen = {}
for place, key in ipairs(KEYS) do
    for user in string.gmatch(ARGV[4 + place], '%d+') do
        redis.call('ZADD', key, now, user)
    end
    redis.call('ZREMRANGEBYSCORE', key, '-inf', forgotten)
    -- Seen in a future that is no more since the clock was set back.
    redis.call('ZREMRANGEBYSCORE', key, now - gone + now, '+inf')
    redis.call('EXPIRE', key, memory)
    seen[place] = table.concat(redis.call('ZRANGE', key, '(' .. gone, '+inf', 'BYSCORE'), ',')
end
return table.concat(seen, ';')
"""


async def note(
    client: "redis.asyncio.Redis", there: Mapping[int, Iterable[int]], *, now: datetime
) -> Mapping[int, frozenset[int]]:
    """Note that these users are at these tables now; returns the users seen at each lately."""
    since = (now - GONE_AFTER).timestamp(), (now - MEMORY).timestamp()
    limits = [now.timestamp(), *since, int(MEMORY.total_seconds())]
    users = [",".join(map(str, users)) for users in there.values()]
    keys = [key_of(table_id) for table_id in there]
    reply: bytes = await client.register_script(_NOTE)(keys=keys, args=[*limits, *users])
    seen = (text.split(",") if text else () for text in reply.decode().split(";"))
    return {table: frozenset(map(int, users)) for table, users in zip(there, seen, strict=True)}


async def note_anywhere(
    client: "redis.asyncio.Redis", users: Iterable[int], *, now: datetime
) -> None:
    """Note that these users have some page of the room open now."""
    key, rest = key_of(ANYWHERE), iter(users)
    while some := list(islice(rest, AT_ONCE)):
        await client.zadd(key, {str(user_id): now.timestamp() for user_id in some})
    await client.zremrangebyscore(key, "-inf", (now - MEMORY).timestamp())
    await client.expire(key, MEMORY)


def last_seen(table_ids: Iterable[int]) -> Mapping[int, datetime]:
    """Return when each user was last seen at one of these tables, within ``MEMORY``.

    Empty while Redis is away.
    """
    last: dict[int, datetime] = {}
    with suppress(redis.RedisError), client().pipeline(transaction=False) as pipeline:
        for table_id in table_ids:
            pipeline.zrange(key_of(table_id), 0, -1, withscores=True)
        for members in pipeline.execute():
            for user, score in members:
                seen = datetime.fromtimestamp(score, UTC)
                last[int(user)] = max(seen, last.get(int(user), seen))
    return last


def connected(table_ids: Iterable[int], *, now: datetime) -> frozenset[int]:
    """Return the users connected to one of these tables, spectators with an account among them."""
    seen = last_seen(table_ids)
    return frozenset(user for user, at in seen.items() if at > now - GONE_AFTER)


def here(users: Collection[int], *, now: datetime) -> Set[int]:
    """Return those users who have a page of the room open; none while Redis is away."""
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
    """Return the key of a table's users; Redis may serve several databases."""
    return f"{connection.settings_dict['NAME']}:seen:{table_id}"
