"""The only publisher: frames to a table's sockets and to one player's, after the commit.

What one player alone may see is sealed: Redis, and whoever listens there, cannot read it.

A push that fails costs nothing: every frame carries the table's version, and a client that sees a
gap asks for the snapshot.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

import orjson
import redis
import structlog
from django.conf import settings
from django.db import transaction

from core import redis_client, seal
from core.redis_client import client
from core.types import UserId
from tables.wire.frame_types import Frame

log = structlog.get_logger(__name__)

# Which table, who there (None: everybody), what; of its event's name alone the pages of the player
# hear, and look.
Message = tuple[int, UserId | None, Frame | str]
# No table: their pages are to look at everything.
ANYWHERE = 0
# The version of Redis that brought sharded channels; Valkey gives itself as 7.
FIRST_SHARDED = 7
JSON = orjson.OPT_NON_STR_KEYS


def _database() -> str:
    # Not from ``connection``: on an event loop each task would get, and keep, one of its own.
    return str(settings.DATABASES["default"]["NAME"])


def prefix() -> str:
    """What every channel of this database begins with: a Redis may serve several databases."""
    return f"{_database()}:table:"


def table_channel(table_id: int) -> str:
    """Where everybody who watches a table listens."""
    return f"{prefix()}{table_id}"


def table_of(channel: str) -> int | None:
    """The table that a channel is of; None: it is of something else, or of one player there."""
    name = channel.removeprefix(prefix())
    return int(name) if name != channel and name.isdecimal() else None


def player_channel(table_id: int, user_id: UserId) -> str:
    """Where one player of a table listens."""
    return f"{prefix()}{table_id}:{user_id}"


def entry_channel(entry_id: int) -> str:
    """Where the player of an entry in a pool listens, whatever table they are at."""
    return f"{prefix()}entry:{entry_id}"


def person_channel(user_id: UserId) -> str:
    """Where the pages of a player hear that there is news; not which."""
    return f"{_database()}:person:{user_id}"


def access_channel() -> str:
    """Where every web process hears whose rights have changed."""
    return f"{prefix()}access"


def is_private(channel: str) -> bool:
    """Whether what goes there is for one player alone, and sealed."""
    return channel.startswith(prefix()) and ":" in channel.removeprefix(prefix())


def after_commit(messages: Callable[[], Iterable[Message]]) -> None:
    """Publish what ``messages`` returns, in its order, once this transaction is committed.

    It is called after the commit: making frames does not lengthen the table's lock.
    """
    transaction.on_commit(lambda: _publish(messages()), robust=True)


def tell_player(table_id: int, user_id: UserId, frame: Frame) -> None:
    """Publish a frame for one player of a table once this transaction is committed."""
    after_commit(lambda: [(table_id, user_id, frame)])


def tell_people(user_ids: Iterable[UserId]) -> None:
    """Have the pages of these players look what is new, once this transaction is committed."""
    people = tuple(user_ids)
    after_commit(lambda: [(ANYWHERE, user_id, "") for user_id in people])


def tell_entries(frames: Iterable[tuple[int, Frame]]) -> None:
    """Publish frames by entry in a pool, once this transaction is committed."""
    encoded = [_sealed(entry_channel(pk), frame) for pk, frame in frames]
    transaction.on_commit(partial(_send, encoded), robust=True)


def tell_tables(table_ids: Iterable[int], frame: Frame) -> None:
    """Publish a frame for everybody at some tables once this transaction is committed."""
    tables = tuple(table_ids)
    after_commit(lambda: [(table_id, None, frame) for table_id in tables])


def text(frame: Frame, table_id: int | None = None, *, at: str = "") -> bytes:
    """A frame as sockets get it, with the table that it is of, and for one socket alone with what
    its client calls that table."""
    told: dict[str, object] = {**frame}
    if table_id is not None:
        told["table_id"] = table_id
    if at:
        told["at"] = at
    return orjson.dumps(told, option=JSON)


@cache
def _sharded() -> bool:
    """Whether the server keeps channels by slot, so that one of several would do (Redis 7)."""
    version = client().info("server")["redis_version"]
    return int(version.partition(".")[0]) >= FIRST_SHARDED


def look_again() -> None:
    """After a lost connection another server may answer."""
    _sharded.cache_clear()


def word(name: str) -> str:
    """The server's word for PUBLISH or SUBSCRIBE: everybody here uses the same."""
    return f"S{name}" if _sharded() else name


def tell_access(user_id: UserId) -> None:
    """Tell every web process that a user's rights have changed, once this is committed."""
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
    """The frame's channel, and what goes there."""
    if isinstance(frame, str):
        assert user_id is not None
        return person_channel(user_id), f"{table_id} {frame}".encode()
    told = {**frame, "table_id": table_id}
    if user_id is None:
        return table_channel(table_id), orjson.dumps(told, option=JSON)
    return _sealed(player_channel(table_id, user_id), told)


def _sealed(channel: str, frame: Mapping[str, object]) -> tuple[str, bytes]:
    return channel, seal.seal(orjson.dumps(frame, option=JSON), address=channel)
