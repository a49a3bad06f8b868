"""Italian draw poker on the live table's page."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.felt import Felt, Json, italian, snapshot, table, to_act, update
from tests.harness.chromium import DESKTOP, PHONE

CARDS = ["As", "Ah", "9d", "8c", "7h"]
OPENING = to_act(check=True, cip=20, bet=[20, 80])
CLOSING = to_act(cip=0, parola=True, bet=[20, 240])
CHANGING: Json = {**to_act(), "legal": {**to_act()["legal"], "fold": False, "discard": 4}}


def shown(turn: Json | None, *, may_open: bool = True, **changes: object) -> Json:
    dealt = table(seats=4, hand=italian(turn=turn, **changes))  # type: ignore[arg-type]
    frame = snapshot({**dealt, "game": "italian"}, cards=CARDS)
    return {**frame, "you": {**frame["you"], "may_open": may_open}}


@pytest.fixture
def felt(page: Page) -> Felt:
    return Felt(page)


@pytest.mark.rule("DRAW-2")
def test_openers_open_with_cip_or_a_bet(felt: Felt) -> None:
    felt.push(shown(OPENING))
    expect(felt.page.locator(".middle")).to_contain_text("A pair of jacks or better opens")
    expect(felt.page.locator(".buttons .raise")).to_contain_text("Bet 20")
    felt.page.get_by_role("button", name="Cip 20").click()
    assert felt.sent()[0]["action"] == {"kind": "cip"}


@pytest.mark.rule("DRAW-2")
def test_without_openers_only_passing_is_offered(felt: Felt) -> None:
    felt.push(shown(OPENING, may_open=False))
    buttons = felt.page.locator(".buttons button")
    expect(buttons).to_contain_text(["Fold", "Check"])
    expect(buttons).to_have_count(2)
    felt.push({"type": "cards", "version": 12, "cards": CARDS, "may_open": True})
    expect(felt.page.get_by_role("button", name="Cip 20")).to_be_visible()


@pytest.mark.rule("DRAW-4")
def test_up_to_four_cards_are_chosen_and_changed(felt: Felt) -> None:
    felt.push(shown(CHANGING, street="draw"))
    picks = felt.page.locator(".pick")
    expect(picks).to_have_count(5)
    change = felt.page.locator(".buttons .raise")
    expect(change).to_be_disabled()
    for place in range(4):
        picks.nth(place).click()
    expect(picks.nth(4)).to_be_disabled()
    picks.nth(0).click()
    expect(change).to_contain_text("Change 3")
    change.click()
    assert felt.sent()[0]["action"] == {"kind": "discard", "cards": ["Ah", "9d", "8c"]}


@pytest.mark.rule("DRAW-4")
def test_staying_pat_changes_nothing_and_keys_do_it_too(felt: Felt) -> None:
    felt.push(shown(CHANGING, street="draw"))
    expect(felt.page.get_by_role("button", name="Stay pat")).to_be_visible()
    felt.page.keyboard.press("5")
    expect(felt.page.locator(".pick").nth(4)).to_have_attribute("aria-pressed", "true")
    felt.page.keyboard.press("c")
    assert felt.sent()[0]["action"] == {"kind": "discard", "cards": []}


@pytest.mark.rule("DRAW-5")
@pytest.mark.parametrize(("name", "kind"), [("Cip", "cip"), ("Parola", "parola")])
def test_the_second_round_offers_cip_and_parola(felt: Felt, name: str, kind: str) -> None:
    felt.push(shown(CLOSING, street="closing", draw={"opener": 2}))
    expect(felt.page.locator(".middle")).to_contain_text("bice opened")
    felt.page.get_by_role("button", name=name).click()
    assert felt.sent()[0]["action"] == {"kind": kind}


@pytest.mark.rule("PRE-1")
def test_check_fold_chosen_ahead_neither_changes_cards_nor_outlives_its_round(felt: Felt) -> None:
    felt.push(shown({**OPENING, "seat": 2}))
    felt.page.get_by_role("button", name="Check/fold").click()
    changing = table(version=13, seats=4, hand=italian(turn=CHANGING, street="draw"))
    felt.push(update(changing))
    expect(felt.page.locator(".pick")).to_have_count(5)
    assert felt.sent() == []
    felt.push(update(table(version=14, seats=4, hand=italian(turn=CLOSING, street="closing"))))
    expect(felt.page.get_by_role("button", name="Cip")).to_be_enabled()
    assert felt.sent() == []


@pytest.mark.rule("DRAW-2", "DRAW-5")
def test_what_others_change_and_a_pot_that_stays_are_told(felt: Felt) -> None:
    drawn = {"e": "draw", "seat": 2, "count": 3, "discarded": ["??"] * 3, "cards": ["??"] * 3}
    pat = {"e": "draw", "seat": 4, "count": 0, "discarded": [], "cards": []}
    felt.push(shown(None, street="draw"))
    felt.push(update(table(version=13, seats=4, hand=italian(street="draw")), drawn, pat))
    expect(felt.page.locator(".said")).to_contain_text(["Changes 3", "Stay pat"])
    expect(felt.page.get_by_role("log")).to_contain_text("bice changes 3")
    left = {"pot": 80, "openers": "Q"}
    over = italian(finished=True, draw={"left": left}, total=80)
    felt.push(update(table(version=14, seats=4, hand=over), {"e": "redeal", **left}))
    expect(felt.page.locator(".middle")).to_contain_text("80 stays in the pot for the next hand")
    expect(felt.page.locator(".middle")).to_contain_text("queens")


def test_everything_of_a_draw_fits(page: Page) -> None:
    felt = Felt(page)
    for viewport, turn in product([PHONE, DESKTOP], [OPENING, CHANGING, CLOSING]):
        page.set_viewport_size(viewport)
        felt.push(shown({**turn, "seat": 2}))
        expect(page.locator(".stage .seat")).to_have_count(4)
        expect(page.locator(".actions.yours")).to_have_count(0)
        stage = page.locator(".stage").bounding_box()
        felt.push(shown(turn))
        expect(page.locator(".actions.yours")).to_be_visible()
        assert page.locator(".stage").bounding_box() == stage
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        buttons = page.locator(".actions :is(.buttons, .change) button").all()
        assert buttons
        for button in buttons:
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= viewport["height"]
            assert box["x"] + box["width"] <= viewport["width"]
    assert felt.faults == []
