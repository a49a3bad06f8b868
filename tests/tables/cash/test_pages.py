"""The page of cash games, taking a seat over HTTP, and what is told of such hands."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tables.cash import lobby
from tables.engine import rake
from tables.models import CashGame, CashStay, Hand
from tests.tables.cash.setting import WALLET, CashRoom, cash_room

pytestmark = pytest.mark.django_db

KEY = "0123456789abcdef"


def sit(client: Client, room: CashRoom, **wish: Any) -> Any:
    return client.post(
        reverse("api_cash_sit", args=[room.table_id]),
        json.dumps({"amount": 500, "key": KEY, **wish}),
        content_type="application/json",
    )


@pytest.mark.rule("LOBBY-1")
@pytest.mark.rule("RAKE-3", "INFO-2")
def test_the_list_shows_stakes_buy_ins_and_rake(client: Client) -> None:
    room = cash_room(1000, 600)
    page = client.get(reverse("cash")).content.decode()
    for words in (
        "NL10",
        "€0.05/€0.10",
        "€3–€10",
        "€0.01 for each €0.16",
        "two players: at most €1.25",
        "3 to 4: at most €1",
        "5 to 6: at most €2",
        "straddle",
        "20 s to act · 1 s when sitting out",
    ):
        assert words in page
    assert reverse("table", args=[room.table_id]) in page


@pytest.mark.rule("RAKE-2", "RAKE-3", "LOBBY-1")
def test_in_a_gap_of_the_tariff_both_neighbours_are_shown(client: Client) -> None:
    cash_room(small_blind=60, big_blind=120)
    page = client.get(reverse("cash")).content.decode()
    assert (
        "€0.01 for each €0.18 or 5.5% of the pot in steps of €1, rounded down to a multiple of"
        " €0.05, whichever is less"
    ) in page
    assert "5 to 6: at most €3.25" in page


@pytest.mark.rule("RAKE-2", "INFO-2")
def test_a_rate_with_a_part_of_a_cent_is_a_percentage_of_whole_steps(client: Client) -> None:
    """A pot of 9.00 pays 0.45, none of it 0.55 of every 10.00."""
    cash_room(small_blind=100, big_blind=200)
    said = "5.5% of the pot in steps of €1, rounded down to a multiple of €0.05<"
    assert said in client.get(reverse("cash")).content.decode()
    (rate,) = rake.rates(big_blind=200)
    (taken,) = [lobby.taken(rate)]
    assert taken.percent is not None
    for pot in range(0, 5_000, 7):
        steps = pot - pot % taken.unit
        said_of_it = steps * taken.percent // 10_000
        assert rate.of(pot) == said_of_it - said_of_it % taken.chip
    assert rate.of(900) == 45


def test_the_list_alone_is_what_htmx_gets_and_who_sits_is_led_back(client: Client) -> None:
    room = cash_room(1000)
    client.force_login(room.people[1])
    part = client.get(reverse("cash"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert ">Play</a>" in part


def test_where_no_game_is_offered_the_page_says_so(client: Client) -> None:
    assert "No cash table is open" in client.get(reverse("cash")).content.decode()


@pytest.mark.rule("LOBBY-1")
def test_the_table_brings_its_terms(client: Client) -> None:
    room = cash_room()
    client.force_login(room.people[1])
    page = client.get(reverse("table", args=[room.table_id])).content.decode()
    assert 'data-least="300" data-most="1000" data-balance="200000"' in page
    assert "Bring {range}" in page
    assert "Back to the cash games" in page


def test_one_sits_down_over_http_once_per_key(client: Client) -> None:
    room = cash_room()
    client.force_login(room.people[1])
    answers = [sit(client, room).json() for _ in range(3)]
    assert answers == [{"stay": CashStay.objects.get().pk}] * 3
    assert room.wallet(1) == WALLET - 500
    [listed] = client.get(reverse("api_cash")).json()
    assert (listed["players"], listed["seated"], listed["most_buy_in"]) == (1, True, 1000)


@pytest.mark.parametrize(
    "wish",
    [
        {"amount": "much"},
        {"amount": None},
        {"key": ""},
        {"key": "../../etc"},
        {"seat": "first"},
        {"posts": "perhaps"},
    ],
)
def test_a_wish_without_sense_is_malformed(client: Client, wish: dict[str, Any]) -> None:
    room = cash_room()
    client.force_login(room.people[1])
    assert sit(client, room, **wish).status_code == 400
    assert room.escrow == 0


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"amount": -500}, "BUY_IN_TOO_SMALL"),
        ({"amount": 10**18}, "BUY_IN_TOO_LARGE"),
        ({"seat": 99}, "NO_SUCH_SEAT"),
        ({"seat": 2}, "SEAT_TAKEN"),
    ],
)
def test_what_may_not_be_is_refused_by_name(
    client: Client, wish: dict[str, Any], code: str
) -> None:
    room = cash_room()
    room.sit(2)
    client.force_login(room.people[1])
    answer = sit(client, room, **wish)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert room.wallet(1) == WALLET


@pytest.mark.rule("CASH-1")
def test_page_and_api_say_what_whoever_comes_back_brings(client: Client) -> None:
    room = cash_room()
    client.force_login(room.people[1])
    listed = client.get(reverse("api_cash")).json()[0]
    assert (listed["new_money"], listed["due"], listed["due_until"]) == (1_000_00, None, None)
    room.now = timezone.now()
    room.sit(1, 700)
    room.leave(1)
    listed = client.get(reverse("api_cash")).json()[0]
    assert (listed["new_money"], listed["due"]) == (993_00, 700)
    assert parse_datetime(listed["due_until"]) == room.now + timedelta(hours=2)
    page = client.get(reverse("table", args=[room.table_id])).content.decode()
    assert 'data-least="700" data-most="1000"' in page
    assert 'data-allowed="1000" data-back="yes"' in page
    assert (listed["least_now"], listed["most_now"]) == (700, 1000)
    answer = sit(client, room, amount=500).json()
    assert answer["code"] == "NOT_WHAT_YOU_TOOK"
    assert "at least €7.00" in answer["message"]
    client.logout()
    assert client.get(reverse("api_cash")).json()[0]["due"] is None
    page = client.get(reverse("table", args=[room.table_id])).content.decode()
    assert 'data-allowed="1000" data-back=""' in page


def test_only_players_sit_down(client: Client) -> None:
    room = cash_room()
    assert sit(client, room).status_code == 403


def test_the_statement_names_the_table(client: Client) -> None:
    room = cash_room(1000)
    client.force_login(room.people[1])
    page = client.get(reverse("wallet")).content.decode()
    assert "Chips bought" in page
    assert "NL10 · 1" in page


@pytest.mark.middling
@pytest.mark.rule("RAKE-1")
def test_a_hand_for_money_is_told_in_money_with_its_rake(client: Client) -> None:
    room = cash_room(1000, 1000, 1000)
    room.choose(1, straddles=True)
    room.deal()
    room.act("raise", 100)
    room.act("call")
    room.act("fold")
    room.check_down()
    hand = Hand.objects.get()
    player = hand.players.order_by("seat_no")[0]
    client.force_login(player.user)
    page = client.get(reverse("hand", args=[hand.pk])).content.decode()
    taken = room.rake
    assert f"The house takes €0.{taken:02}" in page
    assert "posts the big blind, €0.10" in page
    assert "€10.00" in client.get(reverse("hand", args=[hand.pk])).content.decode()
    assert "€" in client.get(reverse("my_hands")).content.decode()
    text = client.get(reverse("hand_file", args=[hand.pk, "txt"])).content.decode()
    assert f"| Rake €0.{taken:02}" in text
    assert "(€10.00 in chips)" in text


@pytest.mark.slow
def test_posts_beside_the_blinds_are_told_too(client: Client) -> None:
    room = cash_room(1000, 1000, 1000, 1000)
    for who in (1, 2, 3, 4):
        room.choose(who, straddles=True)
    room.deal()
    room.sit_out(room.going.positions.big_blind)
    room.fold_out()
    for _ in range(4):
        room.look()
        room.fold_out()
    away = next(no for no, sitter in room.table.live.seats.items() if sitter.away)
    room.come_back(away)
    room.choose(away, posts=True)
    told = ""
    for _ in range(3):
        room.look()
        room.fold_out()
    for hand in Hand.objects.all():
        client.force_login(hand.players.order_by("seat_no")[0].user)
        told += client.get(reverse("hand", args=[hand.pk])).content.decode()
        assert client.get(reverse("hand_file", args=[hand.pk, "txt"])).status_code == 200
    assert "straddles, €0.20" in told


def test_a_table_whose_game_is_no_more_is_still_shown(client: Client) -> None:
    room = cash_room()
    CashGame.objects.update(tables=0)
    assert client.get(reverse("table", args=[room.table_id])).status_code == 200
