"""The gate before the tables of private events: who is asked about, and how often."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from players.models import User
from tables.wire import spectators
from tests.tables.conversations import Watch
from tests.tables.rooms import Room

OpenRoom = Callable[..., Room]
NOBODY = AnonymousUser()


def test_where_no_gate_is_everybody_may_watch() -> None:
    assert spectators.may_watch("cash:1", NOBODY)


def test_nobody_watches_a_table_whose_event_has_no_name() -> None:
    assert not spectators.may_watch("tournament:", NOBODY)


@pytest.mark.django_db(transaction=True)
def test_a_spectator_is_asked_about_once_a_connection_and_a_player_never(
    room: OpenRoom, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    asked: list[Any] = []

    def let_in(number: int, user: User | AnonymousUser) -> bool:
        asked.append((number, user.pk))
        return True

    monkeypatch.setitem(spectators._gates, "tournament", let_in)
    player, spectator = watch(opened.table_id, opened.users[1]), watch(opened.table_id)
    opened.deal()
    for socket in (player, spectator):
        socket.until("update")
        socket.say(type="snapshot")
        socket.until("snapshot")
    assert asked == [(1, None)]


@pytest.mark.django_db
def test_who_played_a_hand_reads_it_whatever_the_gate_says(
    client: Client, room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    opened.fold_out()
    monkeypatch.setitem(spectators._gates, "tournament", lambda number, user: False)
    address = reverse("hand_proof", args=[hand.pk])
    assert client.get(address).status_code == 302
    client.force_login(opened.users[1])
    assert client.get(address).status_code == 200
