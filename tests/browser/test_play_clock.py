"""How long one has been playing, on the table's page, and when it speaks up (PLAY-4)."""

import json
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.felt import listen, serve
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.chromium import PHONE

pytestmark = pytest.mark.rule("PLAY-4")

SITTING = {"minutes": 14, "every": 15, "paid": "€20.00", "back": "€15.00", "left": None}


def tell(**news: Any) -> None:
    """What the room says of the sitting from now on."""
    told = (json.dumps({**SITTING, **news}), "application/json")
    work_tree().documents = {**work_tree().documents, reverse("play_clock"): told}


def visit(page: Page, language: str = "en", **news: Any) -> list[str]:
    faults = listen(page)
    serve(page, language=language)
    tell(**news)
    page.goto(f"{ORIGIN}/tables/5/")
    return faults


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You have been playing for 0:15. In that time you put €20.00 into play, and €15.00"),
        ("it", "Stai giocando da 0:15. In questo tempo hai messo in gioco €20.00"),
    ],
)
def test_after_each_interval_it_says_what_came_of_it(
    clocked: Page, language: str, words: str
) -> None:
    clocked.set_viewport_size(PHONE)
    faults = visit(clocked, language)
    expect(clocked.locator(".play-clock .time")).to_have_text("0:14")
    dialog = clocked.get_by_role("dialog")
    expect(dialog).to_be_hidden()
    tell(minutes=15)
    clocked.clock.run_for(75_000)
    expect(dialog).to_contain_text(words)
    clocked.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    clocked.clock.run_for(60_000)
    expect(dialog).to_be_hidden()
    assert faults == []


def test_it_warns_before_a_limit_of_time_is_used_up(clocked: Page) -> None:
    visit(clocked, minutes=3, left=8)
    dialog = clocked.get_by_role("dialog")
    expect(dialog).to_contain_text("8 minutes of your own limit are left.")
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog).to_be_hidden()


def test_it_says_when_a_limit_of_time_is_used_up(clocked: Page) -> None:
    visit(clocked, left=0)
    expect(clocked.get_by_role("dialog")).to_contain_text(
        "you leave the cash tables after the hand"
    )
