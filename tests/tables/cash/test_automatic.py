"""Chips that come by themselves, and how long a seat is kept."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from payouts.bookkeeping import accounts, ledger
from payouts.models import Transfer
from tables import engine
from tables.live import frames
from tables.models import CashStay, StayMoment
from tests.tables.cash.setting import WALLET, CashRoom, cash_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]

Kind = StayMoment.Kind


def moments(room: CashRoom, who: int) -> list[tuple[str, int]]:
    found = StayMoment.objects.filter(stay__user=room.people[who])
    return list(found.values_list("kind", "cents"))


def impoverish(room: CashRoom, who: int, *, left: int) -> None:
    """Nearly all of a player's money is spent elsewhere."""
    wallet = accounts.player(room.people[who].pk)
    spent = ledger.Leg(
        wallet, accounts.OUTSIDE, room.wallet(who) - left, Transfer.Reason.WITHDRAWAL
    )
    ledger.post([spent], key=f"spent:{who}", now=room.now)


@pytest.mark.rule("CASH-1", "CHIP-1")
def test_who_wishes_it_holds_the_most_whenever_a_hand_begins() -> None:
    room = cash_room(500, 500, 500)
    room.choose(1, tops_up=True)
    room.deal()
    assert room.going.start_stacks == {1: 1000, 2: 500, 3: 500}
    assert moments(room, 1) == [(Kind.AUTO_TOP_UP, 500)]
    room.fold_out()
    below = 1000 - room.stack(1)
    room.deal()
    assert room.going.start_stacks[1] == max(1000, 1000 - below)
    assert room.stay(1).top_up is None


@pytest.mark.rule("CASH-1")
def test_chips_come_as_far_as_session_and_wallet_allow() -> None:
    room = cash_room(600_00, 600_00, small_blind=500, big_blind=1000, straddle=False)
    room.choose(1, tops_up=True)
    room.choose(2, tops_up=True)
    impoverish(room, 2, left=150_00)
    room.deal()
    assert room.going.start_stacks == {1: 1_000_00, 2: 750_00}
    assert room.wallet(2) == 0
    room.fold_out()
    # Whoever has brought the most there may be gets no more, however little lies there.
    for _ in range(3):
        room.deal()
        room.fold_out()
    brought = CashStay.objects.get(user=room.people[1]).brought
    assert brought == 1_000_00


@pytest.mark.rule("CASH-1")
def test_who_came_back_with_more_than_the_most_is_not_topped_up() -> None:
    room = cash_room(1000, 1000)
    winner = 3 - lose_all(room)
    took = room.stack(winner)
    room.leave(winner)
    room.later(60)
    room.sit(winner, took, key="again")
    room.choose(winner, tops_up=True)
    room.look()
    assert [kind for kind, _ in moments(room, winner)] == []


@pytest.mark.rule("CASH-1")
def test_who_wishes_it_buys_in_again_with_what_they_began_with() -> None:
    room = cash_room(600, 600)
    loser, began = lose_all(room), 600
    room.choose(loser, rebuys=True)
    room.deal()
    assert room.going.start_stacks[loser] == began
    assert moments(room, loser)[-1] == (Kind.REBUY, began)
    assert CashStay.objects.get(user=room.people[loser]).brought == 2 * began


@pytest.mark.rule("CASH-1", "OUT-2")
def test_who_cannot_buy_in_again_for_the_least_sits_out() -> None:
    room = cash_room(1000, 1000)
    loser = lose_all(room)
    room.choose(loser, rebuys=True)
    impoverish(room, loser, left=299)
    assert room.look() is None
    assert room.away(loser)
    assert room.wallet(loser) == 299


@pytest.mark.rule("CASH-4", "OUT-2")
@pytest.mark.parametrize("hands", range(3))
def test_who_hoped_for_chips_that_never_came_is_dealt_in_nowhere(hands: int) -> None:
    room = cash_room(1000, 1000, 1000)
    for _ in range(hands + 1):
        room.deal()
        room.fold_out()
    room.make_poor(1, left=0)
    room.choose(1, rebuys=True)
    impoverish(room, 1, left=0)
    assert set(room.deal().seats) == {2, 3}
    assert room.away(1)


def lose_all(room: CashRoom) -> int:
    """Somebody loses the last chip; who. The few that a split pot may leave are lost, too."""
    while all(room.stack(who) >= room.game.big_blind for who in (1, 2)):
        room.deal()
        while room.hand is not None:
            room.act("all_in" if engine.legal_actions(room.hand).all_in is not None else "call")
    loser = min((1, 2), key=room.stack)
    if room.stack(loser):
        room.make_poor(loser, left=0)
    return loser


@pytest.mark.rule("CASH-1", "OUT-2")
@pytest.mark.parametrize("how", ["away", "leaving"])
def test_nothing_comes_to_who_sits_out_or_leaves(how: str) -> None:
    room = cash_room(500, 500, 500)
    room.choose(1, tops_up=True)
    if how == "away":
        room.sit_out(1)
        room.look()
    else:
        room.leave(1)
        room.look()
        assert room.wallet(1) == WALLET
    assert Kind.AUTO_TOP_UP not in dict(moments(room, 1))


def test_only_the_player_hears_what_they_have_chosen() -> None:
    room = cash_room(500, 500)
    room.choose(1, tops_up=True, rebuys=True)
    stay = frames.you(room.table, room.people[1].pk)["stay"]
    assert stay is not None
    assert (stay["tops_up"], stay["rebuys"], stay["rebuy"]) == (True, True, 500)
    assert "tops_up" not in str(frames.table(room.table))


def told(room: CashRoom, no: int) -> Any:
    return next(seat for seat in frames.table(room.table)["seats"] if seat["seat"] == no)


@pytest.mark.rule("OUT-2")
def test_everybody_sees_until_when_a_seat_is_kept() -> None:
    room = cash_room(1000, 1000, 1000, sit_out=7)
    room.sit_out(2)
    assert "out_until" not in told(room, 2)
    room.look()
    assert datetime.fromisoformat(told(room, 2)["out_until"]) == room.now + timedelta(minutes=7)
    assert "out_until" not in told(room, 1)
    room.come_back(2)
    assert "out_until" not in told(room, 2)


@pytest.mark.rule("OUT-2")
def test_where_hands_count_everybody_sees_how_many_are_left() -> None:
    room = cash_room(1000, 1000, 1000, sit_out=5, sit_out_unit="hands")
    room.sit_out(2)
    left = []
    for _ in range(4):
        room.deal()
        left.append(told(room, 2)["out_hands"])
        room.fold_out()
    assert left == [4, 3, 2, 1]
