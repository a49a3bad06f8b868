"""A player's own event where it meets home games, clubs, guests, play money and currencies."""

import pytest
from django.test import Client
from django.utils import timezone

from core.settings.room_currency import CURRENCY
from payouts.bookkeeping.books import PLAY
from players.models import Guest, User
from tables.own_hands import counting
from tests.harness import worlds
from tests.tables.rooms import people
from tests.tournaments import events
from tests.tournaments.clubs import setting as clubs
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.home import setting as home
from tests.tournaments.own_events.test_pages import duel, loser, page, reader
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("NEXT-1")]
__all__ = ["duel"]


def of_play_money(*users: User) -> Tournament:
    """A Sit&Go for play money, played to its end and counted."""
    event = events.sit_and_go(max_entries=2, name="Free duel", play_money=True)
    events.fund(*users, cents=event.entry_right, books=PLAY)
    room = Evening(event, [*users], seed=3)
    room.register(2)
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    counting.count_waiting(now=timezone.now())
    return room.event


@pytest.mark.middling
def test_a_guest_reads_an_event_for_play_money_in_chips_and_is_offered_play_money_alone() -> None:
    guest, anna = people(2)
    Guest.objects.create(user=guest, made_at=START)
    event = of_play_money(guest, anna)
    events.sit_and_go(max_entries=2, name="For money")
    events.sit_and_go(max_entries=2, name="Free again", play_money=True)
    for user in (guest, anna):
        text = page(event, user)
        assert "of 2." in text
        assert "Every hand" in text
        assert "Free again" in text
        assert "For money" not in text
        # Only the balance above the page is of money.
        assert "€" not in text.split('<main id="content"', 1)[1].split("</main>")[0]


@pytest.mark.middling
def test_a_home_game_leads_to_its_own_page_and_to_no_event_of_the_room() -> None:
    host, anna, bea = people(3)
    _game, evening = home.begun(host, anna)
    event = home.played(evening)
    counting.count_waiting(now=timezone.now())
    events.sit_and_go(max_entries=2, name="For money")
    text = page(event, anna)
    assert "For money" not in text
    assert f'href="/tournaments/{event.pk}/home/"' in text
    # The list of another player's hands is none of theirs.
    assert reader(bea).get(f"/tournaments/{event.pk}/mine/").status_code == 404
    assert Client().get(f"/tournaments/{event.pk}/mine/").status_code in (302, 404)


@pytest.mark.middling
def test_a_game_of_a_club_leads_to_the_next_of_the_club_and_not_to_other_readers() -> None:
    owner, anna = people(2)
    club = clubs.founded(owner, anna)
    _home, evening = clubs.begun(club, owner, anna)
    event = home.played(evening)
    counting.count_waiting(now=timezone.now())
    clubs.planned(club, owner, at=home.LATER)
    text = page(event, anna)
    assert "Your club" in text
    assert club.name in text
    assert "Next game" in text


def test_amounts_are_in_the_currency_of_the_room(duel: Tournament) -> None:
    winner = duel.entries.select_related("user").get(place=1).user
    worlds.assume(CURRENCY, "JPY")
    text = page(duel, winner)
    assert "¥" in text
    assert "€" not in text
    assert "You finished 2nd of 2." in page(duel, loser(duel))
