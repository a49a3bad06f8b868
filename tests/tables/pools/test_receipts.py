"""The receipt of each stay in a pool (INFO-3)."""

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from payouts import receipts as genuine
from tables.pools import receipts
from tests.tables.pools.setting import WALLET, PoolRoom, pool_room

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-3")]


def of(room: PoolRoom, who: int) -> list[receipts.Receipt]:
    entries = receipts.of_player(UserId(room.people[who].pk))
    return [receipts.Receipt(entry) for entry in entries]


def an_evening() -> PoolRoom:
    room = pool_room()
    (hand,) = room.deal()
    room.check_down(hand.table_id)
    for who in range(6):
        room.leave(who)
    room.check()
    return room


def test_receipts_are_what_the_wallets_say() -> None:
    room = an_evening()
    for who in range(6):
        (receipt,) = of(room, who)
        assert receipt.over
        assert WALLET + receipt.result == room.wallet(who)
    assert {receipt.entry.hands for who in range(6) for receipt in of(room, who)} == {1}


def test_whoever_holds_one_can_check_it_and_the_pages_are_for_their_player(
    client: Client,
) -> None:
    room = an_evening()
    (receipt,) = of(room, 0)
    found = genuine.check(number=receipt.number, code=receipt.code)
    assert (found.paid, found.back) == (receipt.entry.brought, receipt.entry.took)
    client.force_login(room.people[0])
    assert receipt.code in client.get(reverse("my_pools")).content.decode()
    (told,) = client.get(reverse("api_pool_stays")).json()
    assert (told["number"], told["result"]) == (receipt.number, receipt.result)
    client.force_login(room.people[7])
    assert receipt.number not in client.get(reverse("my_pools")).content.decode()
    assert client.get(reverse("api_pool_stays")).json() == []
