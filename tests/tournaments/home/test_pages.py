"""The pages of a home game, from the first press to the ticked list."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from core.types import UserId
from payouts.models import Transfer
from players.models import Guest, Notice, User
from players.notices.notice_texts import say
from tables.templatetags.table_names import table_name
from tests.tables.rooms import people
from tests.tournaments.events import START
from tests.tournaments.home.setting import begun, joined, opened, played
from tournaments import director, room_settings
from tournaments.home import hosting
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-1")]

FORM = {
    "kind": "scheduled",
    "game": "nlhe",
    "speed": "turbo",
    "stack": "5000",
    "seats": "9",
    "late_levels": "4",
    "re_entries": "0",
    "rebuys": "0",
    "payout": "standard",
    "unit": "€",
    "buy_in": "10",
    "of_age": "yes",
}


def client(user: User) -> Client:
    signed_in = Client()
    signed_in.force_login(user)
    return signed_in


def read(browser: Client, page: str) -> str:
    answer = browser.get(page)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_front_page_leads_there() -> None:
    assert reverse("home_new") in read(Client(), reverse("lobby"))
    [anna] = people(1)
    assert reverse("home_new") in read(client(anna), reverse("lobby"))


def test_two_guests_get_from_nothing_to_a_dealt_hand() -> None:
    host, friend = Client(), Client()
    answer = host.post(reverse("home_new"), {**FORM, "name": "Anna", "key": "a"})
    game = HomeGame.objects.get()
    room = reverse("home_game", args=[game.token])
    assert answer["Location"] == room
    assert "disabled" in read(host, room)
    assert "Guest Anna is the host" in words(read(friend, room))
    friend.post(reverse("home_join", args=[game.token]), {"name": "Bea", "of_age": "yes"})
    assert set(Guest.objects.values_list("user__username", flat=True)) == {
        "Guest Anna",
        "Guest Bea",
    }
    part = host.get(room, {"waiting": "1"}, HTTP_HX_REQUEST="true").content.decode()
    assert "Guest Bea" in part
    assert "disabled" not in part
    host.post(reverse("home_act", args=[game.token]), {"act": "start"})
    # Until the director's next step.
    starts = read(host, room)
    assert "The game starts" in starts
    assert "start-game" not in starts
    director.step(tournament_id=event_of(game).pk, now=timezone.now())
    led = friend.get(room, {"waiting": "1"}, HTTP_HX_REQUEST="true")
    assert led["HX-Redirect"].startswith("/tables/")
    assert friend.get(led["HX-Redirect"]).status_code == 200
    assert not Transfer.objects.exists()


def test_the_form_says_what_is_wrong() -> None:
    [anna] = people(1)
    said = client(anna).post(reverse("home_new"), {**FORM, "stack": "3", "unit": "x" * 13})
    assert said.status_code == 200
    assert "field-error" in said.content.decode()
    assert '<details class="home-more" open>' in said.content.decode()
    assert not HomeGame.objects.exists()


def test_a_guest_without_a_good_name_or_age_is_told() -> None:
    for name, age in (("admin", "yes"), ("Anna", "")):
        browser = Client()
        form = {**FORM, "name": name}
        if not age:
            del form["of_age"]
        said = browser.post(reverse("home_new"), form)
        assert "message" in said.content.decode()
    assert not Guest.objects.exists()


def test_the_host_has_the_acts_and_others_do_not() -> None:
    anna, bea = people(2)
    game, _evening = begun(anna, bea)
    room = reverse("home_game", args=[game.token])
    assert "Next level" in read(client(anna), room)
    assert "Next level" not in read(client(bea), room)
    act = reverse("home_act", args=[game.token])
    refused = client(bea).post(act, {"act": "pause"}, follow=True)
    assert "Only the host of this game can do that." in words(refused.content.decode())
    client(anna).post(act, {"act": "pause"})
    assert Tournament.objects.get(pk=event_of(game).pk).pause
    for wrong in ({"act": "nothing"}, {}, {"act": "remove", "player": "x"}):
        assert client(anna).post(act, wrong).status_code in (302, 404)
    assert Client().post(act, {"act": "end"}).status_code == 302
    asked = words(read(client(anna), f"{room}?remove={bea.pk}"))
    assert "Remove player2 from this game?" in asked
    assert "End this game now?" in words(read(client(anna), f"{room}?end=yes"))


def test_a_new_link_leads_the_host_there() -> None:
    anna, bea = people(2)
    game = opened(anna)
    act = reverse("home_act", args=[game.token])
    answer = client(anna).post(act, {"act": "renew_link"})
    game.refresh_from_db()
    assert answer["Location"] == reverse("home_game", args=[game.token])
    assert client(bea).get(act.removesuffix("act/")).status_code == 404


def test_each_reader_reads_name_and_reasons_in_their_own_language() -> None:
    anna, bea = people(2)
    with translation.override("it"):
        game, _evening = begun(anna, bea)
        hosting.pause(game_id=game.pk, by=UserId(anna.pk), now=START)
        hosting.allow_late_entry(
            game_id=game.pk, by=UserId(anna.pk), levels=6, key="late", now=START
        )
    event = Tournament.objects.get(pk=event_of(game).pk)
    number = event.name.rpartition(" ")[2]
    room, sheet = reverse("home_game", args=[game.token]), reverse("event_sheet", args=[event.pk])
    italian = client(bea)
    italian.cookies["django_language"] = "it"
    assert f"<h1>Home game {number}</h1>" in read(client(bea), room)
    assert f"<h1>Partita in casa {number}</h1>" in read(italian, room)
    assert "Partita in casa" in read(italian, sheet)
    with translation.override("en"):
        assert table_name(f"{event.name} · #1") == f"Home game {number} · #1"
    with translation.override("it"):
        assert table_name(f"{event.name} · #1") == f"Partita in casa {number} · #1"
        notice = Notice.objects.get(user=bea.pk, kind=Notice.Kind.AMENDED)
        told = say(notice.kind, notice.data)
    assert told.title.startswith("Partita in casa")
    assert "L'organizzatore ha cambiato" in told.text


@pytest.mark.rule("HOME-2")
def test_the_end_says_who_owes_whom_to_its_players_alone(
    django_capture_on_commit_callbacks: Any,
) -> None:
    anna, bea, mallory = people(3)
    game, evening = begun(anna, bea, payout="winner")
    room = reverse("home_game", args=[game.token])
    with django_capture_on_commit_callbacks() as callbacks:
        event = played(evening)
    with CaptureQueriesContext(connection) as queries:
        assert "The result is being worked out." in words(read(client(anna), room))
    written = [query["sql"] for query in queries if "tournaments_home" in query["sql"]]
    assert all(sql.startswith("SELECT") and "FOR UPDATE" not in sql for sql in written)
    for callback in callbacks:
        callback()
    winner = event.entries.get(place=1).user_id
    names = {anna.pk: "player1", bea.pk: "player2"}
    [loser] = set(names) - {winner}
    told = read(client(anna), room)
    assert f"{names[loser]} pays {names[winner]} 10 €" in words(told)
    assert "no money is moved here" in words(told)
    payment = game.payments.get()
    client(bea).post(reverse("home_tick", args=[game.token, payment.pk]), {"paid": "yes"})
    assert "ticked by player2" in words(read(client(anna), room))
    for stranger in (Client(), client(mallory)):
        assert "pays" not in words(read(stranger, room)).split("Settle up")[1]


@pytest.mark.rule("HOME-2")
def test_results_of_deleted_notes_are_still_there() -> None:
    anna, bea = people(2)
    _game, evening = begun(anna, bea)
    event = played(evening)
    HomeGame.objects.all().delete()
    page = reverse("tournament", args=[event.pk])
    answer = client(anna).get(page, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("results", args=[event.pk])
    assert answer.status_code == 200


def test_a_removed_player_reads_so() -> None:
    anna, bea = people(2)
    game = opened(anna)
    joined(game, bea)
    hosting.remove(game_id=game.pk, by=UserId(anna.pk), user_id=UserId(bea.pk), now=START)
    told = words(read(client(bea), reverse("home_game", args=[game.token])))
    assert "The host has removed you from this game." in told
    assert "player1" not in told.split("removed you")[1].split("Home game")[0]


def test_too_many_games_from_one_address_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_settings.HOME_GAMES_AN_ADDRESS, "value", lambda: 1)
    first, second = people(2)
    client(first).post(reverse("home_new"), {**FORM, "key": "a"})
    refused = client(second).post(reverse("home_new"), {**FORM, "key": "b"})
    assert "Too many home games" in words(refused.content.decode())
    assert HomeGame.objects.count() == 1


CASH_FORM = {
    **{name: FORM[name] for name in ("game", "seats", "unit", "buy_in", "of_age")},
    "kind": "cash",
    "most": "200",
    "least": "100",
    "big_blind": "4",
    "seconds": "10",
}


@pytest.mark.rule("HOME-6")
def test_two_guests_get_from_the_form_to_a_cash_hand_and_settle_up() -> None:
    host, friend = Client(), Client()
    answer = host.post(reverse("home_new"), {**CASH_FORM, "name": "Anna", "key": "a"})
    game = HomeGame.objects.get()
    room = reverse("home_game", args=[game.token])
    assert answer["Location"] == room
    told = words(read(host, room))
    assert "2/4 · buy-in 100 to 200 chips · 10 € for 200 chips" in told
    assert "Start when a second player is here" in told
    assert 'name="amount"' in read(friend, room)
    seat = {"name": "Bea", "of_age": "yes", "amount": "150", "key": "sit"}
    friend.post(reverse("home_join", args=[game.token]), seat)
    act = reverse("home_act", args=[game.token])
    led_host = host.post(act, {"act": "start"})
    led = friend.get(room, {"waiting": "1"}, HTTP_HX_REQUEST="true")
    assert led_host["Location"] == led["HX-Redirect"]
    table = friend.get(led["HX-Redirect"]).content.decode()
    assert 'data-play="home"' in table
    [mallory] = people(1, "mallory")
    assert client(mallory).get(led["HX-Redirect"]).status_code == 404
    host.post(act, {"act": "pause"})
    assert "The game is paused" in words(read(friend, room))
    host.post(act, {"act": "resume"})
    host.post(act, {"act": "set_blinds", "blind": "8"})
    assert "4/8" in words(read(friend, room))
    [listed] = friend.get(reverse("api_home_games")).json()
    assert (listed["kind"], listed["players"], listed["id"]) == ("cash", 2, None)
    assert led["HX-Redirect"] == reverse("table", args=[listed["table"]])
    assert "The hand in progress is played to its end" in words(read(host, f"{room}?end=yes"))
    host.post(act, {"act": "end"})
    told = words(read(friend, room))
    assert "There is nothing to pay." in told
    assert "Guest Bea 1 150 150 0 €" in told


@pytest.mark.rule("HOME-6")
def test_each_kind_of_game_asks_its_own_questions() -> None:
    [anna] = people(1)
    form = {**CASH_FORM, "most": "20", "least": "", "stack": "3", "rebuys": "x"}
    said = client(anna).post(reverse("home_new"), {**form, "big_blind": "5"})
    assert "The big blind can be from 2 to 4." in words(said.content.decode())
    said = client(anna).post(reverse("home_new"), {**form, "least": "21"})
    assert "The minimum buy-in is above the maximum." in words(said.content.decode())
    assert not HomeGame.objects.exists()
    client(anna).post(reverse("home_new"), form)
    event = {**FORM, "most": "x", "big_blind": "0"}
    client(anna).post(reverse("home_new"), event)
    assert [game.kind_in_words for game in HomeGame.objects.order_by("pk")] == [
        "Cash game",
        "Tournament",
    ]


@pytest.mark.rule("HOME-6")
def test_staff_see_a_cash_game_and_end_it() -> None:
    [anna] = people(1)
    game = opened(anna, kind="cash")
    owner = client(User.objects.create_superuser("owner"))
    told = read(owner, reverse("admin:tournaments_homegame_change", args=[game.pk]))
    assert "Cash game" in told
    assert game.token not in told
    end = reverse("admin:tournaments_homegame_end_game", args=[game.pk])
    owner.post(end, {"_form_submitted": "on", "reason": "a quiet room"})
    game.refresh_from_db()
    assert game.over
