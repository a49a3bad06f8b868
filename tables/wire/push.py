"""The only publisher: frames to a table's sockets and to one player's, after the commit.

Private frames are sealed: neither Redis nor its subscribers can read them.

A failed push does no harm: each frame carries the table's version, and a client that sees a gap
asks for the snapshot.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

import orjson
import redis
import structlog
from django.conf import settings
from django.db import transaction

from core import encryption, redis_client
from core.redis_client import client
from core.types import UserId
from tables.wire.frame_types import Frame

log = structlog.get_logger(__name__)

# Table id, user id (None: all its sockets), and a frame; or instead of a frame the event's name, as
# news for the player's pages, which then look.
Message = tuple[int, UserId | None, Frame | str]
# No table: all pages of the player look.
ANYWHERE = 0
# The first version of Redis with sharded channels; Valkey reports 7.
FIRST_SHARDED = 7
JSON = orjson.OPT_NON_STR_KEYS


def _database() -> str:
    # Not from ``connection``: on an event loop each task would open, and keep, its own.
    return str(settings.DATABASES["default"]["NAME"])


def prefix() -> str:
    """Return the prefix of this database's channels: a Redis may serve several databases."""
    return f"{_database()}:table:"


def table_channel(table_id: int) -> str:
    """Return the channel of all sockets at a table."""
    return f"{prefix()}{table_id}"


def table_of(channel: str) -> int | None:
    """Return the table of a table channel; None for any other channel."""
    name = channel.removeprefix(prefix())
    return int(name) if name != channel and name.isdecimal() else None


def player_channel(table_id: int, user_id: UserId) -> str:
    """Return the private channel of one player at a table."""
    return f"{prefix()}{table_id}:{user_id}"


def entry_channel(entry_id: int) -> str:
    """Return the private channel of an entry in a pool, the same at all tables."""
    return f"{prefix()}entry:{entry_id}"


def person_channel(user_id: UserId) -> str:
    """Return the channel that tells the pages of a player of news, without its contents."""
    return f"{_database()}:person:{user_id}"


def access_channel() -> str:
    """Return the channel that tells every web process of users whose rights have changed."""
    return f"{prefix()}access"


def is_private(channel: str) -> bool:
    """Return whether the frames of a channel are for one player alone, and sealed."""
    return channel.startswith(prefix()) and ":" in channel.removeprefix(prefix())


def after_commit(messages: Callable[[], Iterable[Message]]) -> None:
    """Publish what ``messages`` returns, in its order, once this transaction is committed.

    It is called after the commit, so that making frames does not hold the table's lock longer.
    """
    transaction.on_commit(lambda: _publish(messages()), robust=True)


def tell_player(table_id: int, user_id: UserId, frame: Frame) -> None:
    """Publish a frame for one player of a table once this transaction is committed."""
    after_commit(lambda: [(table_id, user_id, frame)])


def tell_people(user_ids: Iterable[UserId], about: str = "") -> None:
    """Make the pages of these players look for news, of one chat ("chat:home/3") or any, once this
    transaction is committed."""
    people = tuple(user_ids)
    after_commit(lambda: [(ANYWHERE, user_id, about) for user_id in people])


def tell_entries(frames: Iterable[tuple[int, Frame]]) -> None:
    """Publish frames by entry in a pool, once this transaction is committed."""
    encoded = [_sealed(entry_channel(pk), frame) for pk, frame in frames]
    transaction.on_commit(partial(_send, encoded), robust=True)


def tell_tables(table_ids: Iterable[int], frame: Frame) -> None:
    """Publish a frame to all sockets of some tables once this transaction is committed."""
    tables = tuple(table_ids)
    after_commit(lambda: [(table_id, None, frame) for table_id in tables])


def text(frame: Frame, table_id: int | None = None, *, at: str = "") -> bytes:
    """Return a frame as JSON, with its table's id, and for one socket alone with the name ``at``
    that its client uses for the table."""
    addressed: dict[str, object] = {**frame}
    if table_id is not None:
        addressed["table_id"] = table_id
    if at:
        addressed["at"] = at
    return orjson.dumps(addressed, option=JSON)


@cache
def _sharded() -> bool:
    """Return whether the server has sharded channels, each on one node of a cluster (Redis 7)."""
    version = client().info("server")["redis_version"]
    return int(version.partition(".")[0]) >= FIRST_SHARDED


def look_again() -> None:
    """Forget the server's version: after a lost connection another server may answer."""
    _sharded.cache_clear()


def word(name: str) -> str:
    """Return the server's command for PUBLISH or SUBSCRIBE, the same in all processes."""
    return f"S{name}" if _sharded() else name


def tell_access(user_id: UserId) -> None:
    """Tell every web process that a user's rights have changed, once this transaction is
    committed."""
    transaction.on_commit(lambda: _send([(access_channel(), b"%d" % user_id)]), robust=True)


def _publish(messages: Iterable[Message]) -> None:
    _send([_addressed(*message) for message in messages])


def _send(encoded: list[tuple[str, bytes]]) -> None:
    try:
        publish = word("PUBLISH").encode()
        redis_client.say([(publish, channel.encode(), frame) for channel, frame in encoded])
    except redis.RedisError as error:
        look_again()
        log.warning("push failed", error=type(error).__name__, frames=len(encoded))


def _addressed(table_id: int, user_id: UserId | None, frame: Frame | str) -> tuple[str, bytes]:
    """Return the channel of a message, and the bytes to publish."""
    if isinstance(frame, str):
        assert user_id is not None
        return person_channel(user_id), f"{table_id} {frame}".encode()
    payload = {**frame, "table_id": table_id}
    if user_id is None:
        return table_channel(table_id), orjson.dumps(payload, option=JSON)
    return _sealed(player_channel(table_id, user_id), payload)


def _sealed(channel: str, frame: Mapping[str, object]) -> tuple[str, bytes]:
    return channel, encryption.seal(orjson.dumps(frame, option=JSON), address=channel)
