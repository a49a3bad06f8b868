"""The receipt of each stay in a pool (INFO-3)."""

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from payouts import receipts as genuine
from payouts.bookkeeping import accounts, ledger
from tables.history.stays import StayReceipt
from tables.models import HandPlayer
from tables.pools import receipts
from tests.tables.pools.setting import WALLET, PoolRoom, pool_room

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-3")]


def of(room: PoolRoom, who: int) -> list[StayReceipt]:
    return receipts.of_stays(receipts.of_player(UserId(room.people[who].pk)))


def an_evening() -> PoolRoom:
    """Six play a hand; the first has topped up, and sits out for six minutes before leaving."""
    room = pool_room(0)
    room.join(0, 400)
    room.top_up(0, 600)
    for who in range(1, 6):
        room.join(who)
    (hand,) = room.deal()
    room.check_down(hand.table_id)
    room.sit_out(0)
    room.later(360)
    room.come_back(0)
    for who in range(6):
        room.leave(who)
    room.check()
    return room


@pytest.mark.middling
def test_receipts_are_what_the_wallets_say() -> None:
    room = an_evening()
    for who in range(6):
        (receipt,) = of(room, who)
        assert receipt.over
        assert WALLET + receipt.result == room.wallet(who)
        assert receipt.hands == 1


@pytest.mark.middling
def test_a_receipt_says_what_came_when_and_the_times_that_one_sat_out() -> None:
    room = an_evening()
    (receipt,) = of(room, 0)
    assert (receipt.sat_in_with, receipt.topped_up, receipt.stay.brought) == (400, 600, 1000)
    assert [absence.minutes for absence in receipt.absences] == [6]
    (other,) = of(room, 1)
    assert (other.top_ups, other.absences) == ([], [])


@pytest.mark.middling
@pytest.mark.rule("RAKE-1")
def test_the_rake_that_entries_bear_is_what_the_house_took_of_their_hands() -> None:
    room = an_evening()
    borne = [of(room, who)[0].rake for who in range(6)]
    assert sum(borne) == ledger.balance(accounts.RAKE) > 0
    hands = HandPlayer.objects.order_by("user")
    assert borne == list(hands.values_list("rake", flat=True))


@pytest.mark.middling
def test_whoever_folds_and_goes_on_bears_their_part_when_the_hand_ends() -> None:
    room = pool_room()
    (hand,) = room.deal()
    for _ in range(6):
        room.check_or_call(hand.table_id)
    gone = room.who_acts(hand.table_id)
    room.fold(gone)
    assert of(room, gone)[0].rake == 0
    room.check_down(hand.table_id)
    assert of(room, gone)[0].rake == HandPlayer.objects.get(user=room.people[gone]).rake
    room.check()


@pytest.mark.middling
def test_whoever_holds_one_can_check_it_and_the_pages_are_for_their_player(
    client: Client,
) -> None:
    room = an_evening()
    (receipt,) = of(room, 0)
    found = genuine.check(number=receipt.number, code=receipt.code)
    assert (found.paid, found.back) == (receipt.stay.brought, receipt.stay.took)
    client.force_login(room.people[0])
    assert receipt.number in client.get(reverse("my_pools")).content.decode()
    page = client.get(receipt.url).content.decode()
    for words in (receipt.code, "€4.00", "Top-up", "€6.00", "6 minutes"):
        assert words in page
    (told,) = client.get(reverse("api_pool_stays")).json()["results"]
    assert (told["number"], told["result"]) == (receipt.number, receipt.result)
    assert [each["cents"] for each in told["top_ups"]] == [600]
    client.force_login(room.people[7])
    assert receipt.number not in client.get(reverse("my_pools")).content.decode()
    assert client.get(receipt.url).status_code == 404
    assert client.get(reverse("api_pool_stays")).json()["results"] == []
