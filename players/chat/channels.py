"""Channels of chat by kind; each package registers its own, and rules about a player's hands.

A channel's name is its kind and a number: "table/5".
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from core.refusal import Refusal
from core.typed_numbers import number
from core.types import UserId
from players.chat.models import ChatLine
from players.refusals import PlayerCode


class ChatNews(NamedTuple):
    """A line as all readers of a channel are told it; empty and ``gone`` once staff removed it."""

    id: int
    user: UserId
    name: str
    text: str
    phrase: str
    reaction: str
    said_at: str
    gone: bool = False


def news_of(line: ChatLine) -> ChatNews:
    """Return a line as all its readers are told it."""
    gone = line.removed_at is not None
    said = ("", "", "") if gone else (line.text, line.phrase, line.reaction)
    name = line.user.get_username()
    return ChatNews(line.pk, UserId(line.user_id), name, *said, line.at.isoformat(), gone)


class ChatChannel(Protocol):
    """A kind of channels."""

    def check_speaker(self, ref: int, user_id: UserId) -> None:
        """Refuse a player who may not speak there: CHAT_OFF, CHAT_NOT_HERE, or their own codes."""

    def check_reader(self, ref: int, user_id: UserId) -> None:
        """Refuse a player who may not read there: CHAT_NOT_HERE."""

    def tell(self, ref: int, name: str, news: ChatNews) -> None:
        """Publish a line to its readers once this transaction is committed."""


class NamedChannel(NamedTuple):
    """A channel by its name."""

    name: str
    ref: int
    kind: ChatChannel

    def check_speaker(self, user_id: UserId) -> None:
        self.kind.check_speaker(self.ref, user_id)

    def check_reader(self, user_id: UserId) -> None:
        self.kind.check_reader(self.ref, user_id)

    def tell(self, news: ChatNews) -> None:
        self.kind.tell(self.ref, self.name, news)


# Refuses a player who may not speak anywhere now, given the channel's name.
Silence = Callable[[UserId, str, datetime], None]

_kinds: dict[str, ChatChannel] = {}
_silences: list[Silence] = []


def register(kind: str, channel: ChatChannel) -> None:
    """Register a kind of channels (from ``AppConfig.ready``)."""
    _kinds[kind] = channel


def register_silence(check: Silence) -> None:
    """Register a rule that keeps players silent in all channels (from ``AppConfig.ready``)."""
    if check not in _silences:
        _silences.append(check)


def silences() -> Sequence[Silence]:
    """Return the rules that keep players silent in all channels."""
    return _silences


def find(name: str) -> NamedChannel:
    """Return a channel by its name; NO_SUCH_CHANNEL."""
    kind, _, ref = name.partition("/")
    pk = number(ref)
    if kind not in _kinds or not pk or ref != str(pk):
        raise Refusal(PlayerCode.NO_SUCH_CHANNEL)
    return NamedChannel(name, pk, _kinds[kind])
