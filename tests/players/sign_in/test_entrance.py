"""Wrong passwords against a name that everybody knows: who guesses is stopped, its owner is not."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from players import devices

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
    home.cookies[devices.COOKIE] = devices.remember(None, "anna")[:-1]
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
    cookie = home.cookies[devices.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
