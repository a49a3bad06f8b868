"""A player is called to their tables from every page."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from tables.live import calls
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db


def test_every_page_says_whose_turn_it_is_at_once(
    client: Client, room: Callable[..., Room]
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    for seat, user in opened.users.items():
        client.force_login(user)
        page = client.get("/").content.decode()
        assert ("It is your turn." in page) == (seat == opened.mover)
        assert f'href="{reverse("table", args=[opened.table_id])}"' in page
        assert ("seat-call-now" in page) == (seat == opened.mover)


def test_whoever_sits_nowhere_is_not_called(client: Client, room: Callable[..., Room]) -> None:
    room(1000, 1000)
    assert 'id="calls"' not in client.get("/").content.decode()
    assert calls.calls(user_id=UserId(0)) == []
