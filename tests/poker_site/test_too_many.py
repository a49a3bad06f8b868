"""Too many sign-ups or requests to the API: the answer 429."""

from datetime import UTC, datetime
from typing import Any

import pytest
import redis
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from tests.tables.rooms import people

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


def test_the_api_answers_a_player_so_often_in_a_minute(
    client: Client, settings: Any, time_machine: TimeMachineFixture
) -> None:
    cache.clear()
    time_machine.move_to(datetime(2026, 3, 1, 12, 0, 20, tzinfo=UTC), tick=False)
    settings.API_PER_MINUTE = 2
    anna, ben = people(2, "asker")
    address = reverse("api-tournament-list")
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429], "an address"
    client.force_login(anna)
    answers = [client.get(address, headers={"Accept-Language": "it"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2]["Retry-After"] == "40"
    assert answers[2].json()["code"] == "TOO_MANY_REQUESTS"
    assert "troppo frequenti" in answers[2].json()["message"]
    other = Client()
    other.force_login(ben)
    assert other.get(address).status_code == 200
    time_machine.shift(40)
    assert client.get(address).status_code == 200


def test_without_redis_nobody_is_turned_away(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(redis.client.Pipeline, "execute", gone)
    assert client.get(reverse("api-tournament-list")).status_code == 200
