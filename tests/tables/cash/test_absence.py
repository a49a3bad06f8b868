"""Who sits out at a cash table, for how long, and what becomes of their chips (OUT-2)."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tables.live import dealer
from tables.models import CashGame, CashSession, Deadline
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


def test_with_no_chips_left_one_sits_out_until_more_come() -> None:
    room = cash_room(1000, 1000, 1000)
    room.make_poor(2, left=0)
    room.look()
    assert room.away(2)
    room.top_up(2, 500)
    room.come_back(2)
    room.fold_out()
    room.look()
    room.fold_out()
    room.look()
    assert 2 in room.going.seats
