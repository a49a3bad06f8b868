"""What becomes of a decision when the line is lost, in a browser."""

from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, snapshot, table
from tests.harness.room import wait_for

START: Json = {"e": "start"}
CALL: Json = {"e": "act", "seat": 3, "kind": "call", "to": 20, "added": 20, "all_in": False}
CALLED: Json = {"type": "act", "action": {"kind": "call"}, "version": 12}


def mine(version: int = 12, **changes: Any) -> Json:
    return {**table(version=version, hand=hand(turn=MY_TURN)), **changes}


def _opened_after(page: Page, sockets: int) -> bool:
    return bool(page.evaluate("sockets.length") > sockets)


def test_a_decision_that_was_lost_with_the_line_is_sent_again_and_one_that_came_late_is_told(
    page: Page,
) -> None:
    felt = Felt(page)
    for kind, then, told_so in (
        ("Call 100", snapshot(mine(), events=[START]), "sent again"),
        ("Fold", snapshot(mine(13), events=[START, CALL]), "did not arrive in time"),
    ):
        felt.push(snapshot(mine(), events=[START]))
        page.get_by_role("button", name=kind).click()
        sockets = page.evaluate("sockets.length")
        felt.lose()
        felt.find()
        wait_for("another socket", partial(_opened_after, page, sockets))
        expect(page.get_by_text("Reconnecting")).to_be_hidden()
        felt.push(then)
        expect(page.locator(".wire")).to_contain_text(told_so)
    assert felt.sent()[:2] == [CALLED, CALLED]
    assert len([wish for wish in felt.sent() if wish["type"] == "act"]) == 3
