"""Blinds at cash tables: what coming in costs, who posts what, who cannot (CASH-2 to CASH-4)."""

import pytest

from core.refusal import Refusal
from tables.models import CashGame
from tables.refusals import TableCode
from tables.storage import packed_events
from tests.tables.cash.setting import CashRoom, cash_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


def positions(room: CashRoom) -> tuple[int, int, int]:
    spot = room.going.positions
    return spot.button, spot.small_blind, spot.big_blind


def posts(room: CashRoom) -> list[tuple[str, int, int]]:
    """What was posted in the latest hand: kind, seat, cents."""
    events = packed_events.of_hand(room.table.live.hand_id or 0)
    return [(row["kind"], row["seat"], row["amount"]) for row in events if row["e"] == "blind"]


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


@pytest.mark.rule("CASH-2")
def test_the_first_hand_costs_nobody_an_entrance() -> None:
    room = cash_room(1000, 1000, 1000)
    room.deal()
    assert [kind for kind, *_ in posts(room)] == ["small", "big"]
    assert len(room.going.seats) == 3


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.middling
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


@pytest.mark.middling
@pytest.mark.rule("CASH-3", "MIX-1")
def test_in_mixed_holdem_one_straddles_in_the_orbits_of_no_limit_alone() -> None:
    room = cash_room(1000, 1000, 1000, game="mixed_holdem")
    for who in (1, 2, 3):
        room.choose(who, straddles=True)
    straddled: dict[str, set[bool]] = {}
    for _ in range(9):
        room.deal()
        kinds = [kind for kind, *_ in posts(room)]
        straddled.setdefault(room.going.game.code, set()).add("straddle" in kinds)
        room.fold_out()
    assert straddled == {"flhe": {False}, "nlhe": {True}}


@pytest.mark.slow
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
    assert refusal.value.code == TableCode.NO_STRADDLE
    room.sit(3, posts=True)
    for _ in range(4):
        room.fold_out()
        room.deal()
        assert "straddle" not in [kind for kind, *_ in posts(room)]


@pytest.mark.slow
@pytest.mark.rule("CASH-4")
def test_who_cannot_post_the_big_blind_is_sat_out() -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.fold_out()
    room.make_poor(4, left=9)
    room.deal()
    assert 4 not in room.going.seats
    assert room.away(4)
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
    room.make_poor(4, left=14)
    room.look()
    room.fold_out()
    room.look()
    assert 4 not in room.going.seats
    assert room.away(4)


@pytest.mark.slow
@pytest.mark.rule("CASH-2")
def test_a_dead_debt_is_kept_on_a_second_miss() -> None:
    """Who owes both blinds and lets the big one pass again does not owe less."""
    room = cash_room(1000, 1000, 1000, 1000)
    begin(room)
    room.sit_out(4)
    room.fold_out()
    for _ in range(4):
        room.deal()
        assert (room.stay(4).owes, room.stay(4).dead) == (True, True)
        room.fold_out()


@pytest.mark.slow
@pytest.mark.rule("CASH-2")
def test_a_newcomer_who_lets_the_blinds_pass_owes_the_big_one_only() -> None:
    room = cash_room(1000, 1000, 1000)
    begin(room)
    room.sit(5)
    room.sit_out(5)
    for _ in range(4):
        room.fold_out()
        room.deal()
        assert (room.stay(5).owes, room.stay(5).dead) == (True, False)
