"""How a table looks, sounds and shakes as its reader likes it, and what it tells on request."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, settle, snapshot, table, update
from tests.browser.test_felt_reach import THEIRS
from tests.browser.test_felt_whole import FIRST, serve_tiles
from tests.browser.worktree import ORIGIN
from tests.harness.room import wait_for

COLOUR = "element => getComputedStyle(element).color"
PAPER = "element => getComputedStyle(element).backgroundImage"
SHAKES = "window.shaken = []; navigator.vibrate = (how) => window.shaken.push(how)"


def switch(page: Page, *, name: str) -> None:
    """Turn one of the settings on or off."""
    page.get_by_label("Settings").click()
    page.get_by_label(name, exact=True).click()
    page.get_by_label("Settings").click()


def look(page: Page, *, name: str) -> None:
    """Choose something in the dialog of looks and sounds."""
    page.get_by_label("Settings").click()
    settle(page)
    page.get_by_role("button", name="Appearance and sound").click()
    settle(page)
    page.get_by_label(name, exact=True).click()
    page.get_by_role("button", name="Done").click()
    settle(page)
    page.get_by_label("Settings").click()


def test_a_phone_shakes_when_it_is_one_s_turn_unless_its_reader_does_not_want_it(
    page: Page,
) -> None:
    page.add_init_script(SHAKES)
    felt = Felt(page)
    waits, mine = hand(turn=THEIRS), hand(turn=MY_TURN)
    felt.push(snapshot(table(hand=waits)))
    # Before a first gesture no browser lets a page shake anything.
    page.locator(".stage").click(position={"x": 5, "y": 5})
    felt.push(update(table(version=13, hand=mine)))
    expect(page.locator(".actions.yours")).to_be_visible()
    assert page.evaluate("window.shaken.length") == 1
    look(page, name="Vibrate on my turn")
    felt.push(update(table(version=14, hand=waits)), update(table(version=15, hand=mine)))
    expect(page.locator(".actions.yours")).to_be_visible()
    assert page.evaluate("window.shaken.length") == 1
    assert felt.faults == []


def test_deck_backs_cloth_and_theme_are_the_reader_s_and_stay_so(page: Page) -> None:
    felt = Felt(page)
    shown = snapshot(table(hand=hand(board=["Qh", "7d", "2c"], street="flop")), cards=["Js", "Kd"])
    felt.push(shown)
    # Court cards have faces, others have none.
    expect(page.locator(".mine .card svg.court")).to_have_count(2)
    expect(page.locator(".board .card svg.court")).to_have_count(1)
    board = page.locator(".board .card")
    colours = [board.nth(no).evaluate(COLOUR) for no in range(3)]
    assert len({*colours}) == 3
    look(page, name="Four-colour deck")
    hearts, diamonds, clubs = (board.nth(no).evaluate(COLOUR) for no in range(3))
    assert hearts == diamonds != clubs
    back = page.locator(".seat:not(.mine) .card.back").first
    lattice, cloth = back.evaluate(PAPER), page.locator(".cloth").evaluate(PAPER)
    for name in ("Waves", "Slate", "Light"):
        look(page, name=name)
    waves, slate = back.evaluate(PAPER), page.locator(".cloth").evaluate(PAPER)
    assert waves != lattice
    assert slate != cloth
    page.reload()
    felt.push(shown)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert (back.evaluate(PAPER), page.locator(".cloth").evaluate(PAPER)) == (waves, slate)
    assert board.nth(1).evaluate(COLOUR) == hearts
    assert felt.faults == []


def test_two_tabs_share_their_reader_s_choices_and_keep_each_other_s(page: Page) -> None:
    other = page.context.new_page()
    for tab in (page, other):
        Felt(tab).push(snapshot(table(hand=hand()), cards=["Js", "Kd"]))
    look(page, name="Slate")
    expect(other.locator(".room")).to_have_class(re.compile("cloth-slate"))
    # A tab that has heard of nothing writes only what was chosen in it.
    kept = "localStorage.setItem('montepremi.table.7', JSON.stringify({cloth: 'wine', news: 1}))"
    other.evaluate(kept.replace("wine", "blue"))
    expect(page.locator(".room")).to_have_class(re.compile("cloth-blue"))
    page.evaluate(kept)
    look(page, name="Waves")
    assert page.evaluate("JSON.parse(localStorage['montepremi.table.7'])") == {
        "cloth": "wine",
        "news": 1,
        "back": "waves",
    }
    names = page.locator("dialog.look [type=radio]").evaluate_all("all => all.map(e => e.name)")
    assert {*names} == {"table-1-theme", "table-1-cloth", "table-1-back"}


def test_cards_are_sorted_and_the_odds_of_a_call_told_on_request(page: Page) -> None:
    felt = Felt(page)
    plo = hand(game="plo", turn=MY_TURN, total=150)
    felt.push(snapshot(table(hand=plo), cards=["9h", "As", "Tc", "Ad"]))
    ranks = page.locator(".mine .card .rank")
    expect(ranks).to_have_text(["9", "A", "10", "A"])
    expect(page.locator(".odds")).to_be_empty()
    switch(page, name="Sort my cards")
    switch(page, name="Pot odds")
    expect(ranks).to_have_text(["A", "A", "10", "9"])
    # 100 to win 150: two fifths of the time.
    expect(page.locator(".odds")).to_contain_text("40%")
    assert felt.faults == []


def lost() -> Json:
    """A showdown that the reader has lost with closed cards."""
    over = hand(finished=True, street="showdown")
    over["seats"][0].update(cards=["Qh", "Qd"], won=300)
    over["seats"][2]["cards"] = []
    return over


@pytest.mark.rule("SHOW-2")
def test_one_card_or_both_are_shown_and_whoever_wants_to_is_never_asked(page: Page) -> None:
    felt = Felt(page)
    felt.push(snapshot(table(hand=lost()), cards=["As", "Kd"]))
    page.get_by_role("button", name="Show the king of diamonds").click()
    page.get_by_role("button", name="Show my cards", exact=True).click()
    shows = [frame for frame in felt.sent() if frame["type"] == "show"]
    assert shows == [{"type": "show", "cards": ["Kd"]}, {"type": "show"}]
    switch(page, name="Never ask me to show")
    expect(page.get_by_role("button", name="Show my cards", exact=True)).to_have_count(0)
    expect(page.locator(".one-card")).to_have_count(0)
    assert felt.faults == []


def test_how_well_the_line_does_stands_at_the_table(page: Page) -> None:
    felt = Felt(page)
    felt.push(snapshot(table(hand=hand())))
    line = page.locator(".head .quality")
    expect(line).to_have_attribute("aria-label", "Connection: good")
    page.evaluate("window.deaf = true")
    expect(line).to_have_attribute("aria-label", "Connection: lost")
    assert felt.faults == []


def test_each_of_several_tables_shows_what_is_chosen_in_its_own_dialog(page: Page) -> None:
    serve_tiles(page, 2)
    page.goto(f"{ORIGIN}/tables/")
    wait_for("socket", lambda: page.evaluate("window.sockets.length"))
    for no in (FIRST, FIRST + 1):
        page.evaluate("frame => push(frame)", {**snapshot(table()), "table_id": no})
    expect(page.locator("dialog.look")).to_have_count(2)
    radios = "all => all.map(({ name, checked }) => [name, checked])"
    chosen = [
        dict(dialog.locator("[type=radio]:checked").evaluate_all(radios))
        for dialog in page.locator("dialog.look").all()
    ]
    assert [len(each) for each in chosen] == [3, 3]
    assert not chosen[0].keys() & chosen[1].keys()
