"""Chat at a table: who speaks there, and when a hand keeps its players silent."""

import itertools
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import override_settings

from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.chat import channels, reading, speaking
from players.chat.models import ChatLine
from players.chat.speaking import Saying
from players.models import User
from poker_site.room_settings import changes
from tables import chat
from tables.chat import TableChatRules
from tables.models import Table
from tests.players.chat.setting import corner
from tests.tables.conftest import Tape
from tests.tables.conversations import Watch
from tests.tables.rooms import Room, people

keys = (f"a-key-number-{number}" for number in itertools.count())
OPEN = TableChatRules(on=True, folded_may_talk=True)


@pytest.fixture(autouse=True)
def _talking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the tests' own kind of event have a chat."""
    monkeypatch.setitem(chat._rules, "test", lambda _: TableChatRules(on=True))


def say(room: Room, user: User, text: str = "hello", *, channel: str = "") -> ChatLine:
    return speaking.say(
        channel=channel or f"table/{room.table_id}",
        user_id=UserId(user.pk),
        saying=Saying(text),
        key=next(keys),
        now=room.later(20),
    )


def opened(room: Callable[..., Room], *stacks: int) -> Room:
    made = room(*stacks)
    Table.objects.filter(pk=made.table_id).update(event="test:1")
    return made


def silent(room: Room, user: User, code: str = "CHAT_ALL_IN", channel: str = "") -> None:
    with pytest.raises(Refusal, match=f"^{code}$"):
        say(room, user, channel=channel)


@pytest.mark.django_db
@pytest.mark.rule("CHAT-2")
def test_players_talk_and_spectators_do_not(room: Callable[..., Room]) -> None:
    table = opened(room, 1000, 1000)
    [watcher] = people(1, "watcher")
    assert say(table, table.users[1]).pk
    silent(table, watcher, "CHAT_NOT_HERE")
    now = table.now
    read = reading.read(channel=f"table/{table.table_id}", user_id=UserId(watcher.pk), now=now)
    assert [line.said for line in read.lines] == ["hello"]
    Table.objects.filter(pk=table.table_id).update(status="closed")
    silent(table, table.users[1], "CHAT_OFF")


@pytest.mark.django_db
@pytest.mark.rule("CHAT-2")
def test_an_all_in_silences_those_in_the_hand_and_those_who_folded(
    room: Callable[..., Room],
) -> None:
    table = opened(room, 1000, 1000, 1000, 1000)
    place = corner(*table.users.values())
    table.deal()
    [late] = people(1, "late")
    table.sit(UserId(late.pk), 5)
    assert say(table, table.users[1]).pk
    folded = table.mover
    table.act("fold")
    assert say(table, table.users[folded]).pk
    table.act("all_in")
    assert table.turn is not None
    for seat in (1, 2, 3, 4):
        silent(table, table.users[seat])
        # Nor do they say it elsewhere.
        silent(table, table.users[seat], channel="corner/1")
    # Dealt into no hand, a newcomer knows nothing.
    assert say(table, late).pk
    assert not place.told


@pytest.mark.django_db
@pytest.mark.rule("CHAT-2")
def test_the_chat_opens_again_when_the_last_card_was_seen(room: Callable[..., Room]) -> None:
    table = opened(room, 500, 500)
    with override_settings(RESULT_SECONDS=4):
        table.deal()
        table.act("all_in")
        table.act("call")
    shown_at = table.table.live.shown_at
    assert shown_at is not None
    assert shown_at > table.now
    table.now = shown_at - timedelta(seconds=20.5)
    silent(table, table.users[1])
    table.now = shown_at - timedelta(seconds=19)
    assert say(table, table.users[1]).pk


@pytest.mark.django_db
@pytest.mark.rule("CHAT-2")
def test_a_host_may_let_those_talk_who_have_folded(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(chat._rules, "test", lambda _: OPEN)
    table = opened(room, 1000, 1000, 300)
    corner(*table.users.values())
    table.deal()
    folded = table.mover
    table.act("fold")
    table.act("all_in")
    silent(table, table.users[table.mover])
    assert say(table, table.users[folded]).pk
    # That is the host's table; elsewhere the rule of the room holds.
    silent(table, table.users[folded], channel="corner/1")


@pytest.mark.django_db
@pytest.mark.rule("CHAT-1")
def test_tables_for_money_have_a_chat_if_the_room_says_so() -> None:
    assert chat.rules_of("play:1").on
    assert not chat.rules_of("cash:1").on
    assert not chat.rules_of("pool:1").on
    assert not chat.rules_of("nothing:1").on
    owner = User.objects.create(username="boss", is_staff=True, is_superuser=True)
    setting = room_settings.CHAT_MONEY.key
    changes.change(key=setting, new=True, by=UserId(owner.pk), why="asked", now=Room(0, {}).now)
    assert chat.rules_of("cash:1").on
    assert not chat.rules_of("pool:1").on


class Talkers:
    """Every player of a table tries to talk, there and elsewhere."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.said = self.refused = 0
        # Lines of players without chips, who were dealt nothing and may talk.
        self.outside: set[int] = set()

    def try_all(self) -> None:
        live = self.room.table.live
        is_played = chat.all_in_is_played(live, now=self.room.now)
        for seat, user in self.room.users.items():
            for channel in ("", "corner/1"):
                self._try(user, channel, is_played=is_played, dealt=seat in live.dealt)

    def _try(self, user: User, channel: str, *, is_played: bool, dealt: bool) -> None:
        try:
            line = say(self.room, user, channel=channel)
        except Refusal as refusal:
            code = str(refusal)
        else:
            code = ""
            self.said += 1
            self.outside |= set() if dealt else {line.pk}
        self.refused += bool(code)
        assert code == ("CHAT_ALL_IN" if is_played and dealt else "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("CHAT-2")
def test_no_line_of_a_player_is_published_during_their_all_in(
    room: Callable[..., Room], tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaking, "RATES", ())
    table = opened(room, 900, 900, 900, 900)
    corner(*table.users.values())
    talkers = Talkers(table)
    for hand in range(6):
        if table.deal() is None:
            break
        for action in itertools.count():
            if table.turn is None:
                break
            table.act("all_in" if action == hand % 3 else "fold" if action % 2 else "call")
            talkers.try_all()
    assert talkers.said
    assert talkers.refused
    all_in = False
    for _, frame in tape.read():
        if frame["type"] == "update":
            events = frame["events"]
            over = any(event["e"] in ("win", "start") for event in events)
            all_in = not over and (all_in or any(event.get("all_in") for event in events))
        if frame["type"] == "chat" and frame["id"] not in talkers.outside:
            assert not all_in


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("CHAT-1")
def test_a_line_reaches_all_sockets_of_the_table(room: Callable[..., Room], watch: Watch) -> None:
    table = opened(room, 1000, 1000)
    sockets = [watch(table.table_id, table.users[1]), watch(table.table_id)]
    for socket in sockets:
        assert socket.first["type"] == "snapshot"
    line = say(table, table.users[2], "good luck")
    for socket in sockets:
        frame = socket.until("chat")
        assert (frame["id"], frame["user"], frame["text"], frame["gone"]) == (
            line.pk,
            table.users[2].pk,
            "good luck",
            False,
        )


@pytest.mark.rule("CHAT-1")
def test_a_channel_has_one_name() -> None:
    for name in ("table/0", "table/01", "table/-1", "table/x", "table", "table/1/2", "other/1"):
        with pytest.raises(Refusal, match="NO_SUCH_CHANNEL"):
            channels.find(name)
    assert channels.find("table/1").ref == 1
