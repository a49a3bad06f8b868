"""Folding in turn and before it, watching, sitting out (FAST-1, FAST-2)."""

from typing import Any
from unittest.mock import patch

import pytest

from core.refusal import Refusal
from tables.engine.cards import FRENCH
from tables.live import dealer, frames, record
from tables.models import PoolEntry
from tables.refusals import TableCode
from tests.tables.pools.setting import PoolRoom, State, pool_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


def dealt(players: int = 6, **terms: Any) -> tuple[PoolRoom, int]:
    """A pool in which everybody has paid their first big blind, and the table of a hand."""
    room = pool_room(players, **terms)
    PoolEntry.objects.update(owes=False)
    (hand,) = room.deal() or room.deal(3)
    return room, hand.table_id


def person_at(room: PoolRoom, table_id: int, seat: int) -> int:
    user = record.read(table_id).live.dealt[seat]  # type: ignore[index]
    return [one.pk for one in room.people].index(user)


@pytest.mark.rule("FAST-1")
def test_whoever_folds_in_turn_is_free_at_once_and_their_hand_goes_on() -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    room.act(table_id, "fold")
    assert room.state(who) == State.WAITING
    assert room.entry(who).since == room.now
    assert record.read(table_id).live.playing is not None
    room.check()


@pytest.mark.middling
@pytest.mark.rule("FAST-1")
def test_a_fold_is_told_before_the_next_hand_of_whoever_folded_is_dealt(tape: Any) -> None:
    room = pool_room()
    table_id = room.table_of(0).id
    for who in range(6, 11):
        room.join(who)
    tape.read()
    who = room.who_acts(table_id)
    room.act(table_id, "fold")
    there = room.table_of(who).id
    assert there != table_id
    told = [channel for channel, frame in tape.read() if frame["type"] == "update"]
    assert told == [str(table_id), str(there)]


@pytest.mark.middling
@pytest.mark.rule("FAST-1")
def test_a_fold_before_ones_turn_is_seen_by_nobody_until_then(tape: Any) -> None:
    with patch("tables.pools.floor.deal", return_value=[]):
        room = pool_room()
    PoolEntry.objects.update(owes=False)
    (hand,) = room.deal()
    table_id = hand.table_id
    before = record.read(table_id)
    who = person_at(room, table_id, 6)
    tape.read()
    told = frames.table(before)
    room.fold(who)
    assert room.state(who) == State.WAITING
    assert frames.table(record.read(table_id)) == told
    heard = tape.read()
    assert [channel for channel, _ in heard if not channel.startswith("entry:")] == []
    # Seats 4 and 5 act; then it is seat 6's turn, and it folds there.
    room.act(table_id, "call")
    assert 6 in record.read(table_id).live.playing.live  # type: ignore[union-attr]
    room.act(table_id, "call")
    live = record.read(table_id).live
    assert live.playing is not None
    assert (live.turn, 6 in live.playing.live) == (1, False)
    assert [
        event["seat"]
        for _, frame in tape.read()
        if frame["type"] == "update"
        for event in frame["events"]
        if event["e"] == "act"
    ] == [4, 5, 6]
    room.check()


@pytest.mark.rule("FAST-1")
@pytest.mark.parametrize(
    ("seat", "allowed"),
    # The button, the small blind, the big blind, and three others; the raiser sits at 4.
    [(1, True), (2, True), (3, True), (4, False), (5, True), (6, True)],
)
def test_all_who_face_a_raise_may_fold_before_their_turn_and_the_raiser_may_not(
    seat: int, *, allowed: bool
) -> None:
    room, table_id = dealt()
    room.act(table_id, "raise", 60)
    who = person_at(room, table_id, seat)
    if room.who_acts(table_id) == who:
        room.act(table_id, "call")
        room.act(table_id, "raise", 200)
    try_to_fold(room, who, allowed=allowed)


@pytest.mark.rule("FAST-1")
@pytest.mark.parametrize(("seat", "allowed"), [(1, True), (2, True), (3, False), (6, True)])
def test_before_any_raise_only_the_big_blind_has_no_bet_to_face(
    seat: int, *, allowed: bool
) -> None:
    room, table_id = dealt()
    try_to_fold(room, person_at(room, table_id, seat), allowed=allowed)


@pytest.mark.rule("FAST-1")
def test_a_raiser_who_is_raised_may_fold_before_their_turn() -> None:
    room, table_id = dealt()
    first, second = (person_at(room, table_id, seat) for seat in (4, 5))
    room.act(table_id, "raise", 60)
    try_to_fold(room, first, allowed=False)
    room.act(table_id, "raise", 200)
    try_to_fold(room, second, allowed=False)
    try_to_fold(room, first, allowed=True)
    assert room.entry(first).at_stake == 60


@pytest.mark.rule("FAST-1")
def test_after_the_flop_nobody_folds_early_before_a_bet_is_made() -> None:
    room, table_id = dealt(3)
    for _ in range(3):
        room.act(table_id, "call" if _ < 2 else "check")
    # The flop: seat 2 acts first; all have a big blind in the pot.
    for seat in (1, 3):
        try_to_fold(room, person_at(room, table_id, seat), allowed=False)
    room.act(table_id, "bet", 20)
    try_to_fold(room, person_at(room, table_id, 2), allowed=False)
    who = person_at(room, table_id, 1)
    try_to_fold(room, who, allowed=True)
    assert (room.entry(who).at_stake, room.entry(who).free) == (10, 990)


def try_to_fold(room: PoolRoom, who: int, *, allowed: bool) -> None:
    """Fold before one's turn, and see it done or refused by name."""
    if allowed:
        room.fold(who)
        assert room.state(who) == State.WAITING
    else:
        with pytest.raises(Refusal) as refused:
            room.fold(who)
        assert refused.value.code == TableCode.CANNOT_FOLD_NOW
        assert room.state(who) == State.PLAYING


@pytest.mark.rule("FAST-1")
def test_whoever_is_all_in_does_not_fold() -> None:
    room, table_id = dealt(3)
    who = room.who_acts(table_id)
    room.act(table_id, "all_in")
    with pytest.raises(Refusal) as refused:
        room.fold(who)
    assert refused.value.code == TableCode.CANNOT_FOLD_NOW


@pytest.mark.rule("FAST-1")
def test_a_hand_left_early_is_lost_when_everybody_else_folds_too() -> None:
    room, table_id = dealt(3)
    for kind in ("call", "call", "check"):
        room.act(table_id, kind)
    room.act(table_id, "bet", 20)
    gone = person_at(room, table_id, 1)
    room.fold(gone)
    room.act(table_id, "fold")
    # Seat 1's turn has come, and its fold with it: the bettor has the pot.
    entry = room.entry(gone)
    assert (entry.held, entry.at_stake) == (990, 0)
    assert room.entry(person_at(room, table_id, 2)).held == 1019


def test_a_fold_again_and_a_fold_of_another_hand_fold_nothing_more() -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    hand_id = record.read(table_id).live.hand_id
    room.fold(who)
    room.fold(who, hand_id=hand_id)
    other = room.who_acts(table_id)
    with pytest.raises(Refusal) as refused:
        room.fold(other, hand_id=hand_id + 1)  # type: ignore[operator]
    assert refused.value.code == TableCode.STALE_VERSION


@pytest.mark.middling
@pytest.mark.rule("FAST-1")
def test_six_who_fold_meet_in_a_new_hand_while_the_old_ones_go_on() -> None:
    room = pool_room(12)
    PoolEntry.objects.update(owes=False)
    first, second = room.deal()
    folded = [
        person_at(room, hand.table_id, seat) for hand in (first, second) for seat in (4, 5, 6)
    ]
    for who in folded:
        room.fold(who)
    (third,) = room.deal()
    assert {player.user_id for player in third.players.all()} == {
        room.people[who].pk for who in folded
    }
    for hand in (first, second):
        assert record.read(hand.table_id).live.playing is not None
    # In the old hands they are still to act for everybody else.
    assert all(len(record.read(hand.table_id).live.seats) == 6 for hand in (first, second))


@pytest.mark.middling
@pytest.mark.rule("FAST-2")
def test_whoever_views_a_fold_stays_until_a_new_hand_is_asked_for() -> None:
    room, table_id = dealt()
    who = person_at(room, table_id, 5)
    room.fold(who, view=True)
    assert room.state(who) == State.WATCHING
    room.check_down(table_id)
    assert room.deal(60) != []
    assert room.state(who) == State.WATCHING
    room.new_hand(who)
    assert room.state(who) == State.WAITING
    room.new_hand(who)
    assert room.state(who) == State.WAITING
    assert not room.entry(who).views


def test_a_fold_that_ends_the_hand_leaves_nothing_to_view() -> None:
    room, table_id = dealt(2)
    who = room.who_acts(table_id)
    room.fold(who, view=True)
    assert room.state(who) == State.WAITING


@pytest.mark.rule("OUT-2")
def test_sitting_out_takes_effect_after_the_hand_and_ends_on_request() -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    room.sit_out(who)
    assert room.state(who) == State.PLAYING
    room.act(table_id, "fold")
    assert room.state(who) == State.OUT
    room.come_back(who)
    assert room.state(who) == State.WAITING
    room.sit_out(who)
    assert room.state(who) == State.OUT


def test_whoever_lets_the_time_run_out_sits_out_after_the_hand() -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    assert dealer.time_out(table_id=table_id, now=room.later(21))
    assert room.state(who) == State.OUT
    room.check()


@pytest.mark.rule("CASH-4")
def test_whoever_cannot_post_a_big_blind_is_sat_out_and_needs_chips_to_come_back() -> None:
    hole = ["As", "2c", "Ad", "7d"]
    # The board gives one of the two a full house.
    deck = [*hole, *(card for card in FRENCH if card not in hole)]
    with patch("tables.live.shuffle.shuffled", return_value=deck):
        room, table_id = dealt(2, least_buy_in=30)
    room.act(table_id, "all_in")
    room.act(table_id, "call")
    loser = 0 if room.state(0) == State.OUT else 1
    with pytest.raises(Refusal) as refused:
        room.come_back(loser)
    assert refused.value.code == TableCode.TOO_FEW_CHIPS
    room.top_up(loser, 500)
    room.come_back(loser)
    assert room.state(loser) == State.WAITING
