"""What every page keeps to: languages, a strict policy, friendly failures, accounts."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.tables.rooms import open_room
from tests.tournaments import events
from tournaments import director
from tournaments.entry import registration

pytestmark = pytest.mark.django_db

INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", re.IGNORECASE)


@pytest.fixture
def pages(client: Client) -> list[str]:
    """An address of every page, with something to show on each; a player is signed in."""
    opened = open_room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    opened.fold_out()
    client.force_login(opened.users[1])
    event = events.sit_and_go()
    registration.register(
        tournament_id=event.pk, user_id=events.players(1, prefix="other")[0].pk, now=events.START
    )
    drawn = events.velox()
    for user in events.players(3, cents=500, prefix="velox"):
        registration.register(tournament_id=drawn.pk, user_id=user.pk, now=events.START)
    for seconds in (0, 10):
        director.step(tournament_id=drawn.pk, now=events.START + timedelta(seconds=seconds))
    promised = events.velox(buy_in=50)
    named = [
        "lobby",
        "velox",
        "my_tournaments",
        "my_hands",
        "statistics",
        "wallet",
        "limits",
        "tables",
    ]
    return [
        *(reverse(name) for name in [*named, "account_set_password"]),
        *(reverse("tournament", args=[shown.pk]) for shown in (event, drawn, promised)),
        *(reverse(name, args=[event.pk]) for name in ("wall", "seats", "moves")),
        *(reverse(name, args=[drawn.pk]) for name in ("wall", "seats", "results")),
        *(reverse("velox_draw", args=[shown.pk]) for shown in (drawn, promised)),
        reverse("table", args=[opened.table_id]),
        reverse("hand", args=[hand.pk]),
        reverse("account_logout"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_speaks_the_reader_s_language(
    client: Client, pages: list[str], language: str
) -> None:
    client.cookies["django_language"] = language
    for address in pages:
        response = client.get(address)
        assert response.status_code == 200, address
        assert f'<html lang="{language}">' in response.content.decode(), address


@pytest.mark.slow
def test_no_page_has_inline_script_or_style(client: Client, pages: list[str]) -> None:
    for address in pages:
        response = client.get(address)
        policy = response["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert not INLINE.findall(response.content.decode()), address


@pytest.mark.middling
def test_what_was_made_for_somebody_signed_in_is_kept_by_no_browser(
    client: Client, pages: list[str]
) -> None:
    """The way back after logging out shows nothing of it; nor does htmx keep pages of its own."""
    answers = {address: client.get(address) for address in [*pages, "/api/tournaments/"]}
    kept = {
        address: answer.headers.get("Cache-Control")
        for address, answer in answers.items()
        if "no-store" not in answer.headers.get("Cache-Control", "")
    }
    assert kept == {}
    assert '"historyCacheSize": 0' in answers[reverse("lobby")].content.decode()
    client.logout()
    assert "no-store" not in client.get(reverse("lobby")).headers.get("Cache-Control", "")


@pytest.mark.middling
@pytest.mark.rule("INFO-1")
def test_every_page_leads_to_the_rules(client: Client, pages: list[str]) -> None:
    for address in [*pages, "/no/such/page/", reverse("cash")]:
        assert 'href="/rules/"' in client.get(address).content.decode(), address


def test_the_language_is_switched_by_a_plain_form(client: Client) -> None:
    answer = client.post(
        reverse("set_language"), {"language": "it", "next": "/?kind=sng"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == "/?kind=sng"
    assert '<html lang="it">' in answer.content.decode()
    assert "Accedi" in answer.content.decode()


@pytest.mark.rule("PLAY-5")
@pytest.mark.parametrize("page", ["lobby", "cash", "account_login", "account_signup", "velox"])
def test_every_page_says_who_may_play_and_whom_to_call(client: Client, page: str) -> None:
    words = client.get(reverse(page)).content.decode()
    assert "18+" in words
    assert "800 558822" in words


@pytest.mark.rule("PLAY-5")
def test_a_newcomer_signs_up_is_signed_in_and_signs_out(client: Client) -> None:
    words = {"username": "giulia", "password1": "un segreto lungo", "password2": "un segreto lungo"}
    answer = client.post(reverse("account_signup"), words)
    assert "confirm that you are 18 or older" in answer.content.decode()
    words["of_age"] = "on"
    answer = client.post(reverse("account_signup"), words, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("lobby")
    assert "giulia" in answer.content.decode()
    # FREE-3: the demo gives something to begin with.
    assert "€100.00" in answer.content.decode()
    answer = client.post(reverse("account_logout"), follow=True)
    assert "Create an account" in answer.content.decode()


def test_signing_up_with_a_taken_name_says_so_beside_the_field(client: Client) -> None:
    User.objects.create_user("anna")
    words = {"username": "Anna", "password1": "un segreto lungo", "password2": "un segreto lungo"}
    answer = client.post(reverse("account_signup"), words)
    assert "field-error" in answer.content.decode()
    assert "A user with that username already exists." in answer.content.decode()


def test_a_wrong_password_is_a_sentence(client: Client) -> None:
    User.objects.create_user("anna", password="un segreto lungo")
    answer = client.post(reverse("account_login"), {"login": "anna", "password": "x"})
    assert "The username and/or password you specified are not correct." in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_not_there_is_a_page_of_ours(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "Montepremi" in answer.content.decode()
    assert f'<html lang="{language}">' in answer.content.decode()


def test_a_form_from_elsewhere_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("register", args=[1]))
    assert answer.status_code == 403
    assert "nothing has been done" in answer.content.decode()


def test_a_failure_of_ours_is_a_page_without_a_traceback(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr("tournaments.pages.lobby.views.listings", broken)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "This is our fault" in answer.content.decode()
    assert "secret reason" not in answer.content.decode()
