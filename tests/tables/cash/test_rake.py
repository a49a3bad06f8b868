"""What the house takes of a pot (RAKE-1, RAKE-3)."""

import pytest

from tables.live import frames
from tests.tables.cash.setting import cash_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


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
    assert told is not None
    assert told["rake"] == 200 // 16
    assert told["total"] == 200 - told["rake"] == sum(pot["amount"] for pot in told["pots"])
