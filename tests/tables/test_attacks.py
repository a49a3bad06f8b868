"""What players may try: each refused by name, nothing changed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.utils.translation import override

from core.refusal import Refusal
from core.sentences import say
from core.types import UserId
from poker_site.launch import rights
from tables import engine
from tables.engine.refusals import EngineCode
from tables.live import dealer, record, seats
from tables.models import HandEvent, Seat, Table
from tables.refusals import HandCode, TableCode
from tests.tables.rooms import Room, people

pytestmark = pytest.mark.django_db


def everything(room: Room) -> list[Any]:
    """All that an action could change."""
    return [
        list(Table.objects.filter(pk=room.table_id).values()),
        list(Seat.objects.filter(table=room.table_id).values()),
        list(HandEvent.objects.values()),
    ]


def attempt(room: Room, user_id: UserId, action: engine.Action, version: int) -> int:
    return dealer.act(
        table_id=room.table_id,
        user_id=user_id,
        action=action,
        seen_version=version,
        now=room.now,
    )


FOLD = engine.Action("fold")


@pytest.fixture
def dealt(room: Callable[..., Room]) -> Room:
    """Three players, a hand in progress."""
    opened = room(1000, 1000, 1000)
    opened.deal()
    return opened


def refused(room: Room, user_id: UserId, action: engine.Action, version: int) -> str:
    """The code with which an attempt is refused; nothing may have changed."""
    before = everything(room)
    with pytest.raises(Refusal) as caught:
        attempt(room, user_id, action, version)
    assert everything(room) == before
    assert say(caught.value)
    return caught.value.code


def test_acting_for_another_seat(dealt: Room) -> None:
    table = dealt.table
    waiting = next(no for no in dealt.users if no != dealt.turn)
    code = refused(dealt, dealt.users[waiting].pk, FOLD, table.version)
    assert code == EngineCode.NOT_YOUR_TURN


def test_acting_as_a_spectator(dealt: Room) -> None:
    (stranger,) = people(1, "stranger")
    assert refused(dealt, stranger.pk, FOLD, dealt.table.version) == TableCode.NOT_IN_HAND


def test_acting_in_a_hand_that_one_was_not_dealt_into(dealt: Room) -> None:
    (late,) = people(1, "late")
    dealt.sit(late.pk, 9)
    assert refused(dealt, late.pk, FOLD, dealt.table.version) == TableCode.NOT_IN_HAND


def test_acting_twice_on_the_same_version(dealt: Room) -> None:
    seat, version = dealt.mover, dealt.table.version
    call = engine.Action("call")
    attempt(dealt, dealt.users[seat].pk, call, version)
    assert refused(dealt, dealt.users[seat].pk, call, version) == TableCode.STALE_VERSION
    newer = dealt.table.version
    code = refused(dealt, dealt.users[seat].pk, call, newer)
    assert code == EngineCode.NOT_YOUR_TURN


@pytest.mark.parametrize("distance", [-1, -100, 1, 2**40])
def test_a_version_that_is_not_this_turns(dealt: Room, distance: int) -> None:
    seat = dealt.mover
    version = dealt.table.version + distance
    assert refused(dealt, dealt.users[seat].pk, FOLD, version) == TableCode.STALE_VERSION


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (engine.Action("raise", 39), EngineCode.TOO_SMALL),
        (engine.Action("raise", 1), EngineCode.TOO_SMALL),
        (engine.Action("raise", 1001), EngineCode.TOO_LARGE),
        (engine.Action("raise", 10**30), EngineCode.TOO_LARGE),
        (engine.Action("raise", -40), EngineCode.MALFORMED),
        (engine.Action("raise"), EngineCode.MALFORMED),
        (engine.Action("call", 20), EngineCode.MALFORMED),
        (engine.Action("steal"), EngineCode.MALFORMED),
        (engine.Action("check"), EngineCode.CANNOT_CHECK),
        (engine.Action("bet", 100), EngineCode.CANNOT_BET),
    ],
)
def test_an_illegal_size_or_kind(dealt: Room, action: engine.Action, code: str) -> None:
    seat = dealt.mover
    assert refused(dealt, dealt.users[seat].pk, action, dealt.table.version) == code


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "Too much: the maximum is 1,000."), ("it", "Troppo: il massimo è 1.000.")],
)
def test_a_size_is_refused_with_chips_written_as_the_reader_writes_numbers(
    dealt: Room, language: str, says: str
) -> None:
    mover = dealt.users[dealt.mover].pk
    with pytest.raises(Refusal) as caught:
        attempt(dealt, mover, engine.Action("raise", 1001), dealt.table.version)
    with override(language):
        assert say(caught.value) == says


def test_acting_when_no_hand_is_played(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    assert refused(opened, opened.users[1].pk, FOLD, opened.table.version) == TableCode.NO_HAND
    opened.deal()
    opened.act("fold")
    assert refused(opened, opened.users[1].pk, FOLD, opened.table.version) == TableCode.NO_HAND


@pytest.mark.django_db(transaction=True)
def test_of_eight_actions_at_once_on_one_version_exactly_one_counts(dealt: Room) -> None:
    seat, version = dealt.mover, dealt.table.version
    events = HandEvent.objects.count()

    def act(_: int) -> str:
        try:
            attempt(dealt, dealt.users[seat].pk, engine.Action("raise", 60), version)
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return "accepted"

    with ThreadPoolExecutor(8) as pool:
        outcomes = sorted(pool.map(act, range(8)))
    assert outcomes == [TableCode.STALE_VERSION] * 7 + ["accepted"]
    assert HandEvent.objects.count() == events + 1
    assert dealt.table.version == version + 1


@pytest.mark.django_db(transaction=True)
def test_a_time_out_and_an_action_at_once_move_the_hand_once(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    opened.act("call")
    seat, version = opened.mover, opened.table.version
    opened.later(20)

    def act(_: int) -> bool:
        try:
            attempt(opened, opened.users[seat].pk, engine.Action("check"), version)
        except Refusal:
            return False
        finally:
            connection.close()
        return True

    def time_out(_: int) -> bool:
        try:
            return dealer.time_out(table_id=opened.table_id, now=opened.now)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        runs = [pool.submit(verb, 0) for verb in (act, time_out) * 4]
    assert sum(run.result() for run in runs) == 1
    assert opened.table.version == version + 1


@pytest.mark.django_db(transaction=True)
def test_an_action_counts_however_much_the_neighbours_come_and_go(dealt: Room) -> None:
    seat, version = dealt.mover, dealt.table.version
    neighbours = [user.pk for no, user in dealt.users.items() if no != seat]

    def come_and_go(user_id: UserId) -> None:
        try:
            for verb in (dealer.sit_out, dealer.come_back) * 5:
                verb(table_id=dealt.table_id, user_id=user_id, now=dealt.now)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        moves = [pool.submit(come_and_go, user_id) for user_id in neighbours]
        attempt(dealt, dealt.users[seat].pk, FOLD, version)
        for move in moves:
            move.result()
    assert dealt.turn != seat
    assert dealt.table.version == version + 1 + 2 * 10


class Crash(Exception):
    """The process dies here."""


def crash(*_: Any, **__: Any) -> None:
    raise Crash


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("module", "statement"),
    [(record, "write"), (seats, "settle"), (engine, "apply")],
)
def test_a_crash_between_two_statements_leaves_the_hand_where_it_was(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, module: Any, statement: str
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    before = everything(opened)
    with monkeypatch.context() as patch:
        patch.setattr(module, statement, crash)
        with pytest.raises(Crash):
            opened.act("fold")
    assert everything(opened) == before
    opened.act("fold")
    assert opened.table.live.playing is None


@pytest.mark.django_db(transaction=True)
def test_what_the_database_refuses_of_an_action_it_refuses_whole(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    clash = HandEvent.objects.create(
        hand=hand, seq=opened.table.live.stored_events + 1, payload={}, at=opened.now
    )
    before = everything(opened)
    with pytest.raises(IntegrityError):
        opened.act("fold")
    assert everything(opened) == before
    with rights.as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_handevent DISABLE TRIGGER USER")
        clash.delete()
        cursor.execute("ALTER TABLE tables_handevent ENABLE TRIGGER USER")
    opened.act("fold")


@pytest.mark.django_db(transaction=True)
def test_a_crash_while_dealing_leaves_no_hand_and_no_card(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    before = everything(opened)
    with monkeypatch.context() as patch:
        patch.setattr(record, "write", crash)
        with pytest.raises(Crash):
            opened.deal()
    assert everything(opened) == before
    hand = opened.deal()
    assert hand is not None
    assert hand.number == 1


def test_every_refusal_of_the_engine_has_a_sentence() -> None:
    assert set(HandCode.declared()) == {str(code) for code in EngineCode}
