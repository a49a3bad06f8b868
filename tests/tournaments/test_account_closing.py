"""What the room holds of a player stands against the closing of the account, each by its page."""

import pytest
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players.closing import closings, obstacles
from players.models import User
from players.refusals import PlayerCode
from tables.models import Table
from tests.tables.rooms import people
from tests.tournaments import stages
from tests.tournaments.clubs.setting import founded
from tests.tournaments.events import START
from tests.tournaments.home.setting import opened
from tournaments.models import Entry, Ticket

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-6")]


def left_to_do(user: User) -> dict[str, str]:
    """The addresses of what is to be done first, with the sentences; the closing is refused."""
    found = {held.url: held.text for held in obstacles.of(UserId(user.pk), now=START)}
    if found:
        with pytest.raises(Refusal) as caught:
            closings.ask(user_id=UserId(user.pk), now=START)
        assert caught.value.code == PlayerCode.CLOSING_TOO_EARLY
    return found


def test_a_seat_and_an_entry() -> None:
    event = stages.started(entries=3)
    page = reverse("tournament", args=[event.pk])
    table = Table.objects.get(event=event.event)
    user = Entry.objects.filter(tournament=event).earliest("pk").user
    held = left_to_do(user)
    assert {page, reverse("table", args=[table.pk])} <= held.keys()


def test_a_ticket_for_money_that_is_not_used() -> None:
    anna, bea = people(2)
    given = {"owner": anna, "value": 1000, "given_by": bea, "why": "x", "won_at": START}
    Ticket.objects.create(**given, play_money=True, key="1")
    assert left_to_do(anna) == {}
    Ticket.objects.create(**given, key="2")
    [text] = left_to_do(anna).values()
    assert "10.00" in text


def test_a_home_game_that_a_player_hosts_and_a_club_that_they_own() -> None:
    anna, bea = people(2)
    game, club = opened(anna), founded(anna, bea, name="Aces High")
    held = left_to_do(anna)
    assert "Aces High" in held[reverse("club_members", args=[club.slug])]
    assert reverse("home_game", args=[game.token]) in held
    # A member of the club has nothing to do.
    assert reverse("club_members", args=[club.slug]) not in left_to_do(bea)
