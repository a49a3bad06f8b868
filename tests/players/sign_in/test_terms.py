"""The room's terms: accepted at sign-up, and once more when their words change."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from core.settings import registry
from core.settings.kinds import Texts
from players.models import Acceptance, User
from players.sign_in import terms
from poker_site.room_settings import changes
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOUSE-3")]

PASSWORD = "quiet river of nine stones"
FIRST = Texts(en="Play fair.", it="Gioca pulito.")
SECOND = Texts(en="Play fair.", it="Gioca leale.")


def hold(words: Texts) -> None:
    boss, _ = User.objects.get_or_create(username="boss", is_staff=True, is_superuser=True)
    new = dict(words) if words else None
    changes.change(key="legal.terms", new=new, by=boss.pk, why="x", now=START)
    registry.forget()


def signed_in(name: str = "anna") -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, password=PASSWORD))
    return client


def send(client: Client, version: str) -> Any:
    return client.post("/api/terms/", {"version": version}, "application/json").json()


def typed(**other: str) -> dict[str, str]:
    names = {"username": "giulia", "password1": PASSWORD, "password2": PASSWORD, "of_age": "on"}
    return {**names, **other}


def test_a_room_without_terms_asks_nobody(client: Client) -> None:
    assert "Terms and conditions" not in client.get("/").content.decode()
    assert client.get("/terms/").status_code == 404
    anna = signed_in()
    assert anna.get("/").status_code == 200
    assert anna.get("/accounts/terms/")["Location"] == "/"
    for nowhere in ("-1", "%", "\N{WHITE SMILING FACE}", "lobby", "//evil.example/"):
        assert anna.get("/accounts/terms/", {"next": nowhere})["Location"] == "/"
    assert anna.get("/api/terms/").json() == {"version": "", "text": "", "accepted": True}


def test_who_signs_up_accepts_what_they_could_read(client: Client) -> None:
    hold(FIRST)
    page = client.get("/accounts/signup/").content.decode()
    assert 'href="/terms/"' in page
    assert "Play fair." in client.get("/terms/").content.decode()
    said = client.get("/terms/", headers={"Accept-Language": "it"}).content.decode()
    assert "Gioca pulito." in said
    seen = terms.version()
    refused = client.post("/accounts/signup/", typed(terms_read=seen)).content.decode()
    assert "You must accept the terms" in refused
    hold(SECOND)
    late = client.post("/accounts/signup/", typed(terms="on", terms_read=seen)).content.decode()
    assert "have changed since you read them" in late
    assert terms.version() in late
    assert not User.objects.filter(username="giulia").exists()
    client.post("/accounts/signup/", typed(terms="on", terms_read=terms.version()))
    giulia = User.objects.get(username="giulia")
    assert [each.version for each in Acceptance.objects.filter(user=giulia)] == [terms.version()]
    assert client.get("/").status_code == 200


@pytest.mark.middling
def test_new_words_are_accepted_before_anything_but_money_and_hands() -> None:
    hold(FIRST)
    anna = signed_in()
    assert anna.get("/lobby/all/?page=1")["Location"] == (
        "/accounts/terms/?next=%2Flobby%2Fall%2F%3Fpage%3D1"
    )
    part = anna.get("/", headers={"HX-Request": "true"})
    assert part["HX-Redirect"].startswith("/accounts/terms/")
    told = anna.get("/api/lobby/")
    assert (told.status_code, told.json()["code"], told.json()["rule"]) == (
        403,
        "TERMS_NEW",
        "HOUSE-3",
    )
    for free in ("/wallet/payments/", "/tables/", "/rules/", "/accounts/picture/", "/api/me/"):
        assert anna.get(free).status_code == 200, free
    assert "Play fair." in anna.get("/accounts/terms/").content.decode()
    accept = {"version": terms.version(), "next": "/lobby/all/"}
    assert anna.post("/accounts/terms/", accept)["Location"] == "/lobby/all/"
    assert anna.get("/lobby/all/").status_code == 200
    assert anna.get("/accounts/terms/?next=//evil.example/")["Location"] == "/"
    hold(SECOND)
    assert anna.get("/").status_code == 302
    assert anna.post("/accounts/terms/", accept, follow=True).status_code == 200
    assert Acceptance.objects.count() == 1
    assert "since you accepted them on" in anna.get("/accounts/terms/").content.decode()
    assert send(anna, "x")["code"] == "TERMS_CHANGED"
    assert send(anna, terms.version())["accepted"] is True
    assert anna.get("/").status_code == 200
    hold(FIRST)
    assert anna.get("/").status_code == 200
    hold(Texts())
    assert anna.get("/").status_code == 200


@pytest.mark.parametrize(
    ("how", "address"),
    [
        ("get", "/my/tournaments/"),
        ("get", "/tournaments/1/"),
        ("post", "/tournaments/1/unregister/"),
        ("post", "/api/tournaments/1/unregister/"),
        ("get", "/api/tournaments/1/standing/"),
        ("get", "/tournaments/1/deal/"),
        ("get", "/pools/1/1/"),
        ("get", "/seat/1/AAAAAAAAAA/"),
        ("get", "/api/limits/"),
    ],
)
def test_new_words_stand_in_no_way_out_and_in_nothing_that_is_played(
    how: str, address: str
) -> None:
    hold(FIRST)
    anna = signed_in()
    answer = getattr(anna, how)(address)
    assert "/accounts/terms/" not in answer.headers.get("Location", "")
    assert b"TERMS_NEW" not in answer.content


@pytest.mark.parametrize(
    "address",
    [
        "/api/tournaments/1/register/",
        "/api/tournaments/1/rebuy/",
        "/api/cash/1/sit/",
        "/api/pools/1/join/",
    ],
)
def test_who_has_not_accepted_new_words_enters_nothing_more(address: str) -> None:
    hold(FIRST)
    assert signed_in().post(address).json()["code"] == "TERMS_NEW"


@pytest.mark.middling
def test_staff_are_asked_as_players_and_not_at_their_desk() -> None:
    hold(FIRST)
    desk = Client()
    desk.force_login(User.objects.create_superuser("olga", password=PASSWORD))
    assert desk.get("/").status_code == 302
    assert desk.get("/admin/").status_code == 200
    anna = User.objects.create_user("anna")
    page = desk.get(f"/admin/players/player/{anna.pk}/change/").content.decode()
    assert "not yet" in page


def test_guests_and_bots_are_not_asked() -> None:
    hold(FIRST)
    bot = Client()
    bot.force_login(User.objects.create(username="ada.bot", password="!"))
    assert bot.get("/").status_code == 200


def test_what_was_accepted_is_kept() -> None:
    hold(FIRST)
    anna = User.objects.create_user("anna")
    for _ in range(2):
        terms.accept(user_id=anna.pk, seen=terms.version(), now=START)
    assert Acceptance.objects.count() == 1
    with pytest.raises(DatabaseError), transaction.atomic():
        Acceptance.objects.all().delete()
