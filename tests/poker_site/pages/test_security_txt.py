"""Where a fault of security is told: a file of RFC 9116, if the operator names a contact."""

import re

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from poker_site.launch.environment import Environment

pytestmark = pytest.mark.django_db
ADDRESS = "/.well-known/security.txt"


def test_the_file_names_contact_and_end(settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@poker.example"
    settings.PUBLIC_URL = "https://poker.example"
    answer = Client().get(ADDRESS)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT00:00:00Z", fields.pop("Expires"))
    assert fields == {
        "Contact": "mailto:security@poker.example",
        "Preferred-Languages": "en, it",
        "Canonical": f"https://poker.example{ADDRESS}",
    }


def test_without_a_contact_there_is_no_file() -> None:
    assert Client().get(ADDRESS).status_code == 404


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", ""),
        ("security@poker.example", "mailto:security@poker.example"),
        ("mailto:security@poker.example", "mailto:security@poker.example"),
        ("https://poker.example/security", "https://poker.example/security"),
    ],
)
def test_a_contact_is_an_address_of_mail_or_of_a_page(
    monkeypatch: pytest.MonkeyPatch, text: str, meant: str
) -> None:
    monkeypatch.setenv("CONTACT", text)
    assert Environment().contact("CONTACT") == meant


@pytest.mark.parametrize(
    "text", ["me", "http://poker.example", "a@b\nContact: c@d", "@", "javascript:x"]
)
def test_no_other_contact_is_taken(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("CONTACT", text)
    with pytest.raises(ImproperlyConfigured, match=r"^CONTACT: not like security@"):
        Environment().contact("CONTACT")
