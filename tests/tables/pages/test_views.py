"""The table's page, and who may read which hand."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.contacts import keeping
from tables.engine.cards import HIDDEN, split
from tables.models import Hand
from tables.templatetags.games import won
from tests.tables.rooms import Room, people

OpenRoom = Callable[..., Room]


def finished(room: Room) -> Hand:
    hand = room.deal()
    assert hand is not None
    room.fold_out()
    return hand


def test_anybody_may_watch_a_table(client: Client, room: OpenRoom) -> None:
    opened = room(1000, 1000)
    page = client.get(reverse("table", args=[opened.table_id])).content.decode()
    assert f'data-at="table/{opened.table_id}"' in page
    assert client.get(reverse("table", args=[opened.table_id + 1])).status_code == 404


@pytest.mark.rule("CHAT-4")
def test_a_reader_s_own_notes_are_on_each_table_and_no_one_else_s(
    client: Client, room: OpenRoom
) -> None:
    opened = room(1000, 1000)
    anna, bea = opened.users[1], opened.users[2]
    keeping.write_note(owner_id=anna.pk, other_id=bea.pk, note="calls", colour="red")
    page, tile = reverse("table", args=[opened.table_id]), reverse("tables_tile")
    at = {"at": f"table/{opened.table_id}"}
    assert "data-marks" not in client.get(page).content.decode()
    client.force_login(anna)
    for answer in (client.get(page), client.get(tile, at)):
        assert "&quot;note&quot;: &quot;calls&quot;" in answer.content.decode()
    client.force_login(bea)
    assert 'data-marks="{}"' in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "posts the small blind, 10"), ("it", "mette il piccolo buio, 10")],
)
def test_a_player_reads_their_finished_hand(
    client: Client, room: OpenRoom, language: str, sentence: str
) -> None:
    opened = room(1000, 1000, 1000)
    hand = finished(opened)
    client.force_login(opened.users[2])
    client.cookies["django_language"] = language
    response = client.get(reverse("hand", args=[hand.pk]))
    page = response.content.decode()
    assert hand.commitment in page
    assert response.context["mine"].seat_no == 2
    assert 'class="mini-card suit-' in page
    assert sentence in page


def test_a_hand_of_others_is_not_found(client: Client, room: OpenRoom) -> None:
    hand = finished(room(1000, 1000))
    (stranger,) = people(1, "stranger")
    assert client.get(reverse("hand", args=[hand.pk])).status_code == 302
    client.force_login(stranger)
    assert client.get(reverse("hand", args=[hand.pk])).status_code == 404
    assert client.get(reverse("hand", args=[hand.pk + 1])).status_code == 404


def test_a_hand_in_progress_is_not_found_even_by_its_players(
    client: Client, room: OpenRoom
) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    client.force_login(opened.users[1])
    assert client.get(reverse("hand", args=[hand.pk])).status_code == 404
    assert client.get(reverse("my_hands")).context["hands"] == []


@pytest.mark.slow
def test_a_page_never_holds_a_card_that_its_reader_did_not_see(
    client: Client, room: OpenRoom
) -> None:
    opened, dice = room(1500, 1500, 1500, 1500), Random(7)
    for _ in range(12):
        hand = opened.deal()
        if hand is None:
            break
        opened.play_on(dice)
        for seat, user in opened.users.items():
            if hand.players.filter(user=user).exists():
                client.force_login(user)
                context = client.get(reverse("hand", args=[hand.pk])).context
                assert cards_in(context) <= cards_known_to(opened, seat)


def cards_in(context: Any) -> set[str]:
    """Every open card that the hand's page is made of."""
    chapters = context["chapters"]
    cards = {code for chapter in chapters for code in chapter.cards}
    cards |= {code for chapter in chapters for line in chapter.lines for code in line.cards}
    cards |= {code for _, seat, _ in context["players"] for code in seat["cards"]}
    return cards - {HIDDEN}


def cards_known_to(room: Room, seat: int) -> set[str]:
    """The board, what was shown at the table, and what the player of ``seat`` was dealt."""
    public = room.snapshot()["table"]["hand"]
    shown = {code for row in public["seats"] for code in row["cards"]}
    hand = room.table.live.hand
    assert hand is not None
    return shown | set(public["board"]) | set(split(hand.hole[seat]))


@pytest.mark.middling
def test_my_hands_are_leafed_through_from_the_latest_to_the_first_and_back(
    client: Client, room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.pages.views.HANDS_A_PAGE", 2)
    opened = room(1000, 1000)
    for _ in range(5):
        finished(opened)
    client.force_login(opened.users[1])

    def numbers(address: str) -> list[int]:
        page = client.get(reverse("my_hands") + address)
        for rel, way in (("prev", "newer"), ("next", "older")):
            links[way] = (
                re.findall(rf'href="([^"]+)" rel="{rel}"', page.content.decode()) or [""]
            )[0]
        return [hand.player.hand.number for hand in page.context["hands"]]

    links: dict[str, str] = {}
    seen: list[list[int]] = []
    address = ""
    while address or not seen:
        seen.append(numbers(address))
        address = links["older"]
    assert seen == [[5, 4], [3, 2], [1]]
    assert numbers(links["newer"]) == [3, 2]
    assert links["older"]
    assert numbers(links["newer"]) == [5, 4]
    assert not links["newer"]
    for anything in ("?before=x", "?after=-1", "?before=99999999999999"):
        assert numbers(anything) == [5, 4]


def test_my_hands_show_own_cards_and_what_they_brought(client: Client, room: OpenRoom) -> None:
    opened = room(1000, 1000)
    finished(opened)
    finished(opened)
    client.force_login(opened.users[1])
    hands = client.get(reverse("my_hands")).context["hands"]
    assert [hand.player.hand.number for hand in hands] == [2, 1]
    assert all(len(hand.cards) == 2 and "??" not in hand.cards for hand in hands)
    assert sorted(hand.change for hand in hands) == [-10, 10]
    newest = client.get(reverse("hand", args=[hands[0].player.hand_id]))
    assert (newest.context["older"], newest.context["newer"]) == (hands[1].player.hand_id, None)


@pytest.mark.parametrize(
    ("event", "change", "said"),
    [
        ("cash:1", 0, "€0.00"),
        ("cash:1", 150, "+€1.50"),
        ("cash:1", -150, "-€1.50"),
        ("tournament:1", 0, "0"),
        ("play:1", -150, "-150"),
    ],
)
def test_what_a_hand_brought_is_money_where_it_is_played_for(
    event: str, change: int, said: str
) -> None:
    assert won(change, Hand(event=event)) == said.replace("-", "\N{MINUS SIGN}")
