"""The receipt of each stay at a cash table (INFO-3)."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from core.refusal import Refusal
from core.types import Cents
from payouts import receipts as genuine
from players.models import User
from tables.cash import cashier, croupier, receipts
from tables.cash.books import CashTable
from tables.history.stays import Absence, StayReceipt
from tables.models import HandPlayer, StayMoment
from tests.tables.cash.setting import CashRoom, cash_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


def receipt_of(room: CashRoom, who: int) -> StayReceipt:
    return receipts.of_stays(receipts.of_player(room.people[who].pk))[0]


def an_evening() -> CashRoom:
    """Three sit down; the first tops up, sits out for six minutes, and leaves after two hands."""
    room = cash_room(500, 1000, 1000)
    room.top_up(1, 200)
    room.deal()
    room.act("raise", 100)
    room.act("call")
    room.act("fold")
    room.check_down()
    room.sit_out(1)
    room.later(360)
    room.come_back(1)
    room.deal()
    room.fold_out()
    room.leave(1)
    return room


@pytest.mark.rule("INFO-3")
def test_a_receipt_says_what_came_when_and_what_was_taken() -> None:
    room = an_evening()
    receipt = receipt_of(room, 1)
    assert receipt.number == f"C{receipt.stay.pk:07}"
    assert (receipt.sat_in_with, receipt.topped_up, receipt.stay.brought) == (500, 200, 700)
    assert receipt.hands == 2
    assert receipt.result == room.wallet(1) - 2_000_00
    (absence,) = receipt.absences
    assert absence.minutes == 6
    assert receipt_of(room, 2).absences == []


@pytest.mark.rule("INFO-3", "RAKE-1")
def test_the_rake_of_a_hand_is_borne_in_proportion_to_what_each_put_in() -> None:
    room = an_evening()
    borne = [receipt_of(room, who).rake for who in (1, 2, 3)]
    assert sum(borne) == room.rake > 0
    # Two put in 1.00 each, the third at most the big blind.
    first = HandPlayer.objects.filter(hand__number=1).values_list("rake", flat=True)
    least, *others = sorted(rake or 0 for rake in first)
    assert least <= 1
    assert abs(others[0] - others[1]) <= 1
    assert list(CashTable(room.table_id).wrong_records()) == []


@pytest.mark.rule("INFO-3", "SHOW-2")
def test_a_receipt_tells_the_end_of_an_all_in_with_its_last_card(time_machine: Any) -> None:
    room = cash_room(500, 500)
    with override_settings(RESULT_SECONDS=4):
        room.deal()
        room.act("all_in")
        room.act("call")
    for seconds, hands in ((4.4, 0), (0.1, 1)):
        time_machine.move_to(room.later(seconds), tick=False)
        found = [receipt_of(room, who) for who in (1, 2)]
        assert [receipt.hands for receipt in found] == [hands, hands]
        assert ([receipt.holds for receipt in found] == [500, 500]) != hands
        assert bool(sum(receipt.rake for receipt in found)) == hands


@pytest.mark.rule("INFO-3", "SHOW-2")
def test_an_all_in_at_one_table_says_nothing_of_the_player_s_other_table(time_machine: Any) -> None:
    room = cash_room(500, 500)
    other = croupier.open_table(room.game, 2, now=room.now)
    with override_settings(RESULT_SECONDS=4):
        room.deal()
        room.act("all_in")
        room.act("call")
    one = room.people[1].pk
    cashier.sit_down(table_id=other.pk, user_id=one, amount=Cents(800), key="other", now=room.now)
    time_machine.move_to(room.now, tick=False)
    found = receipts.of_stays(receipts.of_player(one))
    assert {row.stay.table_id: row.holds for row in found} == {room.table_id: 500, other.pk: 800}


@pytest.mark.rule("INFO-3")
def test_while_a_stay_lasts_its_receipt_counts_what_lies_before_the_player() -> None:
    room = cash_room(500, 500)
    room.sit_out(1)
    receipt = receipt_of(room, 1)
    assert not receipt.over
    assert (receipt.holds, receipt.result) == (500, 0)
    assert receipt.absences[0].until is None


@pytest.mark.rule("INFO-3", "OUT-2")
def test_an_absence_ends_with_the_stay_at_the_latest() -> None:
    room = cash_room(500, 500)
    room.sit_out(1)
    room.look(1)
    room.look(601)
    receipt = receipt_of(room, 1)
    assert receipt.stay.closed_at is not None
    assert receipt.absences == [Absence(receipt.absences[0].since, receipt.stay.closed_at)]


@pytest.mark.rule("INFO-3", "CASH-1")
def test_what_one_brings_back_is_told_as_such() -> None:
    room = an_evening()
    took = receipt_of(room, 1).stay.took
    assert took is not None
    room.now += timedelta(minutes=1)
    room.sit(1, took, key="again")
    receipt = receipt_of(room, 1)
    assert receipt.stay.brought_back == took == receipt.sat_in_with
    assert (receipt.hands, receipt.rake) == (0, 0)


@pytest.mark.middling
@pytest.mark.rule("INFO-3")
def test_players_read_their_own_receipts_and_nobody_elses(client: Client) -> None:
    room = an_evening()
    assert client.get(reverse("my_cash")).status_code == 302
    mine = receipt_of(room, 1)
    client.force_login(room.people[1])
    page = client.get(reverse("my_cash")).content.decode()
    assert mine.number in page
    assert receipt_of(room, 2).number not in page
    page = client.get(reverse("cash_receipt", args=[mine.stay.pk])).content.decode()
    for words in ("Bought in with", "Top-up", "€7.00", "6 minutes", "Rake you paid"):
        assert words in page
    told = json.loads(client.get(reverse("api_cash_stay", args=[mine.stay.pk])).content)
    assert told["sat_in_with"] == 500
    assert [top_up["cents"] for top_up in told["top_ups"]] == [200]
    listed = json.loads(client.get(reverse("api_cash_stays")).content)
    assert listed["results"] == [told]
    client.force_login(room.people[2])
    for name in ("cash_receipt", "api_cash_stay"):
        assert client.get(reverse(name, args=[mine.stay.pk])).status_code == 404


def test_a_player_without_stays_is_shown_the_way(client: Client) -> None:
    room = cash_room()
    client.force_login(room.people[0])
    assert "No cash sessions yet" in client.get(reverse("my_cash")).content.decode()


@pytest.mark.middling
def test_staff_see_what_happened_in_a_stay() -> None:
    room = an_evening()
    desk = Client()
    desk.force_login(User.objects.create_superuser("chief"))
    session = receipt_of(room, 1).stay
    page = desk.get(f"/admin/tables/cashstay/{session.pk}/change/").content.decode()
    assert session.receipt in page
    assert str(StayMoment.Kind.CAME_BACK.label) in page


@pytest.mark.middling
@pytest.mark.rule("INFO-3")
def test_many_receipts_take_no_more_queries_than_one(
    django_assert_num_queries: Any,
) -> None:
    room = an_evening()
    for number in range(3):
        room.sit(1, receipt_of(room, 1).stay.took or 500, key=f"again{number}")
        room.leave(1)
    with django_assert_num_queries(6):
        assert len(receipts.of_stays(receipts.of_player(room.people[1].pk))) == 4


@pytest.mark.rule("INFO-3")
def test_whoever_holds_a_receipt_can_check_it() -> None:
    receipt = receipt_of(an_evening(), 1)
    found = genuine.check(number=receipt.number, code=receipt.code)
    assert (found.paid, found.back) == (receipt.stay.brought, receipt.stay.took)
    with pytest.raises(Refusal):
        genuine.check(number="C0000999", code=genuine.code("C0000999"))
