"""Cash games at the staff's desk."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from players.models import User
from tables import engine
from tables.cash import croupier
from tables.models import HOUSE_RULES, CashGame, Table
from tests.tables.cash.setting import WALLET, cash_room

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {
    "name": "NL25", "game": "nlhe", "small_blind": "0.12", "big_blind": "0.25", "ante": 0,
    "seats": 6, "least_buy_in": 40, "most_buy_in": 100, "sit_out": 10, "sit_out_unit": "hands",
    "action_seconds": 20, "away_seconds": 4, "bank_seconds": 30, "tables": 2,
    **{name: getattr(engine.USUAL, name) for name in HOUSE_RULES},
}  # fmt: skip


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("chief"))
    return client


def test_staff_offer_a_game_and_its_tables_open(desk: Client) -> None:
    answer = desk.post("/admin/tables/cashgame/add/", TERMS)
    assert answer.status_code == 302
    game = CashGame.objects.get(name="NL25")
    assert (game.least, game.most) == (1000, 2500)
    croupier.keep_open(now=timezone.now())
    opened = Table.objects.filter(event=game.event)
    assert list(opened.values_list("action_seconds", "away_seconds")) == [(20, 4)] * 2
    assert "€0.12/€0.25" in desk.get("/admin/tables/cashgame/").content.decode()


@pytest.mark.rule("BTN-3", "ACT-3")
def test_a_game_is_dealt_by_its_house_rules_which_the_list_shows(desk: Client) -> None:
    others: dict[str, Any] = {"button": "forward", "short_all_ins": "together"}
    desk.post("/admin/tables/cashgame/add/", {**TERMS, **others})
    game = CashGame.objects.get()
    croupier.keep_open(now=timezone.now())
    table = Table.objects.filter(event=game.event)[0]
    assert engine.HouseRules.from_json(table.house) == engine.HouseRules(**others)
    page = desk.get("/cash/").content.decode()
    assert "Button and small blind: always at players · Betting is reopened: also" in page


@pytest.mark.rule("DRAW-1", "DRAW-2")
def test_staff_offer_italian_draw_with_its_own_house_rules(desk: Client) -> None:
    draw = {"game": "italian", "small_blind": 0, "big_blind": "0.20", "ante": "0.10"}
    desk.post("/admin/tables/cashgame/add/", {**TERMS, **draw, "allow_four_flush": "on"})
    game = CashGame.objects.get()
    croupier.keep_open(now=timezone.now())
    table = Table.objects.filter(event=game.event)[0]
    assert table.stakes == {
        "small_blind": 0, "big_blind": 20, "ante": 10, "big_blind_ante": False
    }  # fmt: skip
    assert table.house["allow_four_flush"]
    assert "ante €0.10 · minimum bet €0.20" in desk.get("/admin/tables/cashgame/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"least_buy_in": 0},
        {"least_buy_in": 200},
        {"small_blind": 30},
        {"sit_out": 60},
        {"limit_all_in": "half"},
        {"allow_four_flush": "on"},
        {"ante": 30},
        {"small_blind": 0},
    ],
)
def test_terms_against_the_rules_are_explained(desk: Client, wrong: dict[str, Any]) -> None:
    assert desk.post("/admin/tables/cashgame/add/", {**TERMS, **wrong}).status_code == 200
    assert not CashGame.objects.exists()


def test_what_open_tables_play_for_stays_as_it_is(desk: Client) -> None:
    room = cash_room(1000)
    address = f"/admin/tables/cashgame/{room.game.pk}/change/"
    assert desk.post(address, {**TERMS, "tables": 0}).status_code == 302
    room.game.refresh_from_db()
    assert (room.game.name, room.game.big_blind, room.game.tables) == ("NL25", 10, 0)


@pytest.mark.rule("CASH-5")
def test_staff_end_a_table_after_a_malfunction(desk: Client) -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.act("raise", 300)
    address = f"/admin/tables/table/{room.table_id}/break_off/"
    assert b'type="submit"' in desk.get(address).content
    desk.post(address, {"_form_submitted": "on", "reason": "a power cut"})
    assert Table.objects.get(pk=room.table_id).status == Table.Status.CLOSED
    assert (room.wallet(1), room.wallet(2), room.escrow) == (WALLET, WALLET, 0)
    assert LogEntry.objects.get().change_message == "a power cut"
    assert desk.get("/admin/tables/cashstay/").status_code == 200
