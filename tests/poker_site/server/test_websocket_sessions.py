"""Who opens a websocket: whoever's session its cookie names."""

import asyncio
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.types import UserId
from players.models import User
from players.staff import demands
from poker_site.bots.session import open_session
from poker_site.server.websocket_sessions import BySession

pytestmark = pytest.mark.django_db(transaction=True)


def opened_by(*cookies: str) -> dict[str, Any]:
    """The scope of a websocket as it comes to the rooms behind."""
    seen: dict[str, Any] = {}

    async def look(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.update(scope)

    headers = [(b"host", b"room"), (b"cookie", "; ".join(cookies).encode())]
    asyncio.run(BySession(look)({"type": "websocket", "headers": headers}, None, None))
    return seen


def test_a_session_brings_its_user_and_the_other_cookies_stay() -> None:
    anna = User.objects.create_user("anna")
    key = open_session(anna)
    scope = opened_by(f"{settings.SESSION_COOKIE_NAME}={key}", "django_language=it")
    assert (scope["user"], scope["session"].secret) == (anna, key)
    assert scope["cookies"]["django_language"] == "it"


def test_whoever_changed_their_password_elsewhere_is_a_stranger_here() -> None:
    anna = User.objects.create_user("anna")
    cookie = f"{settings.SESSION_COOKIE_NAME}={open_session(anna)}"
    anna.set_password("another")
    anna.save()
    assert opened_by(cookie)["user"] == AnonymousUser()


@pytest.mark.rule("STAFF-7")
def test_whoever_is_asked_for_a_new_password_opens_nothing_before(client: Client) -> None:
    anna = User.objects.create_user("anna", password="an old password")
    boss = User.objects.create_superuser("boss")
    now = timezone.now()
    demands.make(user_id=UserId(anna.pk), kind="password", by=boss.pk, why="A leak", now=now)
    said = {"login": "anna", "password": "an old password"}
    assert client.post(reverse("account_login"), said).status_code == 302
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"
    assert opened_by(cookie)["user"] == AnonymousUser()
    demands.meet(user_id=UserId(anna.pk), kind="password", now=now)
    assert opened_by(cookie)["user"] == anna


@pytest.mark.parametrize("cookies", [[], ["nothing"], [f"{settings.SESSION_COOKIE_NAME}=x'--"]])
def test_without_a_session_of_ours_somebody_is_a_stranger(cookies: list[str]) -> None:
    assert opened_by(*cookies)["user"] == AnonymousUser()
