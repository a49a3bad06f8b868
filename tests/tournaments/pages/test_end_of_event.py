"""How an event ended for a player, as its table asks it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from players.models import User
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def ask(event: Tournament, user: User) -> Any:
    client = Client()
    client.force_login(user)
    return client.get(f"/api/tournaments/{event.pk}/ended/")


@pytest.mark.middling
@pytest.mark.usefixtures("afterwards")
def test_a_sit_and_go_tells_place_money_and_hands_and_leads_to_the_next() -> None:
    event = events.sit_and_go(max_entries=2, bounty=500)
    room = Evening(event, events.players(2, cents=event.entry_right), seed=3)
    room.register(2)
    [player, *_] = room.event.entries.select_related("user")
    assert ask(event, player.user).status_code == 404, "it goes on"
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    again = Tournament.objects.create(
        **{
            field.attname: getattr(event, field.attname)
            for field in Tournament._meta.concrete_fields
            if field.attname not in ("id", "status")
        }
    )
    first, second = room.event.entries.select_related("user").order_by("place")
    won, lost = ask(event, first.user).json(), ask(event, second.user).json()
    assert (won["place"], won["entries"], won["prize"]) == (1, 2, first.prize)
    assert (won["bounties"], lost["bounties"]) == (1000, 0)
    assert won["hands"][-1]["why"] == "deciding"
    assert won["hands"][-1]["out"] == [second.user.get_username()]
    assert won["hands"][-1]["change"] == -lost["hands"][-1]["change"] > 0
    name = first.user.get_username()
    assert re.search(rf"{name} (wins|split) [\d,]+", won["hands"][-1]["won"])
    page = Client()
    page.force_login(first.user)
    assert all(page.get(key["url"]).status_code == 200 for key in won["hands"])
    assert won["again"]["url"] == f"/tournaments/{again.pk}/register/"
    assert won["again"]["price"] == again.entry_right
    assert (won["next"], won["watch"]) == (None, None)


@pytest.mark.middling
def test_a_scheduled_event_leads_to_the_next_start_that_everybody_may_enter() -> None:
    event = events.scheduled(min_entries=2, late_registration_levels=0)
    players = events.players(2)
    room = Evening(event, [*players], seed=3)
    room.register(2)
    events.scheduled(name="Invited", starts_at=START + timedelta(days=2), access="invited")
    later = events.scheduled(name="Later", starts_at=START + timedelta(days=3))
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
        room.later(60)
    found = ask(event, players[0]).json()
    assert found["next"]["name"] == later.name
    assert found["again"] is None
    stranger = User.objects.create_user("stranger")
    assert ask(event, stranger).status_code == 404
