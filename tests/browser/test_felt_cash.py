"""A cash table's page: choosing a seat, the buy-in, and leaving."""

import json
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, ViewportSize, expect

from core.types import Cents
from tables.cash.buy_in import BuyIn, TakenAway
from tables.models import CashGame
from tests.browser.felt import Felt, Json, hand, pay, settle, snapshot, table, to_act, update
from tests.browser.worktree import ORIGIN
from tests.harness.chromium import DESKTOP, PHONE

NL10 = CashGame(pk=1, name="NL10", small_blind=5, big_blind=10)
STAY: Json = {
    "owes": False, "dead": False, "posts": False, "straddles": False, "leaving": False, "top_up": 0,
}  # fmt: skip


def cash_table(*taken: int, version: int = 12, **more: Any) -> Json:
    """A table for money with six seats; the reader, where they sit, is in seat 3."""
    shown = table(version=version, **more)
    shown["seats"] = [seat for seat in shown["seats"] if seat["seat"] in taken]
    shown["stakes"] = {"small_blind": 5, "big_blind": 10, "ante": 0}
    return {**shown, "event": "cash:1"}


def seated(shown: Json) -> Json:
    return {**snapshot(shown, cards=["As", "Kd"]), "you": {"seat": 3, "away": False,
            "cards": ["As", "Kd"], "stay": STAY}}  # fmt: skip


def visit(page: Page, *taken: int, language: str = "en") -> Felt:
    felt = Felt(page, language=language, cash=NL10)
    felt.push({**snapshot(cash_table(*taken)), "you": None})
    return felt


WISH = f"{ORIGIN}/api/cash/**"


def wishes(page: Page, *, status: int = 200, answer: Json | None = None) -> list[Json]:
    """What the page asks the room for, which answers so."""
    asked: list[Json] = []

    def hear(route: Any) -> None:
        asked.append(json.loads(route.request.post_data))
        route.fulfill(status=status, json=answer or {"stay": 1})

    page.route(WISH, hear)
    return asked


def body_of(wish: Request) -> Json:
    return dict(json.loads(wish.post_data or ""))


def test_a_seat_pressed_on_the_felt_is_the_seat_asked_for(page: Page) -> None:
    visit(page, 1, 2)
    wishes(page)
    page.get_by_role("button", name="Seat 5").click()
    expect(page.get_by_role("button", name="Seat 5")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("combobox", name="Seat")).to_have_value("5")
    with page.expect_request(WISH) as wish:
        page.get_by_role("button", name="Sit down").click()
    assert body_of(wish.value)["seat"] == 5


def test_any_seat_stays_possible_and_a_chosen_one_can_be_given_back(page: Page) -> None:
    visit(page, 1, 2)
    wishes(page)
    page.get_by_role("button", name="Seat 5").click()
    page.get_by_role("button", name="Seat 5").click()
    with page.expect_request(WISH) as wish:
        page.get_by_role("button", name="Sit down").click()
    assert body_of(wish.value)["seat"] is None


def test_a_seat_can_be_chosen_with_the_keyboard_alone(page: Page) -> None:
    visit(page, 1, 2)
    page.get_by_role("button", name="Seat 4").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Seat")).to_have_value("4")
    page.get_by_role("combobox", name="Seat").select_option("Seat 6")
    expect(page.get_by_role("button", name="Seat 6")).to_have_attribute("aria-pressed", "true")


def test_a_seat_that_somebody_takes_first_is_refused_by_name_and_no_other_is_taken(
    page: Page,
) -> None:
    felt = visit(page, 1, 2)
    refusal = {"code": "SEAT_TAKEN", "message": "This seat is taken."}
    asked = wishes(page, status=409, answer=refusal)
    page.get_by_role("button", name="Seat 4").click()
    felt.push(update(cash_table(1, 2, 4, version=13)))
    expect(page.locator("select[name=seat] option:checked")).to_have_text("Seat 4 (taken)")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".wire")).to_contain_text("This seat is taken.")
    assert [wish["seat"] for wish in asked] == [4]


def test_only_who_may_sit_down_is_offered_seats(page: Page) -> None:
    felt = visit(page, 1, 2)
    expect(page.locator("button.plate")).to_have_count(4)
    felt.push(seated(cash_table(1, 2, 3, version=13)))
    expect(page.locator("button.plate")).to_have_count(0)


def test_free_seats_are_large_enough_to_press(page: Page) -> None:
    felt = visit(page, 1)
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        for seat in page.locator("button.plate").all():
            box = seat.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= viewport["width"]
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        form = page.locator(".buy-in .raise").bounding_box()
        assert form is not None
        assert form["y"] + form["height"] <= viewport["height"]
    assert felt.faults == []


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(
    ("language", "shown", "typed", "cents"),
    [("en", "10.00", "7.50", 750), ("it", "10,00", "7,5", 750), ("it", "10,00", "50bb", 500)],
)
def test_the_buy_in_is_shown_and_read_in_the_reader_s_own_notation(
    page: Page, language: str, shown: str, typed: str, cents: int
) -> None:
    visit(page, 1, language=language)
    wishes(page)
    expect(page.locator("[name=buy-in]")).to_have_value(shown)
    page.locator("[name=buy-in]").fill(typed)
    with page.expect_request(WISH) as wish:
        page.locator("[name=buy-in]").press("Enter")
    assert body_of(wish.value)["amount"] == cents


def test_a_buy_in_that_cannot_be_is_refused_in_words(page: Page) -> None:
    visit(page, 1)
    asked = wishes(page)
    for typed, words in (("all", "Write an amount"), ("1", "At least €3"), ("1k", "At most €10")):
        page.locator("[name=buy-in]").fill(typed)
        expect(page.locator(".fault")).to_contain_text(words)
        page.locator("[name=buy-in]").press("Enter")
    assert asked == []


@pytest.mark.rule("CASH-1")
def test_a_player_who_comes_back_is_told_the_range_and_types_an_amount_in_it(page: Page) -> None:
    back = TakenAway(cents=Cents(7_35), stay=1, until=timezone.now())
    felt = Felt(page, cash=NL10, buy_in=BuyIn(allowance=Cents(1_000_00), back=back))
    felt.push({**snapshot(cash_table(1, 2)), "you": None})
    asked = wishes(page)
    expect(page.locator(".awaited")).to_contain_text("you must come back with €7.35–€10")
    page.locator("[name=buy-in]").fill("7.34")
    expect(page.locator(".fault")).to_contain_text("At least €7.35")
    assert asked == []
    page.locator("[name=buy-in]").fill("7.35")
    with page.expect_request(WISH) as wish:
        page.get_by_role("button", name="Sit down").click()
    assert body_of(wish.value)["amount"] == 7_35


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize(("cents", "told"), [(5_00, "Bring €3–€5."), (3_00, "Bring €3. ")])
def test_no_more_new_money_is_asked_for_than_may_come(page: Page, cents: int, told: str) -> None:
    felt = Felt(page, cash=NL10, buy_in=BuyIn(allowance=Cents(cents)))
    felt.push({**snapshot(cash_table(1, 2)), "you": None})
    expect(page.locator(".awaited")).to_contain_text(told)
    expect(page.locator("[name=buy-in]")).to_have_value(f"{cents / 100:.2f}")


@pytest.mark.rule("CASH-1")
def test_whoever_may_bring_less_than_the_smallest_buy_in_is_told_so(page: Page) -> None:
    felt = Felt(page, cash=NL10, buy_in=BuyIn(allowance=Cents(2_99)))
    felt.push({**snapshot(cash_table(1, 2)), "you": None})
    expect(page.locator(".awaited")).to_contain_text("reached the session maximum")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)


def in_hand(version: int = 12) -> Json:
    turn = to_act(call=20, all_in=1500)
    shown = hand(seats=3, turn={**turn, "seat": 2})
    return cash_table(1, 2, 3, version=version, hand=shown)


def test_a_wish_to_leave_in_a_hand_is_kept_until_it_is_over_or_taken_back(page: Page) -> None:
    felt = visit(page, 1, 2)
    felt.push(seated(in_hand()))
    page.get_by_label("Your chips").click()
    menu = page.locator(".cash-menu")
    expect(menu).to_contain_text("you can change your mind")
    menu.get_by_role("button", name="Leave the table").click()
    felt.push({"type": "you", "version": 13, "stay": {**STAY, "leaving": True}})
    expect(menu).to_contain_text("You leave after this hand")
    settle(page)
    menu.get_by_role("button", name="Stay at the table").click()
    menu.get_by_role("button", name="Fold and leave").click()
    wishes = [(wish["type"], wish.get("after_hand")) for wish in felt.sent()]
    assert wishes == [("leave", True), ("stay", None), ("leave", False)]
    # Between hands there is nothing to give up.
    felt.push(update(cash_table(1, 2, 3, version=13)))
    expect(menu.get_by_role("button", name="Fold and leave")).to_have_count(0)
    expect(menu.get_by_role("button", name="Stay at the table")).to_be_visible()
    assert felt.faults == []


def test_who_leaves_is_told_so_and_not_asked_back(page: Page) -> None:
    felt = visit(page, 1, 2)
    felt.push(seated(in_hand()))
    felt.push({"type": "you", "version": 13, "stay": {**STAY, "leaving": True}})
    away = in_hand(version=13)
    away["seats"][2]["away"] = True
    felt.push(update(away))
    expect(page.locator(".actions")).to_contain_text("You leave after this hand")
    expect(page.get_by_role("button", name="I'm back")).to_have_count(0)
    expect(page.get_by_role("button", name="Sit out")).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Stay at the table").click()
    assert felt.sent() == [{"type": "stay"}]


def test_who_gave_up_the_hand_in_turn_is_asked_whether_to_stay_and_nothing_else(page: Page) -> None:
    felt = visit(page, 1, 2)
    mine = in_hand()
    mine["hand"]["turn"]["seat"] = 3
    mine["seats"][2]["away"] = True
    told = seated(mine)
    told["you"]["stay"] = {**STAY, "leaving": True}
    felt.push(told)
    expect(page.locator(".actions button")).to_have_text(["Stay at the table"])


def test_between_hands_one_leaves_at_once_and_hears_where_the_money_is(page: Page) -> None:
    felt = visit(page, 1, 2)
    felt.push(seated(cash_table(1, 2, 3)))
    page.get_by_label("Your chips").click()
    page.get_by_role("button", name="Leave the table").click()
    assert felt.sent() == [{"type": "leave", "after_hand": False}]
    felt.push(update(cash_table(1, 2, version=13)))
    expect(page.locator(".notice")).to_contain_text("You have left the table")
    expect(page.locator(".notice")).to_contain_text("€15 is back in your wallet")
    page.wait_for_url("**/cash/")


def test_a_spectator_is_shown_in_and_chooses_no_seat(page: Page) -> None:
    felt = Felt(page, user=None, cash=NL10)
    felt.push({**snapshot(cash_table(1, 2)), "you": None})
    expect(page.get_by_role("link", name="Sign in to play")).to_be_visible()
    expect(page.locator("button.plate")).to_have_count(0)


BOUGHT: Json = {**STAY, "rebuys": False, "rebuy": 800, "tops_up": False, "rests": ""}


def broke(version: int = 12, **more: Any) -> Json:
    """The reader has lost the last chip and sits out."""
    shown = cash_table(1, 2, 3, version=version, **more)
    shown["seats"][2].update(stack=0, away=True)
    return shown


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize(("language", "again"), [("en", "Buy in again"), ("it", "Ricompra")])
@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, DESKTOP])
def test_a_player_without_chips_buys_in_again_with_one_press(
    page: Page, viewport: ViewportSize, language: str, again: str
) -> None:
    page.set_viewport_size(viewport)
    felt = visit(page, 1, 2, language=language)
    felt.push({**seated(broke()), "you": {"seat": 3, "away": True, "cards": [], "stay": BOUGHT}})
    settle(page)
    button = page.locator(".actions").get_by_role("button", name=again)
    expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    button.click()
    assert felt.sent() == []
    pay(page)
    ((wish),) = felt.sent()
    assert (wish["type"], wish["amount"]) == ("top_up", 800)


def test_a_player_without_chips_may_leave_or_bring_another_amount(page: Page) -> None:
    felt = visit(page, 1, 2)
    felt.push({**seated(broke()), "you": {"seat": 3, "away": True, "cards": [], "stay": BOUGHT}})
    settle(page)
    actions = page.locator(".actions")
    expect(actions.get_by_role("button", name="I'm back")).to_have_count(0)
    actions.get_by_role("textbox").fill("3")
    actions.get_by_role("textbox").press("Enter")
    pay(page)
    settle(page)
    actions.get_by_role("button", name="Leave the table").click()
    assert [(wish["type"], wish.get("amount")) for wish in felt.sent()] == [
        ("top_up", 300),
        ("leave", None),
    ]


def test_at_a_table_for_play_money_one_press_buys_in_again(page: Page) -> None:
    free = CashGame(pk=2, name="Free", small_blind=5, big_blind=10, play_money=True)
    felt = Felt(page, cash=free)
    felt.push({**seated(broke()), "you": {"seat": 3, "away": True, "cards": [], "stay": BOUGHT}})
    settle(page)
    page.locator(".actions").get_by_role("button", name="Buy in again").click()
    assert [wish["amount"] for wish in felt.sent()] == [800]


@pytest.mark.parametrize(("play_money", "purse"), [(True, "3,236"), (False, "€32.36")])
def test_the_strip_of_all_tables_counts_play_money_in_chips(
    page: Page, play_money: bool, purse: str
) -> None:
    game = CashGame(pk=2, name="Any", small_blind=5, big_blind=10, play_money=play_money)
    felt = Felt(page, cash=game, many=True)
    shown = cash_table(1, 2, 3)
    shown["seats"][2].update(stack=3236)
    felt.push(snapshot(shown))
    expect(page.locator(".strip .purse")).to_have_text(purse)


@pytest.mark.rule("CASH-1", "FAST-3")
@pytest.mark.parametrize(
    ("language", "again", "poor"),
    [
        ("en", "Buy in again", "You need a big blind to play on: €0.10."),
        ("it", "Ricompra", "Per giocare ancora serve un grande buio: 0,10 €."),
    ],
)
def test_a_player_of_a_pool_without_chips_buys_in_again_or_leaves(
    page: Page, language: str, again: str, poor: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    felt = Felt(page, language=language, cash=NL10, at="pool/1/1")
    entry: Json = {
        "type": "entry", "pool": 1, "no": 1, "state": "out", "free": 4, "at_stake": 0, "top_up": 0,
        "rebuy": 800, "took": 0, "hands": 9, "rests": False, "leaving": False, "seat_at": None,
    }  # fmt: skip
    felt.push({**snapshot(cash_table(1, 2)), "at": "pool/1/1", "you": None}, entry)
    settle(page)
    actions = page.locator(".actions")
    expect(actions).to_contain_text(poor)
    button = actions.get_by_role("button", name=again)
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    pay(page)
    settle(page)
    actions.locator("button.passive").click()
    assert [(wish["type"], wish.get("amount")) for wish in felt.sent()] == [
        ("top_up", 800),
        ("leave", None),
    ]


@pytest.mark.rule("CASH-1")
def test_a_player_whose_chips_come_by_themselves_is_not_asked_to_buy_in(page: Page) -> None:
    felt = visit(page, 1, 2)
    mine = broke()
    mine["seats"][2]["away"] = False
    stay = {**BOUGHT, "rebuys": True}
    felt.push({**seated(mine), "you": {"seat": 3, "away": False, "cards": [], "stay": stay}})
    expect(page.locator(".actions")).to_be_visible()
    expect(page.get_by_role("button", name="Buy in again")).to_have_count(0)


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize(
    ("language", "needs"),
    [("en", "Sitting out: ada, bice."), ("it", "Assenti: ada, bice.")],
)
def test_between_hands_it_is_said_whom_the_next_hand_waits_for(
    page: Page, language: str, needs: str
) -> None:
    felt = visit(page, 1, 2, language=language)
    over = hand(seats=3, street="showdown", finished=True)
    felt.push(seated(cash_table(1, 2, 3, hand=over)))
    awaited = page.locator(".actions .awaited")
    expect(awaited).not_to_be_empty()
    expect(awaited).not_to_contain_text(needs)
    other = page.locator(".actions .buttons").get_by_role("link")
    expect(other).to_have_count(0)
    alone = cash_table(1, 2, 3, version=13, hand=over)
    for seat in alone["seats"][:2]:
        seat["away"] = True
    felt.push(update(alone))
    expect(awaited).to_contain_text(needs)
    expect(other).to_have_attribute("href", "/cash/")
    felt.push(update(cash_table(3, version=14, hand=over)))
    expect(awaited).not_to_contain_text(needs)
    expect(awaited).not_to_be_empty()
    expect(other).to_be_visible()


@pytest.mark.rule("FREE-2")
@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, DESKTOP])
def test_a_guest_at_a_table_for_money_is_led_to_an_account(
    page: Page, viewport: ViewportSize
) -> None:
    page.set_viewport_size(viewport)
    felt = Felt(page, cash=NL10, guest=True)
    felt.push({**snapshot(cash_table(1, 2)), "you": None})
    way = page.locator(".actions").get_by_role("link", name="Sign up and keep all you have")
    expect(way).to_have_attribute("href", "/accounts/signup/?next=/tables/5/")
    expect(way).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
