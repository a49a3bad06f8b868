"""Settings of the room: declared by the package that needs them, changed at the desk.

Each process caches all values, and polls Redis once a second for a change: a new value is in force
everywhere within two seconds, and no hand waits for a statement.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

import redis
import structlog
from django.db import connection, models, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.redis_client import client
from core.refusal import Refusal
from core.settings.kinds import Bounds, SettingKind

log = structlog.get_logger(__name__)

T = TypeVar("T")
Kept = Mapping[str, object]

# The interval of polls, seconds.
LOOK_SECONDS = 1.0
# The version mark begins so while a setting is being changed.
UNSETTLED = "~"
# A change that is not finished by then was rolled back.
UNSETTLED_SECONDS = 60


class SettingGroup(models.TextChoices):
    """A heading under which the desk shows settings."""

    ROOM = "room", _("Name and contact")
    LOOK = "look", _("Appearance")
    MONEY = "money", _("Money and two-person approval")
    PLAYERS = "players", _("Players and their protection")
    PLAY = "play", _("Events and tables")
    MAILS = "mails", _("Emails")
    LEGAL = "legal", _("Terms")


class Setting(Generic[T]):
    """A setting. Without a stored value it has its default: a constant, or a function where
    a demo differs.

    ``bounds`` limit the size as its kind counts it; a change of a ``money`` setting takes two
    people.
    """

    def __init__(
        self,
        key: str,
        *,
        default: T | Callable[[], T],
        kind: SettingKind[T],
        group: SettingGroup,
        title: str | Promise,
        help: str | Promise,
        bounds: Bounds | None = None,
        money: bool = False,
    ) -> None:
        if key in _declared:
            raise ValueError(f"two settings named {key}")
        self.key, self.kind, self.group = key, kind, group
        self.title, self.help = title, help
        self.bounds, self.money = bounds, money
        self._default = default
        _declared[key] = self

    @property
    def default(self) -> T:
        return self._default() if callable(self._default) else self._default

    def value(self) -> T:
        """Return the value in force; at most two seconds old."""
        return self._among(values())

    def known(self) -> T:
        """Return the value that this process last read; for code that must not wait."""
        return self._among(_known.values if _known else {})

    def _among(self, every: Kept) -> T:
        kept = every.get(self.key)
        if kept is not None:
            try:
                return self.kind.read(kept)
            except Refusal:
                log.warning("setting unreadable", key=self.key)
        return self.default

    def read(self, kept: object) -> T:
        """Convert a stored JSON value to the setting's own type.

        Refuses what its kind refuses, and a size out of bounds.
        """
        value = self.kind.read(kept)
        self.kind.check(value, self.bounds)
        return value


_declared: dict[str, Setting[Any]] = {}


def declared() -> Mapping[str, Setting[Any]]:
    """Return all settings by key."""
    return _declared


@dataclass(frozen=True)
class _Known:
    """The stored values of a version ``mark`` in Redis; ``looked_at`` is monotonic seconds."""

    values: Kept
    mark: str | None
    looked_at: float


_known: _Known | None = None
_read: Callable[[], Kept] = dict


def read_by(read: Callable[[], Kept]) -> None:
    """Set the function that reads stored values by key (called from ``AppConfig.ready``)."""
    global _read
    _read = read


def values() -> Kept:
    """Return the stored values by key; one statement if they changed or Redis is away."""
    global _known
    known, now = _known, time.monotonic()
    if known is not None and now < known.looked_at + LOOK_SECONDS:
        return known.values
    # Before the rows: a change between the two is then noticed at the next poll.
    mark = _mark()
    if known is None or mark is None or mark != known.mark or mark.startswith(UNSETTLED):
        known = _Known(_read(), mark, now)
    # Counted from its end: a hanging Redis is not polled again for the next setting of the page.
    _known = replace(known, mark=mark, looked_at=time.monotonic())
    return known.values


def forget() -> None:
    """Have the next call read the values again."""
    global _known
    _known = None


def changing() -> None:
    """Announce to all processes that this transaction changes a setting.

    Raises ``redis.RedisError`` where that fails: then nothing may change.
    """
    client().set(mark_key(), UNSETTLED + _new_mark(), ex=UNSETTLED_SECONDS)
    forget()
    transaction.on_commit(_changed, robust=True)


def _changed() -> None:
    forget()
    client().set(mark_key(), _new_mark())


def _mark() -> str | None:
    """Return the mark, made where Redis has lost it; None where Redis does not answer."""
    try:
        if client().get(mark_key()) is None:
            client().set(mark_key(), _new_mark(), nx=True)
        mark = cast(bytes | None, client().get(mark_key()))
        return mark.decode() if mark else None
    except redis.RedisError:
        return None


def mark_key() -> str:
    """Return the key of the mark; Redis may serve several databases."""
    return f"{connection.settings_dict['NAME']}:house"


def _new_mark() -> str:
    return secrets.token_hex(8)
