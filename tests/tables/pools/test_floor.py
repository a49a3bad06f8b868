"""Who is dealt in with whom, and when (FAST-1, FAST-3, FAST-4)."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest

from tables.live import record
from tables.models import Hand, PoolEntry, PoolTable, Table
from tables.pools import floor
from tests.tables.pools.setting import PoolRoom, State, pool_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


@pytest.mark.rule("FAST-3")
def test_six_who_are_free_are_dealt_in_at_once_those_who_waited_longest_first() -> None:
    room = pool_room(0)
    for who in (3, 1, 5, 7, 0, 2, 4):
        room.later(0.1)
        room.join(who)
    (hand,) = room.deal()
    assert {player.user_id for player in hand.players.all()} == {
        room.people[who].pk for who in (3, 1, 5, 7, 0, 2)
    }
    assert room.state(4) == State.WAITING
    assert room.deal() == []


@pytest.mark.rule("FAST-3")
@pytest.mark.parametrize("count", [2, 5])
def test_two_to_five_begin_when_the_first_of_them_has_waited(count: int) -> None:
    room = pool_room(count, wait_seconds=3)
    assert room.deal(2.9) == []
    (hand,) = room.deal(0.1)
    assert hand.players.count() == count


def test_nobody_plays_alone() -> None:
    room = pool_room(1)
    assert room.deal(3600) == []


@pytest.mark.rule("FAST-3")
def test_new_entries_post_and_pay_once() -> None:
    room = pool_room(6)
    room.deal()
    hand = room.table_of(0).live.playing
    assert hand is not None
    # The small blind goes on owing; the big blind has paid, and the others have posted theirs.
    assert sorted(hand.paid.values()) == [5, 10, 10, 10, 10, 10]
    assert PoolEntry.objects.filter(owes=True).count() == 1
    assert set(PoolEntry.objects.values_list("hands", flat=True)) == {1}


@pytest.mark.rule("FAST-4")
def test_two_entries_of_a_player_are_never_at_one_table() -> None:
    room = pool_room(0)
    for who in range(5):
        room.join(who)
        room.join(who)
    assert room.deal() == []
    room.join(5)
    (hand,) = room.deal()
    assert hand.players.count() == 6


@pytest.mark.middling
@pytest.mark.rule("FAST-4")
def test_nobody_meets_at_one_entry_who_sits_in_a_hand_of_the_other() -> None:
    room = pool_room(0)
    for who in range(5):
        room.join(who)
        room.join(who)
    room.join(5)
    (hand,) = room.deal()
    # Five second entries wait, whose players all sit in one hand; the longest waiting one plays.
    room.join(6)
    room.join(7)
    (other,) = room.deal(3)
    assert {one.user_id for one in other.players.all()} == {
        room.people[who].pk for who in (0, 6, 7)
    }
    assert room.deal(60) == []
    # That hand over, its players may meet, and those of the second one as well.
    room.check_down(hand.table_id)
    assert room.deal(60) != []


def two_entries_and_a_hand() -> tuple[PoolRoom, Hand]:
    """Person 0 is the big blind in a hand of six, and waits with a second entry; 5 is to act, and
    4, 3, 2 and 1 come after 5."""
    with patch("tables.pools.floor.deal", return_value=[]):
        room = pool_room(6)
    PoolEntry.objects.update(owes=False)
    (hand,) = room.deal()
    room.join(0)
    return room, hand


@pytest.mark.rule("FAST-4")
@pytest.mark.parametrize("path", ["in turn", "early", "leaves and returns"])
def test_an_opponent_who_folds_does_not_come_to_the_other_entry(path: str) -> None:
    """The turn of the hand stalls: its table shows the opponent as live for as long."""
    room, _hand = two_entries_and_a_hand()
    room.later(1)
    who = 5 if path == "in turn" else 3
    room.fold(who)
    if path == "leaves and returns":
        room.leave(who)
        room.join(who)
    assert room.state(who) == State.WAITING
    assert room.deal(60) == []
    # With others the longest waiting of the two plays, and the other one in the next hand.
    room.join(6)
    (first,) = room.deal(60)
    assert users(first) == {room.people[one].pk for one in (0, 6)}
    room.join(7)
    (second,) = room.deal(60)
    assert users(second) == {room.people[one].pk for one in (who, 7)}


@pytest.mark.middling
@pytest.mark.rule("FAST-4")
def test_those_further_along_the_queue_take_the_place_of_one_who_must_not_be_met() -> None:
    room, _hand = two_entries_and_a_hand()
    room.fold(3)
    with patch("tables.pools.floor.deal", return_value=[]):
        for who in range(6, 14):
            room.join(who)
    (first,) = room.deal()
    assert users(first) == {room.people[who].pk for who in (3, 6, 7, 8, 9, 10)}


@pytest.mark.rule("FAST-4")
def test_two_who_may_not_meet_by_the_time_that_they_are_held_are_not_dealt_in() -> None:
    room, _hand = two_entries_and_a_hand()
    room.fold(3)
    mine, other = PoolEntry.objects.filter(state=State.WAITING).order_by("pk")
    wanted = floor.Wanted(2, [mine.pk, other.pk])
    assert floor._deal(room.pool.pk, wanted, now=room.later(60)) is None


@pytest.mark.rule("FAST-2", "FAST-4")
def test_a_player_who_watches_a_folded_hand_meets_none_of_it_at_the_other_entry() -> None:
    room, hand = two_entries_and_a_hand()
    room.act(hand.table_id, "raise", 60)
    room.fold(0, view=True)
    room.fold(3)
    assert (room.state(0), room.state(3)) == (State.WATCHING, State.WAITING)
    assert room.deal(60) == []
    # On to a new hand: no entry of the player sees the old one any more.
    room.new_hand(0)
    (other,) = room.deal(60)
    assert users(other) == {room.people[who].pk for who in (0, 3)}


@pytest.mark.rule("FAST-4")
def test_a_player_who_leaves_and_must_stay_to_the_turn_still_sits_in_the_hand() -> None:
    room, _hand = two_entries_and_a_hand()
    room.fold(3)
    room.leave(0)
    assert room.state(0) == State.PLAYING
    assert room.deal(60) == []


def users(hand: Hand) -> set[int]:
    return set(hand.players.values_list("user_id", flat=True))


@pytest.mark.middling
def test_tables_are_dealt_at_again_once_their_result_was_seen(settings: Any) -> None:
    settings.RESULT_SECONDS = 4
    room = pool_room(6)
    (hand,) = room.deal()
    room.check_down(hand.table_id)
    assert room.deal(3.9) == []
    (again,) = room.deal(0.1)
    assert again.table_id == hand.table_id
    assert (Table.objects.count(), Hand.objects.count()) == (1, 2)


@pytest.mark.middling
@pytest.mark.rule("SHOW-2")
def test_who_saw_an_all_in_to_its_end_sees_its_cards_before_the_next_hand(settings: Any) -> None:
    settings.RESULT_SECONDS = 4
    room = pool_room(6)
    (hand,) = room.deal()
    room.act(hand.table_id, "all_in")
    room.act(hand.table_id, "call")
    while record.read(hand.table_id).live.playing is not None:
        room.act(hand.table_id, "fold")
    seen = room.now + timedelta(seconds=3 * 1.5 + 4)
    assert PoolTable.objects.get(table=hand.table_id).free_from == seen
    free = PoolEntry.objects.values_list("since", flat=True)
    assert max(free) == seen


@pytest.mark.middling
def test_a_table_that_somebody_watches_is_left_to_them(settings: Any) -> None:
    settings.RESULT_SECONDS = 0
    room = pool_room(12)
    first, second = room.deal()
    who = room.who_acts(first.table_id)
    room.fold(who, view=True)
    room.check_down(first.table_id)
    assert room.state(who) == State.WATCHING
    assert PoolTable.objects.get(table=first.table_id).free_from is None
    room.join(12)
    (third,) = room.deal()
    assert third.table_id not in (first.table_id, second.table_id)
    room.new_hand(who)
    assert PoolTable.objects.get(table=first.table_id).free_from is not None


def test_the_sweep_finds_what_nobody_has_dealt() -> None:
    room = pool_room(6)
    assert room.sweep() == 1
    assert room.sweep() == 0


def test_nobody_is_dealt_in_once_the_pool_is_not_offered() -> None:
    room = pool_room(6)
    type(room.pool).objects.update(offered=False)
    assert room.deal(10) == []
    room.sweep()
    assert room.escrow == 0
    assert {room.state(who) for who in range(6)} == {State.GONE}
