"""Chat at tables, and the silence of players while an all-in of theirs is played (CHAT-2)."""

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple

from core.refusal import Refusal
from core.types import UserId
from payouts.events import EventRef
from players import room_settings
from players.chat.channels import ChatNews
from players.models import User
from players.refusals import PlayerCode
from tables.live import record
from tables.live.record import TableRecord
from tables.live.state import Live
from tables.models import HandPlayer
from tables.models.owners import owner
from tables.wire import push, spectators
from tables.wire.frame_types import ChatFrame

KIND: Final = "table"
# Hands of a player that may be played at once.
MOST_HANDS: Final = 40


class TableChatRules(NamedTuple):
    """The chat of an event's tables. ``folded_may_talk`` opens it to those who have folded in an
    all-in."""

    on: bool
    folded_may_talk: bool = False


RulesOfEvent = Callable[[int], TableChatRules]
OFF: Final = TableChatRules(on=False)

_rules: dict[str, RulesOfEvent] = {}


def register(kind: str, rules: RulesOfEvent) -> None:
    """Register the chat of the tables of this kind of event (from ``AppConfig.ready``)."""
    _rules[kind] = rules


def rules_of(event: str) -> TableChatRules:
    """Return the chat of an event's tables: cash tables have one by the room's settings, others
    where their owner registers it, and tables of pools none."""
    ref, owned_by = EventRef.parse(event), owner(event)
    if ref is not None and ref.kind in _rules:
        return _rules[ref.kind](ref.id)
    if not owned_by.has_stays:
        return OFF
    return TableChatRules(not owned_by.for_money or room_settings.CHAT_MONEY.value())


def is_on(event: str) -> bool:
    """Return whether an event's tables have a chat."""
    return room_settings.CHAT.value() and rules_of(event).on


class TableChannel:
    """The chat of a table: its players talk, and those who may watch it read."""

    def check_speaker(self, ref: int, user_id: UserId) -> None:
        """Refuse NO_SUCH_TABLE, CHAT_OFF, CHAT_NOT_HERE to spectators."""
        table = record.read(ref)
        if table.status != "open" or not rules_of(table.event).on:
            raise Refusal(PlayerCode.CHAT_OFF)
        if table.live.seat_of(user_id) is None:
            raise Refusal(PlayerCode.CHAT_NOT_HERE)

    def check_reader(self, ref: int, user_id: UserId) -> None:
        """Refuse NO_SUCH_TABLE, CHAT_NOT_HERE."""
        table = record.read(ref)
        if table.live.seat_of(user_id) is not None:
            return
        if owner(table.event).lets_go or not spectators.may_watch(
            table.event, User.objects.get(pk=user_id)
        ):
            raise Refusal(PlayerCode.CHAT_NOT_HERE)

    def tell(self, ref: int, name: str, news: ChatNews) -> None:
        """Publish a line to all sockets of the table."""
        frame: ChatFrame = {"type": "chat", **news._asdict()}  # type: ignore[typeddict-item]
        push.tell_tables([ref], frame)


def check_hands(user_id: UserId, channel: str, now: datetime) -> None:
    """Refuse CHAT_ALL_IN, in any channel, to a player who was dealt into a hand whose all-in is
    played; an event may let those who have folded talk at its own tables (CHAT-2)."""
    for table in _playing(user_id, now=now):
        seat, hand = table.live.dealt_seat_of(user_id), table.live.hand
        if seat is None or hand is None or not all_in_is_played(table.live, now=now):
            continue
        may_talk = seat not in hand.live and rules_of(table.event).folded_may_talk
        if not may_talk or channel != f"{KIND}/{table.id}":
            raise Refusal(PlayerCode.CHAT_ALL_IN)


def all_in_is_played(live: Live, *, now: datetime) -> bool:
    """Return whether a player is all-in in the hand in progress, or its last cards are still being
    revealed."""
    hand = live.playing
    if hand is not None:
        return any(hand.stacks[no] == 0 for no in hand.live)
    return live.turns_up_cards(now)


def _playing(user_id: UserId, *, now: datetime) -> list[TableRecord]:
    """Return the tables where a player was dealt into a hand that is played or still revealed."""
    mine = HandPlayer.objects.filter(user=user_id, hand__voided_at=None).order_by("-hand_id")
    hands = mine.values_list("hand__table_id", "hand__finished_at", "hand__shown_at")
    tables = {
        table_id
        for table_id, finished_at, shown_at in hands[:MOST_HANDS]
        if finished_at is None or (shown_at is not None and shown_at > now)
    }
    return record.read_all([*tables])
