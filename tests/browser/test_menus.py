"""Menus of the table close as menus do, and its keys work beside them."""

from playwright.sync_api import Page, expect

from tests.browser.felt import MY_TURN, Felt, hand, settle
from tests.browser.test_felt_cash import NL10, cash_table, seated

SETTINGS = ".settings:not(.cash-menu)"
CHIPS = ".cash-menu"


def at_cash(page: Page) -> Felt:
    felt = Felt(page, cash=NL10)
    felt.push(seated(cash_table(1, 2, 3, hand=hand(turn=MY_TURN))))
    return felt


def test_a_menu_closes_on_escape_and_gives_the_focus_back(page: Page) -> None:
    at_cash(page)
    page.locator(f"{SETTINGS} summary").click()
    page.locator(f"{SETTINGS} .setting input").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(f"{SETTINGS}[open]")).to_have_count(0)
    expect(page.locator(f"{SETTINGS} summary")).to_be_focused()


def test_a_menu_closes_on_a_press_outside_and_when_another_opens(page: Page) -> None:
    at_cash(page)
    page.locator(f"{SETTINGS} summary").click()
    page.locator(f"{CHIPS} summary").click()
    expect(page.locator(f"{CHIPS}[open]")).to_have_count(1)
    expect(page.locator(f"{SETTINGS}[open]")).to_have_count(0)
    page.locator(".stage").click(position={"x": 5, "y": 5})
    expect(page.locator("details[open]")).to_have_count(0)


def test_keys_act_while_a_menu_is_open_but_not_in_its_fields(page: Page) -> None:
    felt = at_cash(page)
    settle(page)
    page.locator(f"{CHIPS} summary").click()
    page.locator("select[name=rests]").focus()
    page.keyboard.press("c")
    assert felt.sent() == []
    page.locator(f"{CHIPS} summary").focus()
    page.keyboard.press("c")
    assert felt.sent()[0]["action"] == {"kind": "call"}
    assert felt.faults == []
