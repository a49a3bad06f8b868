"""Cash tables deal on by themselves."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from payouts.refusal import Refusal
from tables import cashier, croupier, dealer, frames, record, tasks
from tables.models import CashGame, CashSession, Deadline, HandEvent, Seat, Table
from tables.refusals import Code
from tests.tables.cash import WALLET, CashRoom, cash_room, offer
from tests.tables.replays import check_every_hand

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def replayed() -> Iterator[None]:
    yield
    check_every_hand()


def positions(room: CashRoom) -> tuple[int, int, int]:
    spot = room.going.positions
    return spot.button, spot.small_blind, spot.big_blind


def posts(room: CashRoom) -> list[tuple[str, int, int]]:
    """What was posted in the latest hand: kind, seat, cents."""
    hand = HandEvent.objects.filter(hand=room.table.live.hand_id, payload__e="blind")
    return [
        (row["kind"], row["seat"], row["amount"]) for row in hand.values_list("payload", flat=True)
    ]


def begin(room: CashRoom) -> None:
    """Deal and fold out hands until seat 1 has the button, small blind 2, big blind 3."""
    until(room, (1, 2, 3))


def until(room: CashRoom, spot: tuple[int, int, int]) -> None:
    """Deal and fold out hands until button and blinds are there; they come round sooner."""
    for _ in range(10):
        room.deal()
        if positions(room) == spot:
            return
        room.fold_out()
    raise AssertionError(f"never at {spot}")


def test_a_table_deals_when_two_have_sat_down_and_the_pause_is_over(
    settings: Any,
) -> None:
    settings.RESULT_SECONDS = 4
    room = cash_room(1000)
    assert room.look() is None
    room.sit(2)
    assert room.look(1) is None
    assert room.look(3.5) is not None
    assert room.look() is None
    room.fold_out()
    assert room.look(3) is None
    assert room.look(2) is not None


@pytest.mark.rule("SHOW-2")
@pytest.mark.parametrize("wish", ["choose", "sit_down", "sit_out"])
def test_whatever_is_wished_during_a_hand_its_result_is_shown_in_full(
    settings: Any, wish: str
) -> None:
    settings.RESULT_SECONDS = 4
    room = cash_room(1000, 1000, 1000)
    room.deal()
    if wish == "choose":
        room.choose(1, straddles=True)
    elif wish == "sit_down":
        room.sit(4)
    else:
        room.sit_out(1)
    room.later(10)
    room.fold_out()
    assert room.look(3) is None
    assert room.look(1) is not None


def test_the_sweep_deals_and_times_out_at_cash_tables() -> None:
    room = cash_room(1000, 1000)
    Deadline.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert tasks.sweep_deadlines() == 1
    assert room.hand is not None
    Deadline.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert tasks.sweep_deadlines() == 0
    table = room.table
    assert table.live.turn_at is not None
    table.live.turn_at -= timedelta(hours=1)
    record.write(table, [], now=timezone.now())
    assert tasks.sweep_deadlines() == 1
    assert room.hand is None


@pytest.mark.rule("CASH-2")
def test_the_first_hand_costs_nobody_an_entrance() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    assert [kind for kind, *_ in posts(room)] == ["small", "big"]
    assert len(room.going.seats) == 3


@pytest.mark.rule("CASH-2")
def test_a_newcomer_waits_for_the_big_blind() -> None:
    room = cash_room(1000, 1000, 1000)
    begin(room)
    room.sit(5)
    room.fold_out()
    room.deal()
    assert positions(room) == (2, 3, 5)
    assert sorted(room.going.seats) == [1, 2, 3, 5]
    assert not room.stay(5).owes


@pytest.mark.rule("CASH-2")
def test_a_newcomer_between_the_blinds_and_the_button_waits_for_their_turn() -> None:
    room = cash_room(1000, 1000, seats=7)
    room.sit(3, no=6)
    until(room, (6, 1, 2))
    room.sit(4, no=4)
    room.sit(5, no=7, posts=True)
    room.fold_out()
    room.deal()
    assert positions(room) == (1, 2, 4)
    assert sorted(room.going.seats) == [1, 2, 4, 6, 7]
    assert posts(room)[2:] == [("post", 7, 10)]


@pytest.mark.rule("CASH-2")
def test_a_newcomer_may_post_to_play_at_once() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.sit(5, posts=True)
    room.fold_out()
    room.deal()
    assert positions(room) == (2, 3, 4)
    assert posts(room) == [("small", 3, 5), ("big", 4, 10), ("post", 5, 10)]
    room.fold_out()
    room.deal()
    assert posts(room) == [("small", 4, 5), ("big", 5, 10)]


@pytest.mark.rule("CASH-2")
def test_who_missed_blinds_posts_both_or_waits() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.sit_out(4)
    room.fold_out()
    room.deal()
    assert positions(room) == (2, 3, 1)
    room.come_back(4)
    assert (room.stay(4).owes, room.stay(4).dead) == (True, True)
    room.fold_out()
    room.deal()
    assert 4 not in room.going.seats
    room.choose(4, posts=True)
    room.fold_out()
    room.deal()
    assert positions(room) == (1, 2, 3)
    assert posts(room) == [("small", 2, 5), ("big", 3, 10), ("post", 4, 10), ("dead", 4, 5)]
    assert not room.stay(4).owes


@pytest.mark.rule("CASH-2")
def test_nobody_who_comes_back_in_time_owes_anything() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.sit_out(1)
    room.fold_out()
    room.deal()
    assert sorted(room.going.seats) == [2, 3, 4]
    room.come_back(1)
    room.fold_out()
    room.deal()
    assert sorted(room.going.seats) == [1, 2, 3, 4]
    assert positions(room) == (3, 4, 1)


@pytest.mark.rule("CASH-3")
def test_left_of_the_big_blind_one_may_straddle_and_acts_last() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    for who in (1, 2, 3, 4):
        room.choose(who, straddles=True)
    room.fold_out()
    room.deal()
    assert positions(room) == (2, 3, 4)
    assert posts(room) == [("small", 3, 5), ("big", 4, 10), ("straddle", 1, 20)]
    assert room.going.waiting == [2, 3, 4, 1]
    for _ in range(3):
        room.act("call")
    room.act("raise", 60)


@pytest.mark.rule("CASH-3")
def test_there_is_no_straddle_between_two_nor_where_the_table_has_none() -> None:
    room = cash_room(1000, 1000)
    room.choose(1, straddles=True)
    room.choose(2, straddles=True)
    room.deal()
    assert [kind for kind, *_ in posts(room)] == ["small", "big"]
    CashGame.objects.update(straddle=False)
    with pytest.raises(Refusal) as refusal:
        room.choose(1, straddles=True)
    assert refusal.value.code == Code.NO_STRADDLE
    room.sit(3, posts=True)
    for _ in range(4):
        room.fold_out()
        room.deal()
        assert "straddle" not in [kind for kind, *_ in posts(room)]


@pytest.mark.rule("CASH-4")
def test_who_cannot_post_the_big_blind_is_sat_out() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.fold_out()
    poor(room, 4, left=9)
    room.deal()
    assert 4 not in room.going.seats
    assert room.table.live.seats[4].away
    assert positions(room) == (2, 3, 1)


@pytest.mark.rule("CASH-4")
def test_who_cannot_pay_for_coming_in_is_sat_out() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.sit_out(4)
    room.fold_out()
    room.look()
    room.come_back(4)
    room.choose(4, posts=True)
    room.fold_out()
    poor(room, 4, left=14)
    room.look()
    room.fold_out()
    room.look()
    assert 4 not in room.going.seats
    assert room.table.live.seats[4].away


def poor(room: CashRoom, no: int, *, left: int) -> None:
    """Between hands a player turns out to hold little; the neighbour has the rest."""
    table = room.table
    seats = table.live.seats
    other = next(seat for seat in seats if seat != no)
    seats[other].stack += seats[no].stack - left
    seats[no].stack = left
    record.write(table, [], now=room.now)
    for seat in (no, other):
        Seat.objects.filter(table=room.table_id, no=seat).update(stack=seats[seat].stack)
    room.check()


@pytest.mark.rule("OUT-2")
def test_who_sits_out_gets_no_cards_and_posts_no_blind() -> None:
    room = cash_room(1000, 1000, 1000)
    room.sit_out(2)
    for _ in range(3):
        room.deal()
        assert sorted(room.going.seats) == [1, 3]
        room.fold_out()
    assert room.stack(2) == 1000


@pytest.mark.rule("OUT-2")
def test_sitting_out_begins_after_the_hand_that_one_plays() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    room.sit_out(2)
    assert 2 in room.going.live
    room.fold_out()
    room.deal()
    assert 2 not in room.going.seats


@pytest.mark.rule("OUT-2")
def test_who_sits_out_too_long_is_stood_up_and_paid() -> None:
    room = cash_room(1000, 1000, sit_out=5)
    room.sit_out(2)
    room.look()
    assert room.look(299) is None
    assert 2 in room.table.live.seats
    assert Deadline.objects.get().due_at == room.table.live.look_at
    room.look(1)
    assert 2 not in room.table.live.seats
    assert room.wallet(2) == WALLET
    assert CashSession.objects.get(user=room.people[2]).took == 1000


@pytest.mark.rule("OUT-2")
def test_the_limit_may_be_so_many_hands() -> None:
    room = cash_room(1000, 1000, 1000, sit_out=5, sit_out_unit="hands")
    room.sit_out(2)
    for _ in range(5):
        assert room.look() is not None
        assert 2 in room.table.live.seats
        room.fold_out()
    room.look()
    assert 2 not in room.table.live.seats
    assert room.wallet(2) == WALLET


@pytest.mark.rule("OUT-2")
def test_where_no_hands_are_dealt_half_an_hour_is_the_limit_of_hands() -> None:
    room = cash_room(1000, sit_out=30, sit_out_unit="hands")
    room.sit_out(1)
    room.look()
    room.look(30 * 60 - 1)
    assert 1 in room.table.live.seats
    room.look(1)
    assert room.table.live.seats == {}


@pytest.mark.rule("OUT-2")
def test_who_comes_back_begins_to_count_anew() -> None:
    room = cash_room(1000, 1000, sit_out=5)
    for _ in range(3):
        room.sit_out(2)
        room.look(200)
        room.come_back(2)
        room.look(200)
        room.fold_out()
    assert 2 in room.table.live.seats


@pytest.mark.rule("OUT-2", "TIME-1")
def test_who_runs_out_of_time_sits_out() -> None:
    room = cash_room(1000, 1000, 1000)
    late = room.deal().turn
    assert late is not None
    assert dealer.time_out(table_id=room.table_id, now=room.later(60))
    room.fold_out()
    room.look()
    assert late not in room.going.seats


def test_with_no_chips_left_one_sits_out_until_more_come() -> None:
    room = cash_room(1000, 1000, 1000)
    poor(room, 2, left=0)
    room.look()
    assert room.table.live.seats[2].away
    room.top_up(2, 500)
    room.come_back(2)
    room.fold_out()
    room.look()
    room.fold_out()
    room.look()
    assert 2 in room.going.seats


@pytest.mark.rule("RAKE-1")
def test_the_house_takes_its_part_of_a_pot_that_saw_a_flop() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    room.act("raise", 100)
    room.act("fold")
    room.act("call")
    hand = room.going
    assert hand.street == 1
    # RAKE-2: a cent for each whole 0.16.
    taken = hand.pot // 16
    assert sum(pot.amount for pot in hand.pots()) == hand.pot - taken
    assert room.rake == 0
    room.check_down()
    assert room.rake == taken
    assert room.escrow == 3000 - taken


@pytest.mark.rule("RAKE-1")
def test_no_flop_no_rake_and_what_nobody_called_is_not_raked() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.act("raise", 500)
    room.act("fold")
    assert room.rake == 0
    room.deal()
    room.act("call")
    room.act("check")
    room.act("bet", 900)
    room.act("fold")
    assert room.rake == 20 // 16


@pytest.mark.rule("RAKE-1", "RAKE-3")
def test_the_rake_of_an_all_in_is_capped_and_shared_by_the_pots() -> None:
    room = cash_room(200_00, 200_00, small_blind=100, big_blind=200)
    room.deal()
    room.act("all_in")
    room.act("call")
    assert room.hand is None
    assert room.rake == 125
    assert room.escrow == 400_00 - 125


@pytest.mark.rule("RAKE-1")
def test_the_pot_is_shown_net_with_the_rake_beside_it() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.act("raise", 100)
    room.act("call")
    told = frames.table(room.table)["hand"]
    assert told["rake"] == 200 // 16
    assert told["total"] == 200 - told["rake"] == sum(pot["amount"] for pot in told["pots"])


def test_the_room_keeps_as_many_tables_open_as_a_game_says() -> None:
    game = offer(tables=3)
    now = timezone.now()
    assert [table.name for table in croupier.keep_open(now=now)] == [
        "NL10 · 1",
        "NL10 · 2",
        "NL10 · 3",
    ]
    assert croupier.keep_open(now=now) == []
    CashGame.objects.update(tables=1)
    assert croupier.keep_open(now=now) == []
    assert open_tables(game) == ["NL10 · 1"]
    CashGame.objects.update(tables=2)
    assert [table.name for table in croupier.keep_open(now=now)] == ["NL10 · 4"]


def open_tables(game: CashGame) -> list[str]:
    found = Table.objects.filter(event=game.event, status=Table.Status.OPEN)
    return list(found.order_by("pk").values_list("name", flat=True))


def test_a_game_that_is_no_longer_offered_ends_after_its_hand() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    CashGame.objects.update(tables=0)
    croupier.keep_open(now=room.now)
    assert open_tables(room.game)
    room.fold_out()
    assert room.look() is None
    with pytest.raises(Refusal) as refusal:
        room.sit(3)
    assert refusal.value.code == Code.TABLE_CLOSED
    croupier.keep_open(now=room.now)
    assert open_tables(room.game) == []
    room.check()
    assert room.wallet(1) + room.wallet(2) == 2 * WALLET


def test_a_table_too_many_closes_only_when_it_is_empty() -> None:
    room = cash_room(1000)
    CashGame.objects.update(tables=2)
    croupier.keep_open(now=room.now)
    other = Table.objects.exclude(pk=room.table_id).get()
    sat: dict[str, Any] = {"table_id": other.pk, "user_id": room.people[2].pk, "now": room.now}
    cashier.sit_down(**sat, amount=500, key="there")
    CashGame.objects.update(tables=1)
    croupier.keep_open(now=room.now)
    assert len(open_tables(room.game)) == 2
    cashier.leave(**sat)
    croupier.keep_open(now=room.now)
    assert open_tables(room.game) == ["NL10 · 1"]
