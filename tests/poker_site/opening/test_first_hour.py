"""The first hour: from the code on the console to an open room, and nobody else in between."""

import re
from io import StringIO
from typing import Any

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from core.refusal import Refusal
from core.settings.room_currency import CURRENCY
from core.types import UserId
from players.models import Mail, User
from players.room_settings import NAME
from poker_site.desk import first_page
from poker_site.models import Opening
from poker_site.opening import open_points, programmes, state
from tables.models import CashGame
from tests.tournaments.events import START
from tournaments.entry import presets, scheduling
from tournaments.models import Template, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOUSE-2")]

PASSWORD = "quiet river of nine stones"


@pytest.fixture(autouse=True)
def _new_room(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEMO = False
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    monkeypatch.setattr(state, "_open", False)
    cache.clear()


def typed(code: str, **other: str) -> dict[str, str]:
    return {
        "code": code, "name": "owner", "mail": "owner@example.org", "password": PASSWORD,
        "again": PASSWORD, **other,
    }  # fmt: skip


def claim(client: Client, code: str, **other: str) -> Any:
    return client.post(reverse("set_up_claim"), typed(code, **other))


def text(client: Client, address: str = "/set-up/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def show_factor(owner: User) -> None:
    TOTP.activate(owner, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")


@pytest.mark.slow
def test_from_the_code_to_an_open_room(client: Client) -> None:
    out = StringIO()
    call_command("setup_code", stdout=out)
    code = state.new_code()
    spoken = "-".join(code[at : at + 5] for at in range(0, 20, 5))
    assert claim(client, spoken).status_code == 302
    owner = User.objects.get()
    assert (owner.username, owner.is_superuser, owner.email) == (
        "owner", True, "owner@example.org",
    )  # fmt: skip
    # The second factor, by allauth's own pages, and back.
    assert reverse("mfa_activate_totp") in text(client)
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    found = re.search(r"[A-Z2-7]{32}", page)
    assert found is not None
    digits = format_hotp_value(hotp_value(found[0], next(yield_hotp_counters_from_time())))
    assert client.post(reverse("mfa_activate_totp"), {"code": digits}).status_code == 302
    assert client.get("/").headers["Location"] == "/set-up/"
    assert "Done: the desk asks" in text(client)
    room = {"name": "Sala Verde", "languages": ["en", "it"], "currency": "PLN"}
    client.post(reverse("set_up_room"), room)
    assert (NAME.value(), CURRENCY.value()) == ("Sala Verde", "PLN")
    client.post(reverse("set_up_mail"))
    mail = Mail.objects.get(to="owner@example.org", subject="Your room can send emails")
    assert "Sala Verde" in mail.body
    assert "Waiting for the worker" in text(client)
    mail.sent_at = START
    mail.save()
    assert "Sent at" in text(client)
    client.post(reverse("set_up_programme"), {"programme": "club"})
    assert Template.objects.count() == 4
    answer = client.post(reverse("set_up_open"))
    assert answer.headers["Location"] == reverse("admin:index")
    assert Client().get("/").status_code == 200
    assert client.get("/set-up/").headers["Location"] == reverse("admin:index")
    # The desk asks for the second factor before anything else.
    answer = client.get(reverse("admin:index"))
    assert answer.headers["Location"].startswith(reverse("mfa_reauthenticate"))


def test_until_then_every_other_page_says_so(client: Client) -> None:
    for address in ("/", "/accounts/signup/", "/cash/", "/rules/", "/admin/", "/nowhere/"):
        answer = client.get(address)
        assert answer.status_code == 503, address
        assert "is being set up" in answer.content.decode()
    told = client.post("/api/tournaments/1/register/")
    assert (told.status_code, told.json()["code"], told.json()["rule"]) == (
        503, "ROOM_SET_UP", "HOUSE-2",
    )  # fmt: skip
    assert client.get("/health/").status_code == 200
    assert client.get("/set-up/").status_code == 200


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"code": "wrong"}, "not the code"),
        ({"code": ""}, "required"),
        ({"again": "another"}, "different passwords"),
        ({"password": "123", "again": "123"}, "too short"),
        ({"mail": "nobody"}, "valid email"),
        ({"name": "a b"}, "valid username"),
    ],
)
def test_what_is_wrong_is_said_and_the_code_is_still_good(
    client: Client, other: dict[str, str], words: str
) -> None:
    code = state.new_code()
    answer = claim(client, **{"code": code, **other})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not User.objects.exists()
    assert claim(client, code).status_code == 302


def test_the_code_is_worth_nothing_once_used_or_replaced(client: Client) -> None:
    with pytest.raises(Refusal, match="WRONG_CODE"):
        state.claim(code="", name="x", mail="x@example.org", password=PASSWORD)
    old, code = state.new_code(), state.new_code()
    assert len(code) == 20
    assert code not in Opening.objects.get().code_hash
    assert claim(client, old).status_code == 422
    assert claim(client, code).status_code == 302
    with pytest.raises(Refusal, match="WRONG_CODE"):
        state.claim(code=code, name="x", mail="x@example.org", password=PASSWORD)
    second = {"name": "second", "mail": "second@example.org"}
    assert claim(Client(), state.new_code(), **second).status_code == 302
    with pytest.raises(Refusal, match="ALREADY_SET_UP"):
        state.claim(code=code, name="x", mail="x@example.org", password=PASSWORD)
    with pytest.raises(Refusal, match="ALREADY_SET_UP"):
        state.new_code()
    with pytest.raises(CommandError, match="has its owners"):
        call_command("setup_code")
    # Nobody else gets further than the way in.
    other = Client()
    assert other.get("/set-up/").headers["Location"] == reverse("account_login")
    for step in ("room", "mail", "programme", "open"):
        assert other.post(reverse(f"set_up_{step}")).status_code == 404


@pytest.mark.middling
def test_codes_are_tried_so_often_and_no_more(client: Client) -> None:
    code = state.new_code()
    for _ in range(10):
        assert claim(client, "wrong").status_code == 422
    answer = client.post(reverse("set_up_claim"), typed(code), follow=True)
    assert "Too many codes" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.slow
def test_a_stranger_who_tries_codes_keeps_nobody_out(client: Client) -> None:
    code = state.new_code()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _minute in range(7):
            for _ in range(10):
                claim(Client(REMOTE_ADDR="198.51.100.7"), "wrong")
            clock.shift(61)
        answer = Client(REMOTE_ADDR="198.51.100.7").post(
            reverse("set_up_claim"), typed(code), follow=True
        )
        assert "Too many codes" in answer.content.decode(), "sixty an hour"
        assert claim(client, code).status_code == 302
    assert User.objects.get().username == "owner"


def test_nobody_opens_a_room_without_a_second_factor(client: Client) -> None:
    with pytest.raises(Refusal, match="NOT_THE_OWNER"):
        state.finish(by=UserId(1), now=START)
    claim(client, state.new_code())
    answer = client.post(reverse("set_up_open"), follow=True)
    assert "second factor first" in answer.content.decode()
    assert state.going_on()
    owner = User.objects.get()
    show_factor(owner)
    for _ in range(2):
        state.finish(by=UserId(owner.pk), now=START)
    assert Opening.objects.get().finished_at == START


def test_an_administrator_of_the_console_goes_on_where_the_owner_cannot(client: Client) -> None:
    claim(client, state.new_code())
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    other = Client()
    other.force_login(boss)
    assert other.get("/").headers["Location"] == "/set-up/"
    assert "boss@example.org" in text(other)
    assert "second factor first" in other.post(reverse("set_up_open"), follow=True).content.decode()
    show_factor(boss)
    assert other.post(reverse("set_up_open")).headers["Location"] == reverse("admin:index")
    assert not state.going_on()


def test_a_room_whose_staff_came_by_the_command_line_is_open(client: Client) -> None:
    code = state.new_code()
    User.objects.create_superuser("boss")
    assert client.get("/").status_code == 200
    with pytest.raises(Refusal, match="ALREADY_SET_UP"):
        state.claim(code=code, name="x", mail="x@example.org", password=PASSWORD)
    assert client.get("/set-up/").status_code == 404
    assert client.post(reverse("set_up_claim"), typed("x")).status_code == 404


@pytest.mark.slow
def test_each_programme_can_be_published_and_is_laid_out_once(client: Client) -> None:
    claim(client, state.new_code())
    with pytest.raises(Refusal, match="NO_SUCH_PROGRAMME"):
        state.choose(programme="circus")
    for name, programme in programmes.PROGRAMMES.items():
        state.choose(programme=name)
        state.choose(programme=name)
        for plan in programme.plans:
            template = Template.objects.get(name=plan.title)
            template.check_plan()
            assert template.levels.count() == len(presets.STRUCTURES[plan.structure])
        assert set(programme.cash) <= set(CashGame.objects.values_list("name", flat=True))
    for game in CashGame.objects.all():
        game.full_clean()
    scheduling.open_lobbies(now=START)
    published = set(Tournament.objects.values_list("name", flat=True))
    names = [plan.title for each in programmes.PROGRAMMES.values() for plan in each.plans]
    assert {name for name in names if "Six-Max" in name or "Heads-Up" in name} <= published


def test_what_is_missing_is_said_until_it_is_there(django_assert_max_num_queries: Any) -> None:
    boss = User.objects.create_superuser("boss")
    with django_assert_max_num_queries(9):
        lacking = [str(line.what) for line in open_points.missing()]
    assert lacking[0] == "Two people who can confirm for each other"
    assert "Something to play" in lacking
    request = RequestFactory().get("/admin/")
    request.user = User.objects.get()
    assert [str(line.what) for line in first_page.dashboard(request, {})["missing"]] == lacking
    for owner in (boss, User.objects.create_superuser("second")):
        show_factor(owner)
    programmes.lay_out("daily")
    left = [str(line.what) for line in open_points.missing()]
    assert set(lacking) - set(left) == {lacking[0], "Something to play"}
