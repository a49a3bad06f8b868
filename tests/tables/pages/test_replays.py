"""The replayer sends the frames that the table sent, and nothing else."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.types import SeatNo
from tables.models import Hand, Table
from tables.pages import replays
from tables.storage import packed_events
from tables.wire.difference import apply
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people
from tests.tables.test_secrets import cards_in

OpenRoom = Callable[..., Room]
# What a hand does not store, and what belongs to the table's own count.
UNKNOWN = ("version", "clock", "notice", "status")
OF_SEATS = ("bank_ms", "away", "avatar")


def known(table: dict[str, Any]) -> dict[str, Any]:
    dealt = {part["seat"] for part in table["hand"]["seats"]}
    seats = [
        {key: part for key, part in seat.items() if key not in OF_SEATS}
        for seat in table["seats"]
        if seat["seat"] in dealt
    ]
    return {key: part for key, part in table.items() if key not in UNKNOWN} | {"seats": seats}


def replayed(hand: Hand, seat: int) -> list[Any]:
    players = list(hand.players.order_by("seat_no"))
    events = packed_events.of_hand(hand.pk)
    return [*replays.frames_of(hand, players, events, seat=SeatNo(seat))]


def states(table: Any, frames: list[Any]) -> list[tuple[Any, Any]]:
    """After each update: its events, and what is known of the table."""
    seen = []
    for frame in frames:
        if frame["type"] == "update":
            table = apply(table, frame["change"])
            seen.append((frame["events"], known(table)))
    return seen


@pytest.mark.parametrize("game", ["nlhe", "plo8", "flo8", "italian"])
@pytest.mark.django_db(transaction=True)
def test_each_player_is_shown_the_frames_that_were_sent_to_them(
    room: OpenRoom, tape: Tape, game: str
) -> None:
    opened, dice = room(500, 800, 1000, 1200), Random(4)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    for _ in range(6):
        before = opened.snapshot()["table"]
        tape.read()
        hand = opened.deal()
        if hand is None:
            break
        opened.play_on(dice)
        sent = tape.read()
        hand.refresh_from_db()
        public = [frame for place, frame in sent if place == str(opened.table_id)]
        for player in hand.players.all():
            own = f"{opened.table_id}:{player.user_id}"
            snapshot, *frames = replayed(hand, player.seat_no)
            assert states(snapshot["table"], frames) == states(before, public)
            cards = [frame for frame in frames if frame["type"] == "cards"]
            told = [frame for place, frame in sent if place == own and frame["type"] == "cards"]
            assert [frame["cards"] for frame in cards] == [frame["cards"] for frame in told]
            mine = {card for frame in cards for card in frame["cards"]}
            assert cards_in(snapshot) == set()
            assert cards_in(frames) == mine | cards_in(public)


@pytest.mark.django_db
def test_a_player_alone_replays_a_hand_and_only_once_it_is_over(
    client: Client, room: OpenRoom
) -> None:
    opened = room(1000, 1000, 1000)
    hand = opened.deal()
    assert hand is not None
    address = reverse("replay_hand", args=[hand.pk])
    client.force_login(opened.users[2])
    assert client.get(address).status_code == 404
    opened.fold_out()
    answer = client.get(address)
    _, deal, cards, *_ = answer.context["frames"]
    assert deal["events"][0]["e"] == "start"
    assert cards_in(answer.context["frames"]) == set(cards["cards"])
    assert address in client.get(reverse("hand", args=[hand.pk])).content.decode()
    client.force_login(people(1, "stranger")[0])
    assert client.get(address).status_code == 404
    client.logout()
    assert client.get(address).status_code == 302
