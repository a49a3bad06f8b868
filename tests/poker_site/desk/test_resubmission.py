"""A form that waits for a password at the desk: it is done once, by the person who sent it."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
)
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY as RECORDS
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from core import encryption
from payouts.models import CounterOrder
from players.models import User
from players.room_settings import DESK_SHIFT_MINUTES
from poker_site.desk import resubmission, shift
from tests.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-5")]

PASSWORD = "quiet river of nine stones"
PAY_IN = "/admin/payouts/counterorder/pay_in/"
KEY = "8b6f0fb0-5b1f-4b58-9a53-1d0e3a1f6c11"


@pytest.fixture(autouse=True)
def _real_room(settings: Settings) -> None:
    settings.DEMO = False
    cache.clear()


@pytest.fixture
def boss() -> User:
    user = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    TOTP.activate(user, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    return user


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as moment:
        yield moment


@pytest.fixture
def desk(boss: User, clock: time_machine.Traveller) -> Client:
    return signed_in(boss)


def signed_in(user: User, **options: Any) -> Client:
    """Return a browser that gave the second factor an hour ago, and no proof since."""
    client = Client(**options)
    client.force_login(user)
    factor = Authenticator.objects.get(user=user)
    session = client.session
    at = time.time() - 3_600
    session[RECORDS] = [{"method": "mfa", "at": at, "id": factor.pk, "type": "totp"}]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()
    return client


def cash(**other: str) -> dict[str, str]:
    return {
        "_form_submitted": "on",
        "player": "anna",
        "amount": "50",
        "reason": "Cash.",
        "key": KEY,
        **other,
    }


def anna() -> User:
    (player,) = events.players(1, cents=0, prefix="anna")
    User.objects.filter(pk=player.pk).update(username="anna")
    return player


def prove(client: Client, asked: str, password: str = PASSWORD) -> Any:
    return client.post(asked, {"password": password})


def waiting(answer: Any) -> tuple[str, dict[str, str]]:
    """Return where the browser sends the kept form, and which."""
    page = answer.content.decode()
    address = re.search(r'id="go-on"[^>]* action="([^"]+)"', page)
    number = re.search(rf'name="{resubmission.FIELD}" value="([^"]+)"', page)
    assert address is not None, page
    assert number is not None
    return address[1].replace("&amp;", "&"), {resubmission.FIELD: number[1]}


def asked_by(client: Client, address: str = PAY_IN, **form: Any) -> str:
    answer = client.post(address, form, headers={"Referer": "http://testserver/admin/"})
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    return str(answer["Location"])


def test_what_was_typed_is_done_after_the_password(desk: Client) -> None:
    anna()
    asked = asked_by(desk, **cash())
    assert not CounterOrder.objects.exists()
    address, form = waiting(prove(desk, asked))
    assert address == PAY_IN
    desk.post(address, form)
    order = CounterOrder.objects.get()
    assert (order.user.username, order.amount, order.why) == ("anna", 50_00, "Cash.")


def test_a_dialog_goes_on_as_a_page(desk: Client) -> None:
    anna()
    ajax = {"HX-Request": "true"}
    asked = desk.post(PAY_IN, cash(amount="x"), headers=ajax)["HX-Redirect"]
    answer = desk.post(*waiting(prove(desk, asked)))
    assert answer.status_code == 422
    assert "Look at this form again" in answer.content.decode()
    page = answer.content.decode()
    assert "desk-lock" in page, "a whole page of the desk"
    assert 'value="anna"' in page, "with what was typed"
    desk.cookies.clear()
    other = signed_in(User.objects.get(username="boss"))
    asked = other.post(PAY_IN, cash(), headers=ajax)["HX-Redirect"]
    done = other.post(*waiting(prove(other, asked)))
    order = CounterOrder.objects.get()
    assert done["Location"] == reverse("admin:payouts_counterorder_change", args=[order.pk])


def test_it_is_done_once(desk: Client) -> None:
    anna()
    address, form = waiting(prove(desk, asked_by(desk, **cash())))
    desk.post(address, form)
    CounterOrder.objects.get()
    for _ in range(2):
        answer = desk.post(address, form, follow=True)
        assert "has expired" in answer.content.decode()
    assert CounterOrder.objects.count() == 1


def test_it_waits_ten_minutes(desk: Client, clock: time_machine.Traveller) -> None:
    anna()
    asked = asked_by(desk, **cash())
    clock.shift(resubmission.LASTS + 1)
    desk.post(*waiting(prove(desk, asked)))
    assert not CounterOrder.objects.exists()


def test_it_is_done_at_its_address_alone(desk: Client) -> None:
    anna()
    _address, form = waiting(prove(desk, asked_by(desk, **cash())))
    desk.post(PAY_IN.replace("pay_in", "pay_out"), form)
    assert not CounterOrder.objects.exists()


def test_another_session_cannot_do_it(desk: Client, boss: User) -> None:
    """Whoever copies the row of a session into another one has nothing of it."""
    anna()
    address, form = waiting(prove(desk, asked_by(desk, **cash())))
    thief = signed_in(boss)
    session = thief.session
    session[resubmission.KEPT] = desk.session[resubmission.KEPT]
    session[RECORDS] = desk.session[RECORDS]
    session.save()
    thief.post(address, form)
    assert not CounterOrder.objects.exists()


def test_a_wrong_password_does_nothing(desk: Client) -> None:
    anna()
    asked = asked_by(desk, **cash())
    assert "go-on" not in prove(desk, asked, "wrong").content.decode()
    assert not CounterOrder.objects.exists()
    waiting(prove(desk, asked))


def test_what_lies_in_the_database_is_sealed(desk: Client) -> None:
    secret = desk.cookies["sessionid"].value
    asked_by(desk, **cash(reason="A secret reason."))
    stored = [str(row.get_decoded()) for row in Session.objects.all()]
    assert any("sealed" in text for text in stored)
    for word in ("secret reason", "anna", secret):
        assert not any(word in text for text in stored)


def test_neither_files_nor_passwords_are_kept(desk: Client) -> None:
    logo = SimpleUploadedFile("logo.png", b"x", "image/png")
    asked_by(desk, reverse("admin:house_setting", args=["room.logo"]), file=logo)
    page = desk.get(reverse("account_reauthenticate")).content.decode()
    assert "Files are not kept" in page
    form = {"username": "eve", "password1": PASSWORD, "password2": PASSWORD}
    asked = asked_by(desk, reverse("admin:players_user_add"), **form)
    answer = prove(desk, asked)
    assert answer["Location"] == "/admin/"
    assert all(PASSWORD not in str(row.get_decoded()) for row in Session.objects.all())


def test_a_form_of_another_site_is_not_kept(boss: User, clock: time_machine.Traveller) -> None:
    client = signed_in(boss, enforce_csrf_checks=True)
    answer = client.post(PAY_IN, cash())
    assert answer.status_code == 403
    assert "sealed" not in str(client.session.items())


def test_in_a_shift_nothing_is_asked_at_the_counter(
    desk: Client, clock: time_machine.Traveller
) -> None:
    anna()
    desk.post(*waiting(prove(desk, asked_by(desk, **cash()))))
    minutes = DESK_SHIFT_MINUTES.value()
    assert 5 <= minutes <= 60
    for step in range(1, minutes // 9 + 1):
        clock.shift(timedelta(minutes=9))
        key = f"{KEY[:-2]}{step:02}"
        answer = desk.post(PAY_IN, cash(key=key, amount="1"))
        assert "HX-Redirect" in answer, "done"
    # Elsewhere the proof counts for five minutes.
    asked_by(desk, reverse("admin:players_user_add"), username="eve")
    clock.shift(timedelta(minutes=9))
    asked_by(desk, **cash())


def test_who_has_left_is_asked(desk: Client, clock: time_machine.Traveller) -> None:
    anna()
    desk.post(*waiting(prove(desk, asked_by(desk, **cash()))))
    # A page that asks by itself is no member of staff.
    for _ in range(11):
        clock.shift(60)
        desk.get("/admin/", headers={"HX-Request": "true"})
    assert shift.IDLE == 600
    asked_by(desk, **cash())


@pytest.mark.middling
def test_a_locked_desk_shows_nothing_until_the_password_is_given(desk: Client) -> None:
    anna()
    desk.post(*waiting(prove(desk, asked_by(desk, **cash()))))
    assert desk.get("/admin/").status_code == 200
    asked = desk.post(reverse("lock_desk"), {"next": "//evil.example/"})["Location"]
    assert asked == f"{reverse('account_reauthenticate')}?next=%2Fadmin%2F"
    for address in ("/admin/", PAY_IN, reverse("admin:players_player_changelist")):
        assert desk.get(address)["Location"].startswith(reverse("account_reauthenticate"))
    assert desk.post(PAY_IN, cash())["Location"].startswith(reverse("account_reauthenticate"))
    assert prove(desk, asked)["Location"] == "/admin/"
    assert desk.get("/admin/").status_code == 200
    assert Client().post(reverse("lock_desk")).status_code == 302
    assert desk.get(reverse("lock_desk")).status_code == 405


def test_broken_seals_are_refused(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    anna()
    address, form = waiting(prove(desk, asked_by(desk, **cash())))

    def broken(*args: Any, **kwargs: Any) -> bytes:
        raise encryption.Broken

    monkeypatch.setattr(encryption, "take_out", broken)
    assert "has expired" in desk.post(address, form, follow=True).content.decode()
    assert not CounterOrder.objects.exists()
