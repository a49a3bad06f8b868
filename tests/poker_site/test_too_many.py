"""The page of somebody who signs up too often (429)."""

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Too many tries"), ("it", "Troppi tentativi")]
)
def test_too_many_tries_are_told_in_the_readers_language(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setattr(ratelimit, "consume", lambda *args, **kwargs: False)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.post(reverse("account_signup"), {"username": "anna"})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"
    page = answer.content.decode()
    assert words in page
    assert "<nav" in page, "a page of the room"


def test_the_twenty_first_sign_up_of_an_address_in_a_minute_waits(client: Client) -> None:
    cache.clear()
    asked = [client.post(reverse("account_signup"), {}).status_code for _ in range(21)]
    assert asked == [200] * 20 + [429]
