"""Settings of the room: declared by the package that needs them, changed at the desk.

Each process remembers all values, and asks Redis once a second whether one has changed: so a new
value holds everywhere within two seconds, and no hand waits for a statement.
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
from core.settings.kinds import Bounds, Kind

log = structlog.get_logger(__name__)

T = TypeVar("T")
Kept = Mapping[str, object]

# So long a process goes by what it knows.
LOOK_SECONDS = 1.0
# The mark that tells one state of all settings from the next begins so while one is being changed.
UNSETTLED = "~"
# A change that is not over by then has been rolled back.
UNSETTLED_SECONDS = 60


class Group(models.TextChoices):
    """Under which heading the desk shows a setting."""

    ROOM = "room", _("Name and contact")
    LOOK = "look", _("Appearance")
    MONEY = "money", _("Money and second persons")
    PLAYERS = "players", _("Players and their protection")
    PLAY = "play", _("Events and tables")
    MAILS = "mails", _("Mails")
    LEGAL = "legal", _("Terms")


class Setting(Generic[T]):
    """One setting. Without a value of its own it has its default: a constant, or what a function
    reads from the environment.

    ``bounds`` are the least and most that its kind counts; a change of one that is ``money``
    takes two people.
    """

    def __init__(
        self,
        key: str,
        *,
        default: T | Callable[[], T],
        kind: Kind[T],
        group: Group,
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
        """What holds now; right within two seconds of any change."""
        return self._among(values())

    def known(self) -> T:
        """What held when this process last looked; for code that may wait for nothing."""
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
        """What somebody wants it to be; refuses what its kind refuses, and its bounds."""
        value = self.kind.read(kept)
        self.kind.check(value, self.bounds)
        return value


_declared: dict[str, Setting[Any]] = {}


def declared() -> Mapping[str, Setting[Any]]:
    """Every setting by its key."""
    return _declared


@dataclass(frozen=True)
class _Known:
    """What was kept when ``mark`` stood in Redis; last looked at by the machine's own clock."""

    values: Kept
    mark: str | None
    looked_at: float


_known: _Known | None = None
_read: Callable[[], Kept] = dict


def read_by(read: Callable[[], Kept]) -> None:
    """``read`` gives what is kept, by key (called from ``AppConfig.ready``)."""
    global _read
    _read = read


def values() -> Kept:
    """What is kept of every setting that has a value of its own; one statement where it changed."""
    global _known
    known, now = _known, time.monotonic()
    if known is not None and now < known.looked_at + LOOK_SECONDS:
        return known.values
    # Before the rows: a change between the two is then found at the next look.
    mark = _mark()
    if known is None or mark is None or mark != known.mark or mark.startswith(UNSETTLED):
        known = _Known(_read(), mark, now)
    # From its end on: a Redis that hangs is not asked again for the next setting of the same page.
    _known = replace(known, mark=mark, looked_at=time.monotonic())
    return known.values


def forget() -> None:
    """Read them anew at the next occasion."""
    global _known
    _known = None


def changing() -> None:
    """Tell every process that a row of this transaction changes a setting.

    ``redis.RedisError`` where it cannot be told: then nothing may change.
    """
    client().set(mark_key(), UNSETTLED + _new_mark(), ex=UNSETTLED_SECONDS)
    forget()
    transaction.on_commit(_changed, robust=True)


def _changed() -> None:
    forget()
    client().set(mark_key(), _new_mark())


def _mark() -> str | None:
    """The mark, made where Redis has lost it; None where Redis does not answer."""
    try:
        if client().get(mark_key()) is None:
            client().set(mark_key(), _new_mark(), nx=True)
        mark = cast(bytes | None, client().get(mark_key()))
        return mark.decode() if mark else None
    except redis.RedisError:
        return None


def mark_key() -> str:
    """Where the mark is; a Redis may serve several databases."""
    return f"{connection.settings_dict['NAME']}:house"


def _new_mark() -> str:
    return secrets.token_hex(8)
