"""Where one is signed in: seen by its owner, and ended by them alone."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from players import known_browsers, tasks
from players.models import User
from players.sign_in import sessions

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-1")]

PASSWORD = "correct horse battery"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/130.0.0.0 Safari/537.36"
)
EDGE = f"{CHROME} Edg/130.0.0.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password=PASSWORD)


def signed_in(
    name: str = "anna", user_agent: str = FIREFOX, address: str = "203.0.113.5"
) -> Client:
    client = Client(headers={"User-Agent": user_agent}, REMOTE_ADDR=address)
    login = {"login": name, "password": PASSWORD}
    assert client.post("/accounts/login/", login).status_code == 302
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/wallet/").status_code == 200


@pytest.mark.parametrize(
    ("user_agent", "called"),
    [
        (FIREFOX, ("Firefox", "Linux")),
        (CHROME, ("Chrome", "Windows")),
        (EDGE, ("Edge", "Windows")),
        (IPHONE, ("Safari", "iPhone")),
        ("curl/8.5.0", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_device_is_called_by_its_browser_and_its_system(
    user_agent: str, called: tuple[str, str]
) -> None:
    assert known_browsers.called(user_agent) == called


def test_the_owner_sees_each_session_with_device_and_address_and_this_one_first(anna: User) -> None:
    signed_in(user_agent=IPHONE, address="198.51.100.7")
    here = signed_in()
    page = here.get("/accounts/sessions/")
    assert [row.here for row in page.context["rows"]] == [True, False]
    text = page.content.decode()
    for words in ("Firefox on Linux", "Safari on iPhone", "198.51.100.7", "203.0.113.5"):
        assert words in text
    assert UserSession.objects.count() == 2
    assert "/accounts/sessions/" in here.get("/").content.decode()


@pytest.mark.middling
def test_one_session_is_ended_and_the_others_last(anna: User) -> None:
    lost, here, third = signed_in(user_agent=IPHONE), signed_in(), signed_in(user_agent=CHROME)
    pk = UserSession.objects.get(session_key=lost.session.session_key).pk
    page = here.post(f"/accounts/sessions/{pk}/end/", follow=True)
    assert "That session is closed." in page.content.decode()
    assert [is_signed_in(client) for client in (lost, here, third)] == [False, True, True]
    assert len(page.context["rows"]) == 2


def test_all_others_are_ended_at_once(anna: User) -> None:
    others, here = [signed_in(), signed_in()], signed_in()
    here.post("/accounts/sessions/end-others/")
    assert [is_signed_in(client) for client in (*others, here)] == [False, False, True]


def test_nobody_ends_the_session_of_somebody_else(anna: User) -> None:
    User.objects.create_user("bruno", password=PASSWORD)
    mine, theirs = signed_in(), signed_in("bruno")
    pk = UserSession.objects.get(session_key=mine.session.session_key).pk
    answer = theirs.post(f"/accounts/sessions/{pk}/end/", follow=True)
    assert "This session is already over." in answer.content.decode()
    theirs.post("/accounts/sessions/end-others/")
    assert is_signed_in(mine)


def test_a_session_that_a_new_password_has_ended_is_not_listed(anna: User) -> None:
    old, here = signed_in(), signed_in()
    new = {"oldpassword": PASSWORD, "password1": "another one 12", "password2": "another one 12"}
    assert here.post("/accounts/password/change/", new).status_code == 302
    assert not is_signed_in(old)
    rows = here.get("/accounts/sessions/").context["rows"]
    assert [(row.here, row.session.user_agent) for row in rows] == [(True, FIREFOX)]


def test_sessions_that_are_over_are_forgotten_with_their_addresses(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "AT_ONCE", 1)
    *left, here = (signed_in() for _ in range(4))
    now = timezone.now()
    keys = [client.session.session_key for client in left]
    UserSession.objects.filter(session_key__in=keys).update(created_at=now - timedelta(days=2))
    left[0].post("/accounts/logout/")
    Session.objects.filter(pk__in=keys).update(expire_date=now - timedelta(minutes=1))
    assert tasks.forget_logins() == 2 + 3, "two had run out, three left an address"
    assert UserSession.objects.get().session_key == here.session.session_key
    assert is_signed_in(here)
    assert tasks.forget_logins() == 0


@pytest.mark.parametrize("address", ["", "1/end/", "end-others/"])
def test_who_is_not_signed_in_sees_and_ends_nothing(client: Client, address: str) -> None:
    answer = (
        client.post(f"/accounts/sessions/{address}")
        if address
        else client.get("/accounts/sessions/")
    )
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
