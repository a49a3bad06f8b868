"""What the house takes of a pot (RAKE-1, RAKE-3)."""

import pytest
from django.test import Client
from django.urls import reverse

from tables.engine import rake
from tables.history import hand_decisions
from tables.live import frames
from tables.models import Hand
from tables.storage import packed_events
from tests.tables.cash.setting import cash_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


@pytest.mark.slow
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


@pytest.mark.rule("RAKE-1", "INFO-1")
def test_a_finished_hand_shows_what_its_rake_was_reckoned_from(client: Client) -> None:
    room = cash_room(200_00, 200_00, 200_00, small_blind=100, big_blind=200)
    room.deal()
    room.act("raise", 10_00)
    room.act("fold")
    room.act("call")
    room.check_down()
    room.deal()
    room.act("fold")
    room.act("fold")
    played, folded = Hand.objects.order_by("pk")
    taken = []
    for hand in (played, folded):
        (told,) = hand_decisions.of_hand(hand, packed_events.of_hand(hand.pk))
        inputs = told.inputs
        again = rake.rake(
            pot=inputs["pot"],
            big_blind=inputs["big_blind"],
            dealt_in=inputs["dealt_in"],
            flop_seen=inputs["flop_seen"],
        )
        assert again == inputs["rake"]
        assert told.rule == "RAKE-1"
        taken.append(again)
    assert sum(taken) == room.rake > 0
    assert taken[1] == 0
    client.force_login(played.players.select_related("user").earliest("seat_no").user)
    page = client.get(reverse("hand", args=[played.pk])).content.decode()
    assert reverse("rule", args=["RAKE-1"]) in page
    answer = client.get(reverse("api_hand", args=[played.pk])).json()
    assert [decision["rule"] for decision in answer["why"]] == ["RAKE-1"]
