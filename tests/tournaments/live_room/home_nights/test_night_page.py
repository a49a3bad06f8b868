"""The host's phone at a night with real cards, from the form to the settled list; the big clock."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.types import UserId
from payouts.models import Transfer
from players.contacts import friends
from players.models import Notice, User
from tables.models import Table
from tests.tables.rooms import people
from tests.tournaments.home.setting import opened
from tests.tournaments.home.test_pages import FORM, client, read, words
from tests.tournaments.live_room.home_nights.setting import HomeNight
from tournaments import director
from tournaments.home import games, settling, venues
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-4", "HOME-5")]


class Phone:
    """The phone of the host, which presses the buttons that its page shows."""

    def __init__(self, browser: Client, token: str) -> None:
        self.browser, self.token = browser, token
        self.page = reverse("home_game", args=[token])

    def read(self, query: str = "") -> str:
        return read(self.browser, self.page + query)

    def press(self, act: str, **form: Any) -> str:
        """Press a button, and return the part of the page that comes back."""
        answer = self.browser.post(
            reverse("night_act", args=[self.token]),
            {"act": act, **form},
            follow=True,
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200
        return answer.content.decode()


def test_a_visitor_runs_a_night_by_phone() -> None:
    browser = Client()
    live = {**FORM, "venue": "live", "live_speed": "live_fast", "rebuys": "2", "name": "Anna"}
    answer = browser.post(reverse("home_new"), {**live, "kind": "sng", "key": "a"})
    game = HomeGame.objects.get()
    assert answer["Location"] == reverse("home_game", args=[game.token])
    assert event_of(game).kind == Tournament.Kind.SCHEDULED
    assert event_of(game).levels[0].seconds == 600
    phone = Phone(browser, game.token)
    assert "disabled" in phone.read()
    for key, name in enumerate(("Bea", "Carlo")):
        assert name in words(phone.press("add", name=name, key=str(key)))
    assert "is in this game already" in phone.press("add", name="bea", key="3")
    assert "Table #1" in words(phone.press("draw"))
    phone.press("start")
    director.step(tournament_id=event_of(game).pk, now=timezone.now())
    Tournament.objects.update(started_at=timezone.now())
    bea = game.players.get(called="Bea").user_id
    sheet = phone.read(f"?player={bea}")
    assert all(button in sheet for button in ("Is out", "Rebuy", "Remove"))
    # A name that the host has typed has no account that could be the host.
    assert "Make host" not in sheet
    assert "+1" in phone.press("rebuy", player=bea, key="r")
    assert "Undo the last" in phone.press("out", player=bea)
    phone.press("out", player=game.players.get(called="Carlo").user_id)
    assert "is the last player" in words(phone.read())
    phone.press("finish")
    director.step(tournament_id=event_of(game).pk, now=timezone.now())
    settling.settle(game_id=game.pk, now=timezone.now())
    result = words(phone.read())
    assert "Bea pays Guest Anna 10 €" in result
    assert "Tick as paid" in result
    assert not Transfer.objects.exists()


def test_the_players_see_no_buttons_and_strangers_no_names() -> None:
    night = HomeNight(players=3)
    [dora] = people(1, "dora")
    games.join(token=night.game.token, user_id=UserId(dora.pk), now=night.now)
    night.begin()
    page = reverse("home_game", args=[night.game.token])
    seen = read(client(dora), page)
    assert "Bea" in seen
    assert "night_keys" not in seen
    assert "Is out" not in read(client(dora), f"{page}?player={dora.pk}")
    assert "Bea" not in read(Client(), page)
    act = reverse("night_act", args=[night.game.token])
    told = client(dora).post(act, {"act": "finish"}, follow=True)
    assert "Only the host of this game can do that." in words(told.content.decode())
    assert client(dora).post(act, {"act": "time", "seconds": "3600"}).status_code == 404
    assert Client().post(act, {"act": "start"}).status_code == 302


def test_the_big_clock_needs_the_link_alone() -> None:
    night = HomeNight(players=3, payout="winner")
    clock = reverse("night_clock", args=[night.game.token])
    assert "Sit down by phone" in read(Client(), clock)
    night.begin()
    shown = words(read(Client(), clock))
    assert [word for word in ("Level 1", "25/50", "30 €", "The night") if word not in shown] == []
    night.out("Bea")
    assert "Bea is out" in words(read(Client(), clock))
    [anna] = people(1, "other")
    online = opened(anna)
    assert Client().get(reverse("night_clock", args=[online.token])).status_code == 404


def test_the_form_offers_real_cards_only_with_a_live_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [anna] = people(1)
    assert "With real cards" in read(client(anna), reverse("home_new"))
    monkeypatch.setattr(venues, "_venues", {})
    assert "With real cards" not in read(client(anna), reverse("home_new"))
    client(anna).post(reverse("home_new"), {**FORM, "venue": "live", "key": "a"})
    assert event_of(HomeGame.objects.get()).venue == Tournament.Venue.ONLINE


def test_the_list_of_home_games_names_the_venue() -> None:
    night = HomeNight(players=1)
    found = client(night.host).get(reverse("api_home_games")).json()
    assert [game["venue"] for game in found] == ["live"]


def test_names_of_earlier_nights_are_offered() -> None:
    first = HomeNight(players=3)
    [_bea, _carlo] = first.game.players.exclude(called="")
    again = HomeNight(players=2, host=first.host)
    page = read(client(again.host), reverse("home_game", args=[again.game.token]))
    assert re.findall(r'<option value="(\w+)"></option>', page) == ["Carlo"]


def test_the_staff_see_a_night_and_end_it(admin_user: User) -> None:
    game = HomeNight(players=3).begin().game
    desk = client(admin_user)
    listed = desk.get(reverse("admin:tournaments_homegame_changelist"))
    assert "live, at real tables" in listed.content.decode()
    end = reverse("admin:tournaments_homegame_end_game", args=[game.pk])
    desk.post(end, {"_form_submitted": "on", "reason": "it was asked for"})
    assert Tournament.objects.get(pk=event_of(game).pk).over


@pytest.mark.rule("FRIEND-3")
def test_the_host_invites_friends_to_a_night() -> None:
    night, [bea] = HomeNight(players=2), people(1, "bea")
    page = reverse("home_game", args=[night.game.token])
    assert "Invite players you follow" not in read(client(night.host), page)
    friends.follow(owner_id=UserId(night.host.pk), other_id=UserId(bea.pk), now=night.now)
    host = client(night.host)
    assert "Invite players you follow" in read(host, page)
    asked = {"act": "invite_friends", "friend": bea.pk}
    host.post(reverse("home_act", args=[night.game.token]), asked)
    assert Notice.objects.get(user=bea, key__endswith=f"home:{night.pk}").url == page


def test_no_page_calls_to_a_table_with_real_cards() -> None:
    night = HomeNight(players=3).begin()
    table = Table.objects.get(event=night.event.event)
    assert reverse("table", args=[table.pk]) not in read(client(night.host), reverse("lobby"))


@pytest.mark.rule("HOME-1")
def test_a_guest_of_a_home_game_sees_no_purse() -> None:
    browser = Client()
    browser.post(reverse("home_new"), {**FORM, "venue": "live", "name": "Anna", "key": "a"})
    browser.post(reverse("home_new"), {**FORM, "name": "Anna", "key": "b"})
    for game in HomeGame.objects.all():
        page = read(browser, reverse("home_game", args=[game.token]))
        assert "play-balance" not in page
    assert "play-balance" in read(browser, reverse("lobby"))
