"""Sitting down, leaving, moving: only between hands, never two on one chair."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from core.refusal import Refusal, RefusalCode
from core.types import Chips, SeatNo, UserId
from players.models import User
from tables import engine
from tables.live import seating
from tables.models import Seat, Table
from tables.refusals import TableCode
from tables.wire import difference
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people

pytestmark = pytest.mark.django_db


def sit_all(room: Room, users: Mapping[int, User]) -> None:
    seating.take_seats(
        table_id=room.table_id,
        users={SeatNo(no): user.pk for no, user in users.items()},
        stack=Chips(500),
        bank_ms=1000,
        now=room.now,
    )


def add(room: Room, user_id: UserId) -> int:
    return seating.add_chips(
        table_id=room.table_id, user_id=user_id, chips=Chips(300), now=room.now
    )


def test_a_table_opens_empty_and_fills(room: Callable[..., Room]) -> None:
    opened = room(1000, 1500)
    table = Table.objects.get(pk=opened.table_id)
    assert (table.status, table.version, table.hand_no) == ("open", 2, 0)
    frame = opened.snapshot()["table"]
    assert [(seat["seat"], seat["stack"]) for seat in frame["seats"]] == [(1, 1000), (2, 1500)]
    assert frame["hand"] is None
    assert frame["clock"] is None


@pytest.mark.rule("DEAL-1")
def test_a_seat_is_drawn_among_the_free_ones(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    newcomers = people(7, "newcomer")
    drawn = {opened.sit(user.pk).no for user in newcomers}
    assert drawn == {3, 4, 5, 6, 7, 8, 9}
    (late,) = people(1, "late")
    with pytest.raises(Refusal, match=TableCode.TABLE_FULL):
        opened.sit(late.pk)


@pytest.mark.parametrize(
    ("no", "code"),
    [(1, TableCode.SEAT_TAKEN), (0, TableCode.NO_SUCH_SEAT), (10, TableCode.NO_SUCH_SEAT)],
)
def test_a_chair_that_cannot_be_taken(
    room: Callable[..., Room], no: int, code: RefusalCode
) -> None:
    opened = room(1000, 1000)
    (newcomer,) = people(1, "newcomer")
    with pytest.raises(Refusal, match=code):
        opened.sit(newcomer.pk, no)
    assert Seat.objects.filter(table=opened.table_id).count() == 2


def test_many_sit_down_together_or_nobody_does(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    newcomers = people(4, "newcomer")
    with pytest.raises(Refusal, match=TableCode.SEAT_TAKEN):
        sit_all(opened, {3: newcomers[0], 2: newcomers[1]})
    with pytest.raises(Refusal, match=TableCode.ALREADY_SEATED):
        sit_all(opened, {3: newcomers[0], 4: newcomers[0]})
    assert Seat.objects.filter(table=opened.table_id).count() == 2
    version = opened.table.version
    sit_all(opened, dict(zip((3, 5, 7, 9), newcomers, strict=True)))
    users = {no: user.pk for no, user in zip((3, 5, 7, 9), newcomers, strict=True)}
    table = opened.table
    assert table.version == version + 1
    assert {no: sitter.user for no, sitter in table.live.seats.items() if no > 2} == users
    stored = Seat.objects.filter(table=opened.table_id, no__gt=2)
    assert {seat.no: seat.user_id for seat in stored} == users


@pytest.mark.rule("SEAT-1")
def test_nobody_sits_twice_at_one_table_but_at_two_tables_they_may(
    room: Callable[..., Room],
) -> None:
    first, second = room(1000, 1000), room(1000, 1000)
    anna = first.users[1]
    with pytest.raises(Refusal, match=TableCode.ALREADY_SEATED):
        first.sit(anna.pk, 5)
    assert second.sit(anna.pk, 5).no == 5


@pytest.mark.rule("SEAT-1")
@pytest.mark.django_db(transaction=True)
def test_of_eight_who_want_one_chair_one_gets_it(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    newcomers = people(8, "newcomer")

    def grab(user_id: UserId) -> str:
        try:
            opened.sit(user_id, 7)
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return "seated"

    with ThreadPoolExecutor(8) as pool:
        outcomes = sorted(pool.map(grab, [user.pk for user in newcomers]))
    assert outcomes == [TableCode.SEAT_TAKEN] * 7 + ["seated"]


@pytest.mark.rule("TRN-3")
def test_who_was_dealt_in_leaves_and_moves_only_after_the_hand(room: Callable[..., Room]) -> None:
    opened, other = room(1000, 1000, 1000), room(1000, 1000)
    opened.deal()
    anna = opened.users[1]
    with pytest.raises(Refusal, match=TableCode.HAND_IN_PROGRESS):
        seating.leave_seat(table_id=opened.table_id, user_id=anna.pk, now=opened.now)
    with pytest.raises(Refusal, match=TableCode.HAND_IN_PROGRESS):
        seating.move(
            user_id=anna.pk,
            from_table_id=opened.table_id,
            to_table_id=other.table_id,
            no=None,
            now=opened.now,
        )
    with pytest.raises(Refusal, match=TableCode.HAND_IN_PROGRESS):
        seating.close_table(table_id=opened.table_id, now=opened.now)
    opened.fold_out()
    freed = seating.leave_seat(table_id=opened.table_id, user_id=anna.pk, now=opened.now)
    assert freed.stack == opened.table.live.hand.stacks[1]  # type: ignore[union-attr]
    assert Seat.objects.filter(table=opened.table_id).count() == 2


@pytest.mark.rule("CHIP-1")
def test_chips_come_between_hands_and_at_once_to_who_is_not_in_the_hand(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    (bea,) = people(1, "late")
    assert add(opened, opened.users[1].pk) == 1300
    opened.deal()
    opened.sit(bea.pk, 3)
    assert add(opened, bea.pk) == 800
    with pytest.raises(Refusal, match=TableCode.HAND_IN_PROGRESS):
        add(opened, opened.users[1].pk)
    stacks = dict(Seat.objects.filter(table=opened.table_id).values_list("no", "stack"))
    assert stacks == {1: 1300, 2: 1000, 3: 800}
    opened.fold_out()
    assert add(opened, opened.users[1].pk) == opened.table.live.stack(SeatNo(1))
    with pytest.raises(Refusal, match=TableCode.NOT_SEATED):
        add(opened, UserId(bea.pk + 1))


@pytest.mark.rule("CHIP-1")
def test_chips_come_at_once_to_who_has_folded_and_lie_beside_the_hand(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000, 1000)
    opened.deal()
    folded, positions = opened.mover, opened.table.positions
    assert positions is not None
    opened.act("fold")
    stack = add(opened, opened.users[folded].pk)
    assert (stack, opened.table.live.stack(folded)) == (1300, 1300)
    opened.fold_out()
    stacks = dict(Seat.objects.filter(table=opened.table_id).values_list("no", "stack"))
    assert stacks[folded] == 1300
    assert stacks[positions.small_blind] < 1000
    assert sum(stacks.values()) == 3300


def test_who_comes_during_a_hand_waits_for_the_next_and_may_leave_before(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    bea, carla = people(2, "late")
    opened.deal()
    opened.sit(bea.pk, 3)
    opened.sit(carla.pk, 4)
    seating.leave_seat(table_id=opened.table_id, user_id=carla.pk, now=opened.now)
    frame = opened.snapshot()["table"]
    assert [seat["seat"] for seat in frame["seats"]] == [1, 2, 3]
    assert [seat["seat"] for seat in frame["hand"]["seats"]] == [1, 2]
    opened.fold_out()
    opened.deal()
    assert sorted(opened.table.live.dealt) == [1, 2, 3]


def test_a_move_takes_stack_bank_and_absence_along(room: Callable[..., Room]) -> None:
    origin, target = room(700, 1000, 1000), room(1000, 1000)
    anna = origin.users[1]
    seat = seating.move(
        user_id=anna.pk,
        from_table_id=origin.table_id,
        to_table_id=target.table_id,
        no=SeatNo(6),
        now=origin.now,
    )
    stored = Seat.objects.get(user=anna.pk)
    assert (stored.table_id, stored.no, stored.stack, stored.bank_ms) == (
        target.table_id,
        6,
        700,
        60_000,
    )
    assert seat == stored
    assert target.table.live.seats[seat.no].stack == 700
    assert 1 not in origin.table.live.seats


def test_a_move_to_a_taken_chair_changes_neither_table(room: Callable[..., Room]) -> None:
    origin, target = room(700, 1000), room(1000, 1000)
    before = origin.snapshot()["table"], target.snapshot()["table"]
    with pytest.raises(Refusal, match=TableCode.SEAT_TAKEN):
        seating.move(
            user_id=origin.users[1].pk,
            from_table_id=origin.table_id,
            to_table_id=target.table_id,
            no=SeatNo(2),
            now=origin.now,
        )
    assert (origin.snapshot()["table"], target.snapshot()["table"]) == before


def test_new_blinds_wait_for_the_next_hand(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    raised = engine.Stakes(50, 100, ante=10)
    seating.set_stakes(table_id=opened.table_id, stakes=raised, now=opened.now)
    hand = opened.table.live.playing
    assert hand is not None
    assert hand.stakes.big_blind == 20
    opened.fold_out()
    opened.deal()
    hand = opened.table.live.playing
    assert hand is not None
    assert hand.stakes == raised


def test_the_same_stakes_or_notice_again_is_no_news(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    seating.set_notice(table_id=opened.table_id, notice={"kind": "waiting"}, now=opened.now)
    version = opened.table.version
    seating.set_notice(table_id=opened.table_id, notice={"kind": "waiting"}, now=opened.now)
    seating.set_stakes(table_id=opened.table_id, stakes=engine.Stakes(10, 20), now=opened.now)
    assert opened.table.version == version
    assert opened.snapshot()["table"]["notice"] == {"kind": "waiting"}


def test_a_closed_table_is_empty_and_takes_nobody(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    (late,) = people(1, "late")
    for _ in range(2):
        seating.close_table(table_id=opened.table_id, now=opened.now)
    assert not Seat.objects.filter(table=opened.table_id).exists()
    for refused in (lambda: opened.sit(late.pk), opened.deal):
        with pytest.raises(Refusal, match=TableCode.TABLE_CLOSED):
            refused()


def test_a_table_that_does_not_exist(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.table_id += 1
    with pytest.raises(Refusal, match=TableCode.NO_SUCH_TABLE):
        opened.deal()
    with pytest.raises(Refusal, match=TableCode.NO_SUCH_TABLE):
        opened.snapshot()


@pytest.mark.django_db(transaction=True)
def test_the_room_hears_who_comes_and_who_goes(room: Callable[..., Room], tape: Tape) -> None:
    opened, target = room(700, 1000), room(1000)
    seats = {table.table_id: table.snapshot()["table"] for table in (opened, target)}
    tape.read()
    seating.move(
        user_id=opened.users[1].pk,
        from_table_id=opened.table_id,
        to_table_id=target.table_id,
        no=SeatNo(6),
        now=opened.now,
    )
    seating.leave_seat(table_id=opened.table_id, user_id=opened.users[2].pk, now=opened.now)
    seating.close_table(table_id=opened.table_id, now=opened.now)
    heard = []
    for table_id, frame in ((int(channel), frame) for channel, frame in tape.read()):
        if frame["type"] == "update":
            seats[table_id] = difference.apply(seats[table_id], frame["change"])
            heard.append((table_id, [seat["seat"] for seat in seats[table_id]["seats"]]))
        else:
            heard.append((table_id, frame["type"]))
    assert sorted(heard[:2]) == [(opened.table_id, [2]), (target.table_id, [1, 6])]
    assert heard[2:] == [(opened.table_id, []), (opened.table_id, []), (opened.table_id, "closed")]


def test_a_whole_table_sits_down_at_once(room: Callable[..., Room]) -> None:
    opened = room(1000)
    users = dict(zip((2, 5, 9), people(3, "newcomer"), strict=True))
    sit_all(opened, users)
    seats = {no: user.pk for no, user in users.items()}
    sitting = opened.table.live.seats
    names = {no: sitter.name for no, sitter in sitting.items() if no > 1}
    assert names == {no: user.username for no, user in users.items()}
    rows = Seat.objects.filter(table=opened.table_id, stack=500, bank_ms=1000)
    assert dict(rows.values_list("no", "user_id")) == seats
    with pytest.raises(Refusal, match=TableCode.ALREADY_SEATED):
        sit_all(opened, {3: users[2]})
