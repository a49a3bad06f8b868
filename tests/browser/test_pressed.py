"""News that replace parts of a page do not take a button from under a finger."""

import re

from playwright.sync_api import Page, expect

from tests.flows.conftest import EventMaker
from tests.harness.room import RunningRoom

# What the page does every few seconds, now; resolves when the answer has been dealt with.
NEWS = "htmx.ajax('GET', location.href, {source: '#event', target: '#event', swap: 'outerHTML'})"


def test_a_press_during_which_news_come_counts(
    room: RunningRoom, page: Page, publish: EventMaker
) -> None:
    event = publish(levels=[(60, 25, 50, 0)], shares=[10_000], max_entries=6)
    page.goto(f"{room.url}/tournaments/{event.pk}/")
    enter = page.locator("#enter")
    enter.evaluate("link => { link.dataset.mark = 'the same'; }")
    enter.hover()
    page.mouse.down()
    page.evaluate(NEWS)
    expect(enter).to_have_attribute("data-mark", "the same")
    page.mouse.up()
    expect(page).to_have_url(re.compile("/accounts/login/"))


def test_news_come_when_nothing_is_pressed(
    room: RunningRoom, page: Page, publish: EventMaker
) -> None:
    event = publish(levels=[(60, 25, 50, 0)], shares=[10_000], max_entries=6)
    page.goto(f"{room.url}/tournaments/{event.pk}/")
    enter = page.locator("#enter")
    enter.evaluate("link => { link.dataset.mark = 'the same'; }")
    page.evaluate(NEWS)
    expect(enter).not_to_have_attribute("data-mark", "the same")
