"""A player is called to their tables from every page."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from tables.live import own_tables
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


def test_a_player_who_waits_for_others_is_not_told_that_play_is_on(
    client: Client, room: Callable[..., Room]
) -> None:
    for stacks, said in (((1000, 1000), "play is on"), ((1000, 0), "You have a seat here.")):
        opened = room(*stacks)
        client.force_login(opened.users[1])
        assert said in client.get("/").content.decode()


def test_whoever_sits_nowhere_is_not_called(client: Client, room: Callable[..., Room]) -> None:
    room(1000, 1000)
    assert 'id="calls"' not in client.get("/").content.decode()
    assert own_tables.of_player(user_id=UserId(0)) == []
