"""An event with real cards says so, wherever somebody might sign up for it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import events, live_events

LIVE = "With real cards, at the tables of the room."


@pytest.mark.django_db
@pytest.mark.rule("LIVE-1")
def test_a_live_event_says_that_it_is_and_has_no_time_to_act() -> None:
    live, online = live_events.live(), events.scheduled(name="Online")
    pages = [
        Client().get(reverse("tournament", args=[event.pk])).content.decode()
        for event in (live, online)
    ]
    assert [LIVE in page for page in pages] == [True, False]
    assert ["Time to act" in page for page in pages] == [False, True]
    lobby = Client().get(reverse("place", args=["soon"])).content.decode()
    assert lobby.count(LIVE) == 1
