"""What is new at cash tables: draw poker, limits, chips that come by themselves, waiting lists."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tables.models import CashGame
from tests.browser.felt import ME, Felt, Json, italian, settle, snapshot, update
from tests.browser.test_felt_cash import STAY, WISH, cash_table, visit
from tests.harness.chromium import PHONE

# The moment that frames of the tests tell.
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
DRAW = CashGame(pk=2, name="Italian", game="italian", small_blind=0, big_blind=20, ante=10)


def away(shown: Json, **kept: Any) -> Json:
    """Seat 3, the reader's, sits out."""
    for seat in shown["seats"]:
        if seat["seat"] == 3:
            seat.update(away=True, **kept)
    return shown


def sits(shown: Json, **stay: Any) -> Json:
    you = {"seat": 3, "away": False, "cards": [], "stay": {**STAY, **stay}}
    return {**snapshot(shown), "you": you}


@pytest.mark.rule("LOBBY-1")
def test_the_title_says_blinds_limits_and_ante(page: Page) -> None:
    felt = visit(page, 1, 2)
    shown = cash_table(1, 2, version=13)
    shown["stakes"] = {"small_blind": 500, "big_blind": 1000, "ante": 100}
    felt.push(update({**shown, "betting": "limit"}))
    expect(page.locator(".stakes")).to_contain_text("€5/€10")
    expect(page.locator(".stakes")).to_contain_text("limit €10–€20")
    expect(page.locator(".stakes .ante")).to_contain_text("A €1")


@pytest.mark.rule("MIX-1")
def test_the_title_of_a_mix_says_which_of_its_games_is_on(page: Page) -> None:
    felt = visit(page, 1, 2)
    shown = cash_table(1, 2, version=13, hand=italian())
    shown["hand"] = {**shown["hand"], "game": "flhe"}
    felt.push(update({**shown, "game": "mixed_holdem", "betting": "limit"}))
    game = page.locator(".game")
    expect(game).to_have_attribute("title", "Mixed hold'em: Fixed limit hold'em")


@pytest.mark.rule("DRAW-1", "CASH-2")
def test_whoever_sits_down_to_draw_poker_is_asked_for_no_blind(page: Page) -> None:
    felt = Felt(page, language="en", cash=DRAW)
    felt.push({**snapshot({**cash_table(1, 2), "betting": "ante"}), "you": None})
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(page.locator("input[name=posts]")).to_have_count(0)


@pytest.mark.rule("DRAW-2")
def test_a_newcomer_waits_for_a_pot_that_others_have_built(page: Page) -> None:
    felt = Felt(page, language="en", cash=DRAW)
    shown = cash_table(1, 2, 3, version=13, hand=italian(street="draw"))
    parts = shown["hand"]["seats"]
    shown["hand"]["seats"] = [part for part in parts if part["seat"] != 3]
    for seat in shown["seats"]:
        if seat["seat"] == 3:
            seat["waits"] = True
    felt.push(sits(shown))
    expect(page.locator(".actions")).to_contain_text("dealt in once this pot is won")
    expect(page.locator(".seat.mine .said")).to_have_text("Waiting for the pot")


@pytest.mark.rule("OUT-2")
def test_whoever_sits_out_sees_for_how_long_the_seat_is_kept(page: Page) -> None:
    felt = visit(page, 1, 2)
    until = (NOW + timedelta(minutes=9, seconds=30)).isoformat()
    felt.push(sits(away(cash_table(1, 2, 3, version=13), out_until=until)))
    expect(page.locator(".actions")).to_contain_text("Your seat is kept for 9:")
    expect(page.locator(".seat.mine .said")).to_contain_text("Sitting out 9:")
    felt.push(sits(away(cash_table(1, 2, 3, version=14), out_hands=4)))
    expect(page.locator(".actions")).to_contain_text("kept for 4 more hands")


@pytest.mark.rule("CASH-1")
def test_a_player_chooses_that_chips_come_by_themselves(page: Page) -> None:
    felt = visit(page, 1, 2)
    felt.push(sits(cash_table(1, 2, 3, version=13), rebuy=500))
    page.locator(".cash-menu summary").click()
    page.get_by_label("Top me up to €10 before each hand").check()
    page.get_by_label("Buy in again for €5 when I have no chips").check()
    chosen = [wish for wish in felt.sent() if wish["type"] == "choose"]
    assert chosen == [{"type": "choose", "tops_up": True}, {"type": "choose", "rebuys": True}]


def full(version: int = 13, **held: Any) -> Json:
    """Five of six seats are taken, and the sixth is held."""
    shown = cash_table(1, 2, 3, 4, 5, version=version)
    until = (NOW + timedelta(seconds=50)).isoformat()
    return {**shown, "held": [{"seat": 6, "user": 999, "until": until, **held}]}


@pytest.mark.rule("CASH-1")
def test_a_seat_that_is_held_for_another_cannot_be_chosen(page: Page) -> None:
    felt = visit(page, 1, 2)
    felt.push({**snapshot(without_me(full())), "you": None})
    expect(page.locator(".seat.held")).to_have_text("held")
    expect(page.get_by_role("button", name="Seat 6")).to_have_count(0)
    expect(page.get_by_role("button", name="Join the waiting list")).to_be_visible()


@pytest.mark.rule("CASH-1")
def test_one_joins_the_list_of_a_full_table_and_leaves_it(page: Page) -> None:
    felt = visit(page, 1, 2)
    asked: list[str] = []

    def hear(route: Any) -> None:
        asked.append(route.request.method)
        place = 2 if "POST" in asked and route.request.method != "DELETE" else None
        route.fulfill(json={"place": place})

    page.route(WISH, hear)
    felt.push({**snapshot(without_me(full())), "you": None})
    page.get_by_role("button", name="Join the waiting list").click()
    expect(page.locator(".actions")).to_contain_text("You are number 2 on the waiting list")
    settle(page)
    page.get_by_role("button", name="Leave the list").click()
    expect(page.locator(".actions")).to_contain_text("Every seat is taken.")
    assert asked == ["GET", "POST", "DELETE"]


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize("tables", [1, 2])
def test_of_a_game_with_several_tables_one_may_wait_for_this_one_only(
    page: Page, tables: int
) -> None:
    felt = Felt(page, cash=CashGame(pk=1, name="NL10", small_blind=5, big_blind=10, tables=tables))
    asked: list[Any] = []

    def hear(route: Any) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json={"place": None})

    page.route(WISH, hear)
    felt.push({**snapshot(without_me(full())), "you": None})
    here = page.get_by_role("button", name="For this table only")
    expect(page.get_by_role("button", name="Join the waiting list")).to_be_visible()
    expect(here).to_have_count(tables - 1)
    if tables > 1:
        here.click()
        expect(page.locator(".actions")).to_contain_text("Every seat is taken.")
        assert asked[-1] == {"any_table": False}


@pytest.mark.rule("CASH-1")
def test_whose_seat_is_held_is_told_and_takes_it(page: Page) -> None:
    page.set_viewport_size(PHONE)
    felt = visit(page, 1, 2)
    wishes: list[Json] = []

    def hear(route: Any) -> None:
        wishes.append(json.loads(route.request.post_data))
        route.fulfill(json={"stay": 1})

    page.route(WISH, hear)
    felt.push({**snapshot(without_me(full(user=ME))), "you": None})
    expect(page.locator(".actions")).to_contain_text("Seat 6 is held for you: 0:")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Seat 6")).to_be_visible()
    assert [wish["seat"] for wish in wishes] == [None]


def without_me(shown: Json) -> Json:
    """Somebody else sits where the reader usually does."""
    for seat in shown["seats"]:
        if seat["user"] == ME:
            seat.update(user=777, name="nina")
    return shown
