"""Wrong passwords against a name that everybody knows: who guesses is stopped, its owner is not."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from players import known_browsers
from players.models import Login, User
from players.sign_in.passwords import NormalPBKDF2

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-2")]

PASSWORD = "correct horse battery"
TOO_MANY = "too_many_login_attempts"


@pytest.fixture(autouse=True)
def _nobody_has_tried(settings: Any) -> Iterator[None]:
    """And a guess takes no time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def anna() -> User:
    return User.objects.create_user("anna", password=PASSWORD)


def browser(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def enters(client: Client, password: str = PASSWORD, name: str = "anna") -> bool:
    answer = client.post("/accounts/login/", {"login": name, "password": password})
    return answer.status_code == 302


def guesses(client: Client, times: int, name: str = "anna") -> None:
    for _ in range(times):
        assert not enters(client, "wrong", name)


def test_five_wrong_passwords_shut_out_the_address_they_come_from_and_no_other() -> None:
    guesses(browser("198.51.100.7"), 5)
    assert not enters(browser("198.51.100.7"))
    assert enters(browser("203.0.113.5"))


def test_a_name_written_otherwise_is_the_same_name() -> None:
    guesses(browser("198.51.100.7"), 3)
    guesses(browser("198.51.100.7"), 2, "ANNA")
    assert not enters(browser("198.51.100.7"))


@pytest.mark.slow
def test_guesses_from_everywhere_are_stopped_by_the_name() -> None:
    for host in range(1, 13):
        guesses(browser(f"198.51.100.{host}"), 5)
    assert not enters(browser("203.0.113.5"))


@pytest.mark.slow
def test_one_address_alone_does_not_use_the_name_up() -> None:
    for _minute in range(20):
        guesses(browser("198.51.100.7"), 5)
    assert enters(browser("203.0.113.5"))


@pytest.mark.slow
def test_a_device_that_the_owner_has_used_comes_in_all_the_same() -> None:
    home = browser("198.51.100.1")
    assert enters(home)
    home.post("/accounts/logout/")
    for host in range(1, 14):
        guesses(browser(f"198.51.100.{host}"), 5)
    assert not enters(browser("203.0.113.5"))
    assert enters(home)


def test_a_device_counts_its_own_wrong_passwords() -> None:
    home = browser("198.51.100.1")
    assert enters(home)
    home.post("/accounts/logout/")
    guesses(home, 5)
    assert not enters(home)


def test_a_device_knows_only_those_who_have_signed_in_with_it() -> None:
    User.objects.create_user("bruno", password=PASSWORD)
    home = browser("198.51.100.1")
    assert enters(home)
    home.post("/accounts/logout/")
    guesses(browser("198.51.100.1"), 5, "bruno")
    assert not enters(home, name="bruno")


def test_a_cookie_that_we_did_not_sign_is_no_device() -> None:
    home = browser("198.51.100.1")
    home.cookies[known_browsers.COOKIE] = known_browsers.remember(None, "anna")[:-1]
    guesses(home, 5)
    assert enters(browser("203.0.113.5"))
    assert not enters(home)


def test_a_wrong_password_is_not_forgotten_when_the_right_one_comes() -> None:
    home = browser("198.51.100.7")
    guesses(home, 4)
    assert enters(browser("198.51.100.7"))
    guesses(home, 1)
    assert not enters(browser("198.51.100.7"))


def test_the_cookie_is_for_nobody_s_script() -> None:
    home = browser("198.51.100.1")
    assert enters(home)
    cookie = home.cookies[known_browsers.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_an_ipv4_address_by_ipv6_is_shut_out_alone_and_kept_as_it_is() -> None:
    guesses(browser("::ffff:198.51.100.7"), 5)
    assert not enters(browser("198.51.100.7")), "the same address"
    assert enters(browser("::ffff:203.0.113.5"))
    assert Login.objects.latest("pk").address == "203.0.113.5"
    guesses(browser("2001:db8:1:2::1"), 5)
    assert not enters(browser("2001:db8:1:2:ffff::9")), "one customer has a /64"
    assert enters(browser("2001:db8:1:3::9"))
    assert Login.objects.latest("pk").address == "2001:db8:1:3::9"


def test_a_password_is_the_same_however_its_letters_are_composed() -> None:
    hasher = NormalPBKDF2()
    composed, apart = "pass\u00e9 compos\u00e9", "passe\u0301 compose\u0301"
    assert hasher.verify(apart, hasher.encode(composed, "salt", 1))
    assert hasher.verify(composed, hasher.encode(apart, "salt", 1))
    assert not hasher.verify("passe compose", hasher.encode(composed, "salt", 1))


@pytest.mark.parametrize("door", ["account_login", "account_signup"])
def test_a_stale_form_at_the_door_becomes_a_new_one(door: str) -> None:
    client = Client(enforce_csrf_checks=True)
    page = reverse(door)
    answer = client.post(page, {"login": "anna", "csrfmiddlewaretoken": "x" * 64})
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert "This form was out of date" in client.get(page).content.decode()
    assert client.post("/accounts/logout/").status_code == 403, "other forms are refused"


@pytest.mark.parametrize("page", ["-1", "%", "\N{WHITE SMILING FACE}", "lobby", "//evil.example/"])
@pytest.mark.parametrize("address", ["/cash/games/1/star/", "/series/1/star/", "/accounts/login/"])
def test_a_way_back_that_is_no_page_of_ours_is_not_gone(
    anna: User, page: str, address: str
) -> None:
    client = browser("198.51.100.7")
    login = {"login": "anna", "password": PASSWORD}
    if address != "/accounts/login/":
        client.post("/accounts/login/", login)
    answer = client.post(address, {**login, "next": page})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/")
    assert not answer["Location"].startswith("//")


def test_a_mail_leads_to_the_room_s_own_address(anna: User, settings: Any) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://poker.example", ["inside.example"]
    anna.email = "anna@example.com"
    anna.save()
    asked = {"email": "anna@example.com"}
    browser("198.51.100.7").post(
        "/accounts/password/reset/", asked, headers={"host": "inside.example:8443"}
    )
    body = str(mail.outbox[-1].body)
    assert "https://poker.example/accounts/password/reset/key/" in body
    assert "inside.example" not in body


def test_a_sign_up_does_not_tell_which_addresses_have_an_account(anna: User) -> None:
    anna.email = "anna@example.com"
    anna.save()
    anna.emailaddress_set.create(email="anna@example.com", verified=True, primary=True)  # type: ignore[attr-defined]
    answers = []
    for name, email in (("berta", "anna@example.com"), ("carla", "new@example.com")):
        client = browser("198.51.100.7")
        words = {"password1": PASSWORD, "password2": PASSWORD, "of_age": "on"}
        answer = client.post("/accounts/signup/", {"username": name, "email": email, **words})
        answers.append((answer.status_code, answer.headers.get("Location")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 302
