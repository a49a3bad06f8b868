"""A player's profile: what they chose, and who sees how much of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players.contacts import friends, keeping
from players.models import Guest, PlayerProfile, User
from players.protection import exclusions
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import founded
from tests.tournaments.events import START
from tests.tournaments.seasons.setting import MARCH, ended, league, night
from tournaments.models import Tournament
from tournaments.profiles import choosing, reading
from tournaments.profiles.reading import HeadToHead

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PROFILE-1")]


def me(user: User) -> UserId:
    return UserId(user.pk)


def seen(user: User, reader: User | None = None) -> Any:
    return reading.of(user.username, reader_id=me(reader) if reader else None)


def choose(user: User, *shown: str, country: str = "") -> None:
    choosing.choose(user_id=me(user), country=country, shown=set(shown))


def finished(*users: User, **terms: Any) -> Tournament:
    """An event that is over, its players best first."""
    return ended(league(**terms), *users)


def follow(owner: User, other: User) -> None:
    friends.follow(owner_id=me(owner), other_id=me(other), now=START)


def test_places_in_public_events_are_shown_until_the_player_hides_them(client: Client) -> None:
    anna, bea = people(2)
    event = finished(anna, bea)
    shown = seen(anna)
    assert [(row.tournament, row.place) for row in shown.results] == [(event, 1)]
    page = client.get(reverse("profile", args=[anna.username.upper()]))
    assert event.name in page.content.decode()
    choose(anna)
    assert seen(anna).is_empty
    page = client.get(reverse("profile", args=[anna.username]))
    assert event.name not in page.content.decode()


@pytest.mark.parametrize("access", ["invited", "password"])
def test_events_that_are_not_public_are_not_shown(access: str) -> None:
    anna, bea = people(2)
    finished(anna, bea, access=access, password="x" if access == "password" else "")
    assert seen(anna, bea).results == []


def test_games_of_clubs_are_not_shown() -> None:
    anna, bea = people(2)
    night(founded(anna, bea), anna, bea, at=MARCH)
    assert seen(anna, bea).results == []


def test_friends_who_follow_each_other_compare_if_the_player_wants_it() -> None:
    anna, bea, carl = people(3)
    finished(anna, bea, carl)
    finished(bea, anna)
    finished(anna, bea)
    finished(anna, carl)
    choose(anna, "compares")
    follow(bea, anna)
    # One who only follows is a stranger.
    assert seen(anna, bea).comparison is None
    follow(anna, bea)
    assert seen(anna, bea).comparison == HeadToHead(3, reader_ahead=1, player_ahead=2)
    assert seen(anna, carl).comparison is None
    assert seen(anna).comparison is None
    # Bea's own wish is no by default.
    assert seen(bea, anna).comparison is None
    choose(anna)
    assert seen(anna, bea).comparison is None


def test_a_blocked_player_sees_the_name_alone(client: Client) -> None:
    anna, bea = people(2)
    finished(anna, bea)
    choose(anna, "shows_results", "compares", country="Italia")
    assert seen(anna, bea).country == "Italia"
    keeping.block(owner_id=me(anna), other_id=me(bea), blocked=True, now=START)
    blocked = seen(anna, bea)
    assert (blocked.user, blocked.is_empty) == (anna, True)
    client.force_login(bea)
    assert "Italia" not in client.get(reverse("profile", args=[anna.username])).content.decode()
    # The blocker still sees the other.
    assert seen(bea, anna).results


def test_guests_and_closed_accounts_have_none_and_exclusion_does_not_show() -> None:
    anna, bea, carl = people(3)
    finished(anna, bea, carl)
    before = seen(carl).results
    exclusions.exclude(user_id=me(carl), days=30, now=START + timedelta(days=400))
    assert seen(carl).results == before != []
    Guest.objects.create(user=anna, made_at=START)
    User.objects.filter(pk=bea.pk).update(is_active=False)
    assert [seen(user) for user in (anna, bea)] == [None, None]


def test_the_page_stores_what_is_chosen(client: Client) -> None:
    [anna] = people(1)
    client.force_login(anna)
    page = reverse("own_profile")
    assert "shows_results" in client.get(page).content.decode()
    client.post(page, {"country": "  Repubblica   di San Marino ", "compares": "on"})
    row = PlayerProfile.objects.get()
    assert (row.country, row.compares, row.shows_results) == (
        "Repubblica di San Marino",
        True,
        False,
    )
    assert client.get(reverse("profile", args=["nobody"])).status_code == 404


@pytest.mark.parametrize("country", ["<b>", "x" * 41, "http://x", "a\u202eb"])
def test_a_country_is_letters(country: str) -> None:
    [anna] = people(1)
    with pytest.raises(Refusal) as caught:
        choose(anna, country=country)
    assert str(caught.value) == "COUNTRY_LETTERS"
