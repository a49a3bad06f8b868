"""A finished hand at the staff's desk."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Hand
from tests.tables.cash.setting import cash_room
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db


def page_of(client: Client, hand: Hand) -> str:
    answer = client.get(reverse("admin:tables_hand_change", args=[hand.pk]))
    return answer.content.decode()


def test_a_hand_is_told_in_words_not_in_json(
    admin_client: Client, room: Callable[..., Room]
) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    page = page_of(admin_client, hand)
    assert f"Hand 1 · {hand.table}" in page
    assert "No limit hold" in page
    assert "10/20" in page
    assert "button at seat" in page
    assert "big_blind" not in page
    assert "Hand object" not in page


def test_the_stacks_of_a_cash_hand_are_money(admin_client: Client) -> None:
    opened = cash_room(1000, 600)
    opened.deal()
    page = page_of(admin_client, Hand.objects.get())
    assert "€10.00" in page
    assert "€0.05/€0.10" in page
