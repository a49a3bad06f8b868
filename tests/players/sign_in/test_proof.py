"""A borrowed session: what it cannot change, and what its owner hears."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from players.models import Mail, Notice, User

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-5")]

PASSWORD = "correct horse battery"
OLD, NEW = "anna@example.com", "eve@example.com"


@pytest.fixture(autouse=True)
def _mails_wait(settings: Any) -> None:
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    settings.MAIL_SENT_BY = "a mail server"


@pytest.fixture
def anna(client: Client) -> User:
    user = User.objects.create_user("anna", OLD, PASSWORD)
    EmailAddress.objects.create(user=user, email=OLD, verified=True, primary=True)
    client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    return user


def change(client: Client, action: str, address: str) -> str:
    answer = client.post(reverse("account_email"), {"email": address, f"action_{action}": ""})
    return str(answer["Location"])


def prove(client: Client, *, then: str) -> Any:
    return client.post(f"{reverse('account_reauthenticate')}", {"password": PASSWORD, "next": then})


def changes() -> list[str]:
    return [row.data["account"] for row in Notice.objects.filter(kind="account").order_by("pk")]


def mailed(address: str) -> list[str]:
    rows = Mail.objects.filter(to=address, subject="Your account has changed").order_by("pk")
    return [row.body for row in rows]


@pytest.mark.parametrize("action", ["add", "primary", "remove"])
def test_a_borrowed_session_changes_no_address(client: Client, anna: User, action: str) -> None:
    EmailAddress.objects.create(user=anna, email="two@example.com", verified=True)
    asked = change(client, action, NEW if action == "add" else "two@example.com")
    assert asked.startswith(reverse("account_reauthenticate"))
    assert not EmailAddress.objects.filter(email=NEW).exists()
    assert EmailAddress.objects.get(primary=True).email == OLD
    assert EmailAddress.objects.filter(email="two@example.com").exists()


def test_a_request_that_waits_for_the_password_stores_no_cookie(client: Client, anna: User) -> None:
    # allauth keeps it in the session as it came, until the password has been given.
    secret = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    client.post(reverse("end_other_sessions"), {"kept": NEW})
    stored = [str(row.get_decoded()) for row in Session.objects.all()]
    assert any("kept=" in text for text in stored)
    assert not any(secret in text for text in stored)


def test_the_former_addresses_hear_of_each_change(client: Client, anna: User) -> None:
    change(client, "add", NEW)
    prove(client, then=reverse("account_email"))
    assert EmailAddress.objects.filter(email=NEW).exists(), "what was sent is done after the proof"
    EmailAddress.objects.filter(email=NEW).update(verified=True)
    change(client, "primary", NEW)
    change(client, "remove", OLD)
    assert changes() == ["address_added", "address_primary", "address_removed"]
    added, primary, removed = mailed(OLD)
    assert f"{NEW} was added" in added
    assert f"{NEW} is the main address" in primary
    assert f"{OLD} was removed" in removed
    assert "change your password at once" in removed
    assert len(mailed(NEW)) == 1, "the new address hears of what comes after it"


def test_an_address_that_was_never_confirmed_hears_nothing(client: Client, anna: User) -> None:
    EmailAddress.objects.filter(email=OLD).update(verified=False)
    change(client, "add", NEW)
    prove(client, then=reverse("account_email"))
    new = {"password1": "another horse battery", "password2": "another horse battery"}
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **new})
    change(client, "remove", NEW)
    change(client, "add", "two@example.com")
    EmailAddress.objects.filter(email="two@example.com").update(verified=True)
    change(client, "primary", "two@example.com")
    change(client, "remove", OLD)
    told = ["address_added", "password", "address_removed", "address_added"]
    assert changes() == [*told, "address_primary", "address_removed"]
    assert mailed(OLD) == mailed(NEW) == []
    assert len(mailed("two@example.com")) == 1


def test_a_new_password_and_a_second_factor_are_told(client: Client, anna: User) -> None:
    asked = client.get(reverse("mfa_activate_totp"))
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    new = {"password1": "another horse battery", "password2": "another horse battery"}
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **new})
    assert changes() == ["password"]
    assert "has a new password" in mailed(OLD)[0]


def test_a_borrowed_session_ends_no_other_one(client: Client, anna: User) -> None:
    other = Client()
    other.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    session = UserSession.objects.exclude(session_key=client.session.session_key).get()
    one = reverse("end_session", args=[session.pk])
    for address in (one, reverse("end_other_sessions")):
        asked = client.post(address)["Location"]
        assert asked.startswith(reverse("account_reauthenticate"))
        assert other.get("/wallet/").status_code == 200
    client.post(one)
    prove(client, then=one)
    assert other.get("/wallet/").status_code == 302


def test_guests_have_nothing_to_prove_with_and_are_not_asked(client: Client) -> None:
    client.force_login(User.objects.create_user("no password"))
    assert client.post(reverse("end_other_sessions"))["Location"] == reverse("sessions")
