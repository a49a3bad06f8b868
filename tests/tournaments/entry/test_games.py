"""Events of any game: planned, named on the pages, dealt at their tables."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tables.models import Hand, Table
from tests.tournaments import events
from tournaments import director
from tournaments.entry import registration

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_an_event_s_tables_play_its_game_and_pages_name_it(client: Client) -> None:
    event = events.sit_and_go(name="Four Cards", game="plo", max_entries=3, min_entries=3)
    for page in (reverse("lobby"), reverse("tournament", args=[event.pk])):
        assert "Pot limit Omaha" in client.get(page).content.decode()
    assert client.get("/lobby/sng/", {"game": "plo"}).context["rows"]
    assert not client.get("/lobby/sng/", {"game": "nlhe"}).context["rows"]
    for user in events.players(3):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=events.START)
    director.step(tournament_id=event.pk, now=events.START)
    assert Hand.objects.get().game == Table.objects.get().game == "plo"
    row = client.get(reverse("lobby")).content.decode()
    assert "Four Cards" in row
    assert "Pot limit Omaha" in row


def test_a_game_that_carries_pots_is_planned_at_one_table_only() -> None:
    events.template(game="italian", seats_per_table=4, max_entries=4).full_clean()
    with pytest.raises(ValidationError, match="played at one table"):
        events.template(name="Many", game="italian", max_entries=40).full_clean()


@pytest.mark.parametrize(("game", "seats", "fits"), [("plo", 9, True), ("plo", 10, False)])
def test_a_plan_has_no_more_seats_than_its_game(game: str, seats: int, fits: bool) -> None:
    plan = events.template(game=game, seats_per_table=seats)
    if fits:
        plan.full_clean()
    else:
        with pytest.raises(ValidationError, match="at most 9 seats"):
            plan.full_clean()
