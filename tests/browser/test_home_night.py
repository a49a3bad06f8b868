"""A night with real cards on the host's phone, from the form to the settled list, and the clock on
a big screen (HOME-4, HOME-5)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.felt import settle
from tests.browser.test_axe import violations
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.room import RunningRoom

NAMES = ("Bea", "Carlo", "Dino", "Elena", "Franco")


def press(page: Page, button: str) -> None:
    """Press a button by its id, once it has stood there for a moment."""
    page.locator(f"{button}:enabled").wait_for()
    settle(page)
    page.locator(button).click()


def open_player(page: Page, name: str) -> str:
    """Open the buttons of a player, and return the id of the player."""
    who = page.locator("a.night-who", has_text=name)
    who.wait_for()
    settle(page)
    who.click()
    opened = page.locator(".night-open", has_text=name)
    opened.wait_for()
    return (opened.get_attribute("id") or "").removeprefix("player-")


@pytest.mark.rule("HOME-4", "HOME-5")
def test_a_phone_runs_a_night_of_six_from_a_press_to_settling_up(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    phone = new_context(viewport=PHONE).new_page()
    phone.goto(f"{room.url}/home/new/")
    phone.locator("#home-name").fill("Anna")
    phone.locator("[name=venue][value=live]").check()
    expect(phone.locator("[name=kind]").first).to_be_hidden()
    phone.locator("[name=buy_in]").fill("10")
    phone.locator(".home-more summary").click()
    phone.locator("[name=rebuys]").fill("3")
    phone.locator("#open-game").click()
    for number, name in enumerate(NAMES, start=2):
        phone.locator("#night-name").fill(name)
        phone.keyboard.press("Enter")
        expect(phone.locator(".night-players li")).to_have_count(number)
    press(phone, "#draw-seats")
    expect(phone.locator(".night-seat")).to_have_count(6)
    assert violations(phone) == []
    press(phone, "#start-game")
    expect(phone.locator(".night-time")).to_be_visible()

    link = phone.locator("#home-address").input_value()
    screen = new_context(viewport=DESKTOP).new_page()
    screen.goto(f"{link}clock/")
    expect(screen.locator(".wall-time time")).to_be_visible()
    assert violations(screen) == []

    bea = open_player(phone, "Bea")
    assert violations(phone) == []
    press(phone, f"#rebuy-{bea}")
    expect(phone.locator(f"#player-{bea} .night-bought")).to_have_text("+1")
    press(phone, "#pause")
    expect(phone.locator("#resume")).to_be_visible()
    press(phone, "#resume")
    expect(phone.locator("#pause")).to_be_visible()
    press(phone, "#next-level")
    expect(phone.locator(".night-level")).to_have_text("Level 2")
    for name in NAMES:
        press(phone, f"#out-{open_player(phone, name)}")
        expect(phone.locator("a.night-who", has_text=name)).to_have_count(0)
    press(phone, "#finish")
    expect(phone.locator("#settle-title")).to_be_visible()
    expect(phone.locator(".home-payments")).to_contain_text("Bea pays Guest Anna")
    assert violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
