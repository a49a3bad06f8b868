"""Checking a finished hand: by command, by page, from a downloaded file."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tables.engine.cards import FRENCH
from tables.models import Hand, HandSecret
from tests.harness.unguarded import unguarded
from tests.tables.engine.proofs import FORGERIES, forged, told
from tests.tables.rooms import Room, people

OpenRoom = Callable[..., Room]

# Seat 1 on the button of a heads-up hand: the kings of seat 2 lose to its aces and are mucked.
FIRST_NINE = ["Ks", "As", "Kd", "Ad", "2c", "7h", "8s", "3c", "2d"]
DECK = [*FIRST_NINE, *(card for card in FRENCH if card not in FIRST_NINE)]
SEEN = {"As", "Ad", "7h", "8s", "3c"}


@pytest.fixture
def hand(room: OpenRoom) -> tuple[Hand, Room]:
    """A finished hand in which seat 2 mucked a pair of kings."""
    opened = room(1000, 1000)
    opened.deal()
    while opened.mover != 2:
        opened.fold_out()
        opened.deal()
    opened.fold_out()
    dealt = opened.deal(DECK)
    assert dealt is not None
    for kind in ("call", *["check"] * 6):
        opened.act(kind)
    opened.act("bet", 100)
    opened.act("call")
    return dealt, opened


def verify(what: object) -> str:
    out = StringIO()
    call_command("verify_hand", str(what), stdout=out)
    return out.getvalue()


def proof_for(client: Client, hand: Hand) -> Any:
    return client.get(reverse("hand_proof", args=[hand.pk])).json()


def opened_cards(proof: Any) -> set[str]:
    return {opening["card"] for opening in proof["proofs"]}


def test_a_stored_hand_is_verified_without_telling_a_closed_card(hand: tuple[Hand, Room]) -> None:
    said = verify(hand[0].pk)
    assert "The whole deck as stored: OK" in said
    assert "  1  As  seat 1, card 1    OK" in said
    assert "  5  7h  flop, card 1      OK" in said
    assert "Ks" not in said
    assert said.endswith("cards lay where the fingerprint says.\n")


@pytest.mark.usefixtures("owner")
def test_a_changed_deck_does_not_pass(hand: tuple[Hand, Room]) -> None:
    secret = HandSecret.objects.get(hand=hand[0])
    secret.deck = secret.deck[-2:] + secret.deck[2:-2] + secret.deck[:2]
    with unguarded("tables_handsecret"):
        secret.save()
    with pytest.raises(CommandError, match="NOT dealt"):
        verify(hand[0].pk)


def test_a_hand_in_progress_is_not_verified(room: OpenRoom) -> None:
    dealt = room(1000, 1000).deal()
    assert dealt is not None
    with pytest.raises(CommandError, match="no finished hand"):
        verify(dealt.pk)


def test_a_downloaded_proof_needs_no_room(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(told(5, viewer=0)))
    assert "FAILED" not in verify(path)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_proof_is_called_one(tmp_path: Path, name: str) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(forged(name, told(5, viewer=0))[0]))
    with pytest.raises(CommandError, match="NOT dealt"):
        verify(path)


@pytest.mark.parametrize(
    ("text", "why"), [("{", "not JSON"), ("{}", "no proof"), (None, "No such file")]
)
def test_what_is_no_proof_is_said_to_be_none(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "proof.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(CommandError, match=why):
        verify(path)


def test_everybody_may_check_what_they_saw(client: Client, hand: tuple[Hand, Room]) -> None:
    dealt, opened = hand
    public = proof_for(client, dealt)
    assert public["you"] is None
    assert opened_cards(public) >= SEEN
    assert not opened_cards(public) & {"Ks", "Kd"}
    client.force_login(people(1, "stranger")[0])
    assert proof_for(client, dealt) == public
    client.force_login(opened.users[2])
    assert opened_cards(proof_for(client, dealt)) == opened_cards(public) | {"Ks", "Kd"}
    page = client.get(reverse("verify_hand", args=[dealt.pk])).content.decode()
    assert dealt.commitment in page
    assert reverse("hand_proof", args=[dealt.pk]) in page


def test_a_hand_in_progress_has_no_proof(client: Client, room: OpenRoom) -> None:
    opened = room(1000, 1000)
    dealt = opened.deal()
    assert dealt is not None
    client.force_login(opened.users[1])
    for name in ("verify_hand", "hand_proof"):
        assert client.get(reverse(name, args=[dealt.pk])).status_code == 404


def test_a_folded_card_stays_closed_even_to_the_winner(client: Client, room: OpenRoom) -> None:
    opened = room(1000, 1000, 1000)
    dealt = opened.deal()
    assert dealt is not None
    opened.fold_out()
    client.force_login(opened.users[1])
    proof = proof_for(client, dealt)
    assert len(proof["proofs"]) == 2
    assert {opening["index"] % 3 for opening in proof["proofs"]} == {
        opening["index"] % 3 for opening in proof["proofs"][:1]
    }
    client.logout()
    assert proof_for(client, dealt)["proofs"] == []
