"""A home game: from nothing to a dealt hand of two browsers, and to the settle-up page (HOME-1)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.felt import settle
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom

# Presses of both players together, from the front page to their cards.
MOST_PRESSES = 6


def _skip_hints(page: Page) -> None:
    """End the hints of a first hand, which lie over the table's head, or end by themselves."""
    settle(page)
    page.locator(".tour-skip").dispatch_event("click")


def _talk(host: Page, friend: Page) -> None:
    """Say something at the table: the other is told how many lines are unread, and reads each
    phrase in their own language; the felt keeps its size (CHAT-1)."""
    felt = friend.locator(".stage").bounding_box()
    host.locator(".chat-drawer summary").first.click()
    settle(host)
    host.locator("[name=text]").fill("ciao")
    host.keyboard.press("Enter")
    expect(host.locator(".chat-line")).to_have_count(1)
    expect(friend.locator("[data-chat-unread]")).to_have_text("1")
    host.get_by_text("Quick phrases").click()
    settle(host)
    host.get_by_role("button", name="Good luck!").click()
    expect(friend.locator("[data-chat-unread]")).to_have_text("2")
    friend.locator(".chat-drawer summary").first.press("Enter")
    expect(friend.locator(".chat-lines")).to_contain_text("Buona fortuna!")
    expect(friend.locator("[data-chat-unread]")).to_be_hidden()
    assert friend.locator(".stage").bounding_box() == felt
    settle(friend)
    friend.locator(".chat-about summary").first.click()
    settle(friend)
    friend.locator(".chat-about button[value=report]").first.click()
    expect(friend.locator(".chat-about[open]")).to_have_count(0)
    friend.keyboard.press("Escape")
    expect(friend.locator(".chat-drawer")).not_to_have_attribute("open", "")


def _note(page: Page) -> None:
    """Write a note on another player at their seat; the felt shows its colour at once (CHAT-4)."""
    page.locator(".note-open").press("Enter")
    settle(page)
    dialog = page.get_by_role("dialog")
    dialog.locator("textarea").fill("calls too much")
    dialog.locator("select").select_option("red")
    dialog.get_by_role("button", name="Follow").click()
    # Guests follow nobody: the room's own sentence says so.
    expect(dialog.locator(".fault")).to_contain_text("sign up first")
    dialog.get_by_role("button", name="Save the note").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".note-open:has(.colour-red)")).to_have_attribute("title", "calls too much")
    page.reload()
    expect(page.locator(".note-open:has(.colour-red)")).to_have_attribute("title", "calls too much")


@pytest.mark.rule("HOME-1", "HOME-2")
def test_two_friends_come_to_a_hand_by_a_link_and_settle_up(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    host, friend = new_context().new_page(), new_context(viewport=PHONE, locale="it-IT").new_page()
    host.goto(room.url)
    presses = [host.get_by_role("link", name="Start a home game").first]
    presses[-1].click()
    host.locator("#home-name").fill("Anna")
    host.locator("[name=buy_in]").fill("10")
    presses.append(host.locator("#open-game"))
    presses[-1].click()
    link = host.locator("#home-address").input_value()
    friend.goto(link)
    friend.locator("#home-name").fill("Bea")
    presses.append(friend.locator("#sit-down"))
    presses[-1].click()
    presses.append(host.locator("#start-game:enabled"))
    presses[-1].wait_for()
    settle(host)
    presses[-1].click()
    for page in (host, friend):
        expect(page.locator(".mine .hole .card").first).to_be_visible()
    assert len(presses) <= MOST_PRESSES
    for page in (host, friend):
        _skip_hints(page)
        expect(page.locator(".tour")).to_be_hidden()
    _talk(host, friend)
    _note(host)

    host.goto(f"{link}?end=yes")
    settle(host)
    host.locator(".home-asked button").click()
    friend.goto(link)
    expect(friend.locator(".chat-line")).to_have_count(0)
    results = friend.locator("table")
    expect(results.locator("tbody tr")).to_have_count(2)
    expect(results).to_contain_text("10 €")
    assert friend.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.rule("HOME-6")
def test_two_friends_come_from_the_form_to_a_hand_of_a_cash_game(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    host, friend = new_context().new_page(), new_context(viewport=PHONE, locale="it-IT").new_page()
    host.goto(f"{room.url}/home/new/")
    host.locator("#home-name").fill("Carla")
    # Each kind of game shows its own questions.
    expect(host.locator("[name=most]")).to_be_hidden()
    host.locator("[name=kind][value=cash]").check()
    expect(host.locator("[name=most]")).to_be_visible()
    host.locator("[name=buy_in]").fill("10")
    host.locator("#open-game").click()
    link = host.locator("#home-address").input_value()
    friend.goto(link)
    friend.locator("#home-name").fill("Dora")
    friend.locator("#sit-down").click()
    host.locator("#start-game:enabled").wait_for()
    settle(host)
    host.locator("#start-game").click()
    for page in (host, friend):
        expect(page.locator(".mine .hole .card").first).to_be_visible()
    assert friend.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
