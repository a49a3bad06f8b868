"""Who sits out at a cash table, for how long, and what becomes of their chips (OUT-2)."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from core.types import SeatNo
from players.models import Notice
from players.notices import notice_texts
from tables.live import dealer
from tables.models import CashGame, CashStay, Deadline
from tests.tables.cash.setting import WALLET, cash_room, offer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


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
    assert CashStay.objects.get(user=room.people[2]).took == 1000
    # Told once, and to nobody who has left by themselves.
    room.look(1)
    notice = Notice.objects.get(user=room.people[2])
    title, text = notice_texts.say(notice.kind, notice.data)
    assert title == f"Your seat at {CashGame.objects.get().name} was given up"
    assert text == "You were away for too long. €10.00 is back in your wallet."
    assert notice.url == f"/tables/{room.table.id}/"


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


@pytest.mark.rule("OUT-1", "OUT-2")
@pytest.mark.parametrize("seconds", [1, 7, 20])
def test_whoever_sits_out_in_a_hand_has_the_time_that_the_game_says(seconds: int) -> None:
    room = cash_room(1000, 1000, 1000, away_seconds=seconds)
    absent = room.deal().turn
    assert absent is not None
    dealt_at = room.now
    room.sit_out(absent)
    assert Deadline.objects.get().due_at == dealt_at + timedelta(seconds=seconds)
    assert not dealer.time_out(table_id=room.table_id, now=room.later(seconds - 0.1))
    assert dealer.time_out(table_id=room.table_id, now=room.later(0.1))
    assert room.going.turn != absent


@pytest.mark.rule("OUT-1")
@pytest.mark.parametrize("seconds", [0, 21])
def test_nobody_who_sits_out_has_no_time_or_more_than_the_others(seconds: int) -> None:
    with pytest.raises(ValidationError) as refused:
        offer(action_seconds=20, away_seconds=seconds)
    assert list(refused.value.message_dict) == ["away_seconds"]
    game = offer(action_seconds=20, away_seconds=20)
    with pytest.raises(IntegrityError), transaction.atomic():
        CashGame.objects.filter(pk=game.pk).update(away_seconds=seconds)


@pytest.mark.rule("OUT-2")
def test_with_no_chips_left_one_sits_out_until_more_come_and_then_plays_on() -> None:
    room = cash_room(1000, 1000, 1000)
    room.make_poor(2, left=0)
    room.look()
    assert room.away(2)
    room.top_up(2, 500)
    assert not room.away(2)
    room.fold_out()
    room.look()
    room.fold_out()
    room.look()
    assert 2 in room.going.seats


@pytest.mark.rule("OUT-2")
def test_a_player_who_chose_to_sit_out_still_does_after_adding_chips() -> None:
    room = cash_room(500, 1000, 1000)
    room.sit_out(1)
    room.top_up(1, 200)
    assert room.away(1)


@pytest.mark.rule("OUT-2")
def test_one_sits_out_from_the_next_hand_and_plays_that_of_the_moment() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    room.choose(1, rests="hand")
    assert not room.table.live.seats[SeatNo(1)].away
    room.fold_out()
    room.deal()
    assert sorted(room.going.seats) == [2, 3]
    assert (room.table.live.seats[SeatNo(1)].away, room.stay(1).rests) == (True, "")
    room.come_back(1)
    room.fold_out()
    room.deal()
    assert not room.table.live.seats[SeatNo(1)].away


@pytest.mark.rule("OUT-2", "CASH-2")
def test_one_sits_out_from_one_s_next_big_blind_and_never_posts_it() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    room.deal()
    last = room.going.positions.big_blind
    blinds = {room.going.positions.small_blind, last}
    free = next(no for no in (1, 2, 3, 4) if no not in blinds)
    room.choose(free, rests="blind")
    dealt = 0
    while not room.table.live.seats[SeatNo(free)].away:
        assert room.going.positions.big_blind != free
        assert free in room.going.seats
        dealt += 1
        assert dealt < 5
        room.fold_out()
        room.deal()
    # The blind goes on to the next: nobody is skipped, and nobody has it twice.
    assert free not in room.going.seats
    assert room.going.positions.big_blind != free
    assert room.stay(free).rests == ""
    assert last in room.going.seats


@pytest.mark.rule("OUT-2")
def test_what_was_chosen_can_be_taken_back_before_it_counts() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    room.choose(1, rests="hand")
    room.choose(1, rests="")
    room.fold_out()
    room.deal()
    assert sorted(room.going.seats) == [1, 2, 3]


@pytest.mark.rule("CASH-2")
def test_whoever_always_posts_need_not_say_so_again() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    room.deal()
    room.choose(4, posts_always=True)
    room.sit_out(4)
    for _ in range(4):
        room.fold_out()
        room.deal()
    room.come_back(4)
    assert room.stay(4).owes
    # Not on the button nor between the blinds.
    for _ in range(3):
        room.fold_out()
        room.deal()
        if 4 in room.going.seats:
            break
    assert 4 in room.going.seats
    assert not room.stay(4).owes
    assert room.stay(4).posts_always
