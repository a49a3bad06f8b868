"""Sockets at a table: what they send, what they hear, and what they cannot do."""

import asyncio
import json
from collections.abc import Callable
from contextvars import copy_context
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from celery.signals import task_prerun
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from core.request_id import CURRENT, HEADER
from core.settings import registry
from players.room_settings import LANGUAGES
from tables.live import dealer, seating
from tables.refusals import HandCode
from tables.sockets import consumers, visits
from tables.sockets.consumers import FLOOD, tables_socket
from tables.wire import push, rate_limits
from tables.wire.frame_types import OutFrame
from tables.wire.hub import hub
from tables.wire.wishes import LONGEST, SitOutWish
from tests.harness.long_forms import longer
from tests.harness.room import wait_for
from tests.tables.conversations import Loop, Socket, Watch
from tests.tables.rooms import Room, people

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_player_sees_the_table_acts_and_everybody_hears_it(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    seat = opened.mover
    player = watch(opened.table_id, opened.users[seat])
    snapshot = player.first
    spectator = watch(opened.table_id)
    public = spectator.first
    assert snapshot["type"] == "snapshot"
    assert snapshot["you"]["seat"] == seat
    assert len(snapshot["you"]["cards"]) == 2
    assert public["you"] is None
    assert snapshot["table"] == public["table"]
    player.say(type="act", action={"kind": "call"}, version=snapshot["version"])
    heard = player.frame()
    assert heard == spectator.frame()
    assert (heard["type"], heard["version"]) == ("update", snapshot["version"] + 1)
    assert [event["e"] for event in heard["events"]] == ["act"]


def test_request_socket_and_task_leave_lines_under_the_ids_that_others_know(
    room: Callable[..., Room], watch: Watch, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the proxy, whose log names its id for pages and sockets; of the worker, Celery's."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    known: list[str] = []
    monkeypatch.setitem(visits.VERBS, SitOutWish, lambda **_: known.append(CURRENT.get()))
    opened = room(1000, 1000)
    answer = Client().get(f"/api/tables/{opened.table_id}/", headers={HEADER: "1b4e28ba-2fa1"})
    socket = watch(opened.table_id, opened.users[1], request_id=answer.headers[HEADER])
    socket.say(type="sit_out")
    wait_for("the wish to sit out", lambda: known)
    task = copy_context()
    task.run(task_prerun.send, sender=None, task_id="7c9e6679-7425")
    known.append(task[CURRENT])
    assert known == ["1b4e28ba-2fa1", "7c9e6679-7425"]


def test_hole_cards_reach_their_owner_only(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    first = watch(opened.table_id, opened.users[1])
    second = watch(opened.table_id, opened.users[2])
    spectator = watch(opened.table_id)
    opened.deal()
    held = [(socket.until("cards"))["cards"] for socket in (first, second)]
    assert held == [opened.snapshot(seat)["you"]["cards"] for seat in (1, 2)]
    opened.act("call")
    heard = [spectator.frame()["type"] for _ in range(2)]
    assert heard == ["update", "update"]


def test_reconnecting_brings_the_same_hand_and_the_same_cards(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    first = watch(opened.table_id, opened.users[1])
    before = first.first
    first.close()
    opened.act("call")
    after = watch(opened.table_id, opened.users[1]).first
    assert after["you"] == before["you"]
    assert after["version"] == before["version"] + 1
    assert after["table"]["commitment"] == before["table"]["commitment"]


def test_a_snapshot_can_be_asked_for_at_any_time(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    first = socket.first
    socket.say(type="snapshot")
    again = socket.frame()
    assert {**again, "now": ""} == {**first, "now": ""}


def test_a_ping_is_answered_to_everybody_and_changes_nothing(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    version = opened.table.version
    for socket in (watch(opened.table_id), watch(opened.table_id, opened.users[1])):
        socket.say(type="ping")
        assert socket.frame() == {"type": "pong"}
    assert opened.table.version == version


def test_sitting_out_and_coming_back(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    for kind, away in (("sit_out", True), ("come_back", False)):
        socket.say(type=kind)
        socket.until("update")
        assert socket.table["seats"][0]["away"] is away


def test_a_player_who_sits_down_later_hears_their_cards_on_the_open_socket(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    (late,) = people(1, "late")
    socket = watch(opened.table_id, late)
    snapshot = socket.first
    assert snapshot["you"] is None
    opened.sit(late.pk, 3)
    opened.deal()
    assert len((socket.until("cards"))["cards"]) == 2


NONSENSE = [
    "",
    "not json",
    "null",
    "17",
    "[]",
    '"act"',
    "{}",
    '{"type": null}',
    '{"type": ["act"]}',
    '{"type": "deal"}',
    '{"type": "_answer"}',
    '{"type": "act"}',
    '{"type": "act", "action": {"kind": "fold"}}',
    '{"type": "act", "action": {"kind": "fold"}, "version": "4"}',
    '{"type": "act", "action": {"kind": "fold"}, "version": true}',
    '{"type": "act", "action": {"kind": "fold"}, "version": 4.0}',
    "[" * 2000,
    '{"a":' * 600,
    '{"type": "snapshot", "filler": "' + "x" * LONGEST + '"}',
    '{"type": "snapshot", "filler": "' + "\u20ac" * 1400 + '"}',
    '{"type": "sit_out", "version": ' + "9" * 4065 + "}",
]


def test_a_frame_that_makes_no_sense_is_refused_by_name_and_the_socket_lives_on(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    version = opened.table.version
    socket = watch(opened.table_id, opened.users[opened.mover])
    for text in NONSENSE:
        socket.say_text(text)
        refused = socket.frame()
        assert (refused["type"], refused["code"]) == ("refused", "MALFORMED_MESSAGE"), text
        assert refused["message"]
    assert opened.table.version == version
    socket.say(type="snapshot")
    assert socket.frame()["type"] == "snapshot"


ODD_VALUES: list[Any] = [
    *(None, True, -1, 0, 1.5, 2**31, 2**63, -(2**63) - 1, 10**30, "", "1", "\0", "\ud800"),
    *([], [[]], {}, {"kind": []}, "table/0", "table/-1", "pool/1/1", "fold", ["As", "As"]),
]
WISHES: list[dict[str, Any]] = [
    {"type": "act", "action": {"kind": "raise", "amount": 40}, "version": 1},
    {"type": "top_up", "amount": 100, "key": "k"},
    {"type": "choose", "posts": True, "rebuys": True, "rests": "never"},
    {"type": "leave", "after_hand": True},
    {"type": "fold", "hand": 1, "view": True},
    {"type": "show", "cards": ["As"]},
    {"type": "snapshot"},
    {"type": "new_hand"},
    {"type": "join"},
]


@pytest.mark.middling
@pytest.mark.long
def test_no_frame_that_is_nearly_right_moves_the_hand_or_is_trouble_of_ours(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "SOCKET", rate_limits.Quota(1e6, 1e6))
    monkeypatch.setattr(rate_limits, "USER", rate_limits.Quota(1e6, 1e6))
    monkeypatch.setattr(rate_limits, "ADDRESS", rate_limits.Quota(1e6, 1e6))
    opened = room(1000, 1000, 1000)
    opened.deal()
    before = opened.table.live.playing
    waits = next(no for no in opened.users if no != opened.mover)
    socket = watch(opened.table_id, opened.users[waits])
    draw, codes = Random(37), set()
    for _ in range(longer(2000, short=60)):
        frame = {"at": f"table/{opened.table_id}", **draw.choice(WISHES)}
        name = draw.choice([*frame])
        frame[name] = draw.choice(ODD_VALUES)
        if draw.random() < 0.3:
            del frame[draw.choice([*frame])]
        # What no frame may be is refused, what one may be is answered: the ping tells the end.
        socket.say_text(json.dumps(frame))
        socket.say(type="ping")
        while (heard := socket.any_frame())["type"] != "pong":
            codes.add(heard.get("code"))
    assert opened.table.live.playing == before
    assert "MALFORMED_MESSAGE" in codes
    assert "ROOM_TROUBLE" not in codes


ODD_TEXTS = [
    '{"type": "act", "action": {"kind": "fold"}, "at": "HERE", "version": ' + "9" * 3900 + "}",
    '{"type": "act", "action": {"kind": "fold"}, "version": -18446744073709551617, "at": "HERE"}',
    '{"type": "deal", "version": true, "at": "HERE"}',
    '{"type": "snapshot", "at": "table/\\ud800"}',
    '{"type": "join", "at": "table/\\udfff"}',
    '{"type": "show", "cards": ["\\ud800"], "at": "HERE"}',
]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_what_no_answer_can_say_is_refused_by_name_and_the_table_is_heard_on(
    room: Callable[..., Room], watch: Watch, text: str
) -> None:
    """Whole numbers of any length, and half characters, are JSON to Python and to nobody else."""
    opened = room(1000, 1000)
    opened.deal()
    socket = watch(opened.table_id, opened.users[opened.mover])
    socket.say_text(text.replace("HERE", f"table/{opened.table_id}"))
    while (refused := socket.any_frame())["type"] != "refused":
        pass
    assert refused["code"] != "ROOM_TROUBLE"
    assert refused["version"] is None
    socket.say(type="snapshot")
    assert socket.until("snapshot")["you"]["seat"] == opened.mover


ODD_ACTIONS: list[Any] = [
    None,
    "fold",
    [],
    {},
    {"kind": "raise"},
    {"kind": "raise", "to": "40"},
    {"kind": "raise", "to": 40.5},
    {"kind": "raise", "to": None},
    {"kind": "raise", "to": True},
    {"kind": "raise", "to": -(10**30)},
    {"kind": "fold", "seat": 2},
    {"kind": {"kind": "fold"}},
]


def test_an_action_that_makes_no_sense_is_refused_by_name(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    version = opened.table.version
    socket = watch(opened.table_id, opened.users[opened.mover])
    for action in ODD_ACTIONS:
        socket.say(type="act", action=action, version=version)
        refused = socket.frame()
        assert (refused["type"], refused["code"]) == ("refused", "MALFORMED"), action
    assert opened.table.version == version


def test_cards_to_show_are_named_by_a_list_of_names(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    for cards, code in ((7, "MALFORMED_MESSAGE"), ([7], "MALFORMED_MESSAGE"), (["As"], "NO_HAND")):
        socket.say(type="show", cards=cards)
        assert socket.frame()["code"] == code


def test_a_binary_frame_is_refused_by_name(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    socket.say_bytes(b'{"type": "snapshot"}')
    assert (socket.frame())["code"] == "MALFORMED_MESSAGE"


def test_a_refusal_names_its_code_its_version_and_speaks_the_readers_language(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    waiting = next(no for no in opened.users if no != opened.turn)
    socket = watch(opened.table_id, opened.users[waiting], language="it-IT,it;q=0.9")
    version = socket.first["version"]
    socket.say(type="act", action={"kind": "fold"}, version=version)
    refused = socket.frame()
    assert (refused["code"], refused["version"]) == ("NOT_YOUR_TURN", version)
    with translation.override("it"):
        assert refused["message"] == gettext(HandCode.NOT_YOUR_TURN.sentence)


def test_a_room_of_one_language_speaks_it_at_the_table_too(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {LANGUAGES.key: ["it"]}
    monkeypatch.setattr(registry, "_known", registry._Known(kept, None, float("inf")))
    opened = room(5000, 5000)
    opened.deal()
    socket = watch(opened.table_id, opened.users[opened.mover], language="en")
    action = {"kind": "raise", "to": 5001}
    socket.say(type="act", action=action, version=socket.first["version"])
    assert socket.frame()["message"] == "Troppo: il massimo è 5.000."


def test_spectators_watch_and_do_nothing_else(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    opened.deal()
    version = opened.table.version
    socket = watch(opened.table_id)
    for kind in ("act", "sit_out", "come_back", "show"):
        socket.say(type=kind, action={"kind": "fold"}, version=version)
        assert socket.frame()["code"] == "LOGIN_REQUIRED"
    assert opened.table.version == version


def broken(**_: Any) -> int:
    raise ZeroDivisionError("a secret detail")


def test_a_table_that_does_not_exist_says_so_and_closes(watch: Watch) -> None:
    socket = watch(10**30)
    assert socket.first["code"] == "NO_SUCH_TABLE"
    assert socket.message() == {"type": "websocket.close", "code": 4404}


def test_a_table_that_closed_meanwhile_says_so(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    seating.close_table(table_id=opened.table_id, now=opened.now)
    socket = watch(opened.table_id, opened.users[1])
    assert socket.first["table"]["status"] == "closed"
    assert socket.frame() == {"type": "closed"}


def test_trouble_while_connecting_is_a_sentence_too(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    monkeypatch.setattr(dealer, "snapshot", broken)
    socket = watch(opened.table_id)
    assert socket.first["code"] == "ROOM_TROUBLE"
    assert socket.message() == {"type": "websocket.close", "code": 1011}


def test_trouble_on_our_side_is_a_sentence_and_the_socket_lives_on(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    with monkeypatch.context() as patch:
        patch.setitem(visits.VERBS, SitOutWish, broken)
        socket.say(type="sit_out")
        refused = socket.frame()
    assert refused["code"] == "ROOM_TROUBLE"
    assert "secret" not in str(refused)
    socket.say(type="sit_out")
    assert (socket.frame())["type"] == "update"


def test_a_frame_for_one_player_reaches_no_other(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    first = watch(opened.table_id, opened.users[1])
    second = watch(opened.table_id, opened.users[2])
    out: OutFrame = {"type": "out", "place": 5, "prize": None}
    push.tell_player(opened.table_id, opened.users[1].pk, out)
    assert first.frame() == out
    dealer.sit_out(table_id=opened.table_id, user_id=opened.users[1].pk, now=opened.now)
    assert second.frame()["type"] == "update"


def listening(loop: Loop, opened: Room) -> int:
    async def count() -> int:
        return hub().listening(push.table_channel(opened.table_id))

    return loop.run(count())


def test_whoever_goes_before_the_first_snapshot_is_no_trouble_of_ours(
    room: Callable[..., Room], loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    log = Mock()
    monkeypatch.setattr(consumers, "log", log)

    async def come_and_go() -> None:
        tried = asyncio.Event()
        said = iter([{"type": "websocket.connect"}])

        async def receive() -> dict[str, Any]:
            if (message := next(said, None)) is not None:
                return message
            await tried.wait()
            return {"type": "websocket.disconnect", "code": 1006}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                tried.set()
                raise OSError("gone")

        at = f"at=table/{opened.table_id}".encode()
        scope = {"type": "websocket", "query_string": at, "headers": [], "user": AnonymousUser()}
        await tables_socket(scope, receive, send)

    loop.run(come_and_go())
    assert not log.error.called
    assert listening(loop, opened) == 0


def test_a_socket_that_leaves_leaves_nothing_behind(room: Callable[..., Room], loop: Loop) -> None:
    opened = room(1000, 1000)
    socket = Socket(loop, opened.table_id, opened.users[1])
    assert listening(loop, opened) == 1
    socket.close()
    assert listening(loop, opened) == 0


def test_a_socket_that_asks_without_end_is_refused_and_the_others_are_not(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slowly the frames are answered here: nothing comes back meanwhile.
    monkeypatch.setattr(rate_limits, "STRANGER", rate_limits.STRANGER._replace(a_second=0))
    opened = room(1000, 1000)
    greedy, patient = watch(opened.table_id), watch(opened.table_id)
    for _ in range(int(rate_limits.STRANGER.burst) + 10):
        greedy.say(type="snapshot")
    assert greedy.until("refused")["code"] == "TOO_MANY_MESSAGES"
    patient.say(type="snapshot")
    assert patient.until("snapshot")["table"]["id"] == opened.table_id


def test_strangers_spend_nothing_of_the_players_behind_the_same_address(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "ADDRESS", rate_limits.Quota(6, 0))
    opened, address = room(1000, 1000), "192.0.2.1"
    player = watch(opened.table_id, opened.users[1], address=address)
    for _ in range(2):
        stranger = watch(opened.table_id, address=address)
        for _ in range(4):
            stranger.say(type="ping")
    assert stranger.until("refused")["code"] == "TOO_MANY_MESSAGES"
    player.say(type="ping")
    assert player.until("pong")


def test_whoever_goes_on_beyond_the_quota_is_answered_once_and_cut_off(
    room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slowly the frames are answered here: nothing comes back meanwhile.
    monkeypatch.setattr(rate_limits, "STRANGER", rate_limits.STRANGER._replace(a_second=0))
    opened = room(1000, 1000)
    flooder = watch(opened.table_id)
    for _ in range(int(rate_limits.STRANGER.burst) + 3 * rate_limits.MOST_BEYOND):
        flooder.say(type="snapshot")
    told = []
    while (message := flooder.message())["type"] != "websocket.close":
        told.append(message["text"])
    assert message["code"] == FLOOD
    assert sum("TOO_MANY_MESSAGES" in text for text in told) == 1
    # To come again is no way round it: no socket is accepted. A neighbour's is.
    with pytest.raises(AssertionError):
        watch(opened.table_id)
    assert watch(opened.table_id, opened.users[1]).first["type"] == "snapshot"
