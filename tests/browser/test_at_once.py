"""At once and anywhere: a guest's first hand."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from players import guests
from players.models import Guest
from tables.cash import at_once
from tables.models import HandPlayer
from tests.browser.conftest import PHONE
from tests.room import RunningRoom


def somebody_waits() -> None:
    """One guest at a play-money table: for a hand it takes two."""
    user = guests.make(of_age=True, known_as=(), now=timezone.now())
    at_once.take_a_seat(user_id=user.pk, key="waits-there", now=timezone.now())


@pytest.mark.rule("FREE-2")
def test_from_the_front_page_to_a_hand_in_one_click(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    somebody_waits()
    page = new_context(viewport=PHONE).new_page()
    page.goto(room.url)
    page.locator("#play-at-once").click()
    expect(page.locator(".mine .hole .card").first).to_be_visible()
    expect(page.locator(".title h1")).to_contain_text("Play money")
    guest = Guest.objects.latest("made_at").user
    assert HandPlayer.objects.filter(user=guest).exists()
