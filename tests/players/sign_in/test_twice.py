"""Forms that are sent twice at once: one account, one guest, and no error."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from players.models import Guest, User
from players.pages.account_adapter import Entrance

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
FORM = {"username": "berta", "password1": PASSWORD, "password2": PASSWORD, "of_age": "on"}


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    cache.clear()


def send(**other: str) -> tuple[Client, Any]:
    client = Client()
    return client, client.post("/accounts/signup/", {**FORM, **other})


def who(client: Client) -> str:
    return str(client.get("/wallet/").context["user"])


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.rule("NAME-1")
def test_a_sign_up_that_is_sent_twice_makes_one_account_and_signs_in(
    at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first = send()
    if at_once:
        # Both have found the name free.
        monkeypatch.setattr(Entrance, "clean_username", lambda self, name, shallow=False: name)
    client, second = send()
    assert (first.status_code, second.status_code) == (302, 302)
    assert User.objects.filter(username__iexact="berta").count() == 1
    assert who(client) == "berta"


@pytest.mark.rule("NAME-1")
def test_a_name_with_a_nul_is_refused_like_any_other() -> None:
    _, answer = send(username="ber\0ta")
    assert answer.status_code == 200
    assert "username" in answer.context["form"].errors


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.rule("NAME-1")
def test_a_name_that_another_took_meanwhile_is_refused(
    at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    send()
    if at_once:
        monkeypatch.setattr(Entrance, "clean_username", lambda self, name, shallow=False: name)
    other = "a quite other horse"
    client, answer = send(username="BERTA", password1=other, password2=other)
    assert answer.status_code == 200
    assert "username" in answer.context["form"].errors
    assert client.get("/wallet/").status_code == 302
    assert User.objects.count() == 1


@pytest.mark.rule("NAME-1")
def test_the_database_knows_one_name_and_one_confirmed_address_whatever_their_capitals() -> None:
    anna, bruno = User.objects.create_user("anna"), User.objects.create_user("bruno")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANNA")
    EmailAddress.objects.create(user=anna, email="a@example.com", verified=True)
    theirs = EmailAddress.objects.create(user=bruno, email="b@example.com", verified=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        EmailAddress.objects.filter(pk=theirs.pk).update(email="A@example.com")


@pytest.mark.rule("FREE-2")
def test_two_presses_of_one_button_make_one_guest() -> None:
    browser, twice, stranger = Client(), Client(), Client()
    browser.get("/")
    token = browser.get("/accounts/signup/").cookies["csrftoken"].value
    twice.cookies["csrftoken"] = browser.cookies["csrftoken"] = token
    for client in (browser, twice, stranger):
        client.post("/play/", {"of_age": "on"})
    first, second = Guest.objects.order_by("made_at")
    assert who_plays(browser) == who_plays(twice) == first.user_id
    assert who_plays(stranger) == second.user_id


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.rule("FREE-2")
def test_a_guest_s_sign_up_that_is_sent_twice_signs_them_in(
    at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, twice = Client(), Client()
    browser.get("/")
    browser.post("/play/", {"of_age": "on"})
    guest = who_plays(browser)
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    twice.cookies.update(browser.cookies)
    answers = []

    def post(client: Client) -> None:
        answers.append(client.post("/accounts/signup/", FORM))

    if at_once:
        clean = Entrance.clean_username

        def clean_after_the_other(self: Entrance, name: str, shallow: bool = False) -> str:
            # The other press is done between the check of the name and the writing of it.
            cleaned = clean(self, name, shallow)
            monkeypatch.setattr(Entrance, "clean_username", clean)
            post(browser)
            return cleaned

        monkeypatch.setattr(Entrance, "clean_username", clean_after_the_other)
    else:
        post(browser)
    post(twice)
    assert [answer.status_code for answer in answers] == [302, 302]
    assert who_plays(browser) == who_plays(twice) == guest
    assert (who(browser), who(twice)) == ("berta", "berta")


@pytest.mark.rule("FREE-2")
def test_a_former_guest_s_name_stays_taken_for_all_who_do_not_know_the_password() -> None:
    browser = Client()
    browser.post("/play/", {"of_age": "on"})
    browser.post("/accounts/signup/", FORM)
    other = "a quite other horse"
    client, answer = send(password1=other, password2=other)
    assert "username" in answer.context["form"].errors
    assert client.get("/wallet/").status_code == 302


def who_plays(client: Client) -> int:
    return int(client.session["_auth_user_id"])
