"""What a table's client makes of the server's frames, run where it lives: in a browser. What needs
no frame of the server's is tested in JavaScript (tests/js)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.felt import Json, hand, snapshot, table, told, update
from tests.browser.worktree import ORIGIN, work_tree


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """One page for all: pure functions leave nothing behind."""
    page = chromium.new_page()
    page.goto(f"{ORIGIN}/blank")
    yield page
    page.close()


def run(page: Page, module: str, code: str, *arguments: Any) -> Any:
    """The value of ``code``, in which ``m`` is the module and ``a`` the arguments."""
    return page.evaluate(
        f"async a => {{ const m = await import('/static/js/table/{module}'); return {code}; }}",
        list(arguments),
    )


def after(page: Page, *frames: Json) -> Any:
    heard = told(frames, before={})
    return run(page, "state/state.js", "a[0].reduce(m.reduce, m.initial(7))", heard)


def test_an_update_follows_its_snapshot(page: Page) -> None:
    check = {"e": "act", "seat": 4, "kind": "check", "to": 0, "added": 0, "all_in": False}
    state = after(page, snapshot(table(hand=hand())), update(table(version=13, hand=hand()), check))
    assert state["version"] == 13
    assert not state["stale"]
    assert [line["name"] for line in state["log"]] == ["dino"]


CALL = {"e": "act", "seat": 4, "kind": "call", "to": 20, "added": 20, "all_in": False}
FOLD = {"e": "act", "seat": 5, "kind": "fold", "to": 0, "added": 0, "all_in": False}


def test_a_reload_shows_the_log_and_the_last_actions_that_were_there(page: Page) -> None:
    start = {"e": "start"}
    seen = [
        snapshot(table(hand=hand())),
        update(table(version=13, hand=hand()), start, CALL),
        update(table(version=14, hand=hand()), FOLD),
    ]
    again = snapshot(table(version=14, hand=hand()), events=[start, CALL, FOLD])
    kept, reloaded, asked = after(page, *seen), after(page, again), after(page, *seen, again)
    for part in ("log", "said", "known"):
        assert kept[part] == reloaded[part] == asked[part]
    assert [line["name"] for line in kept["log"][1:]] == ["dino", "elsa"]
    assert set(reloaded["said"]) == {"4", "5"}
    nxt = update(table(version=15, hand=hand()), CALL)
    assert after(page, *seen, nxt)["log"] == after(page, again, nxt)["log"]


def test_a_snapshot_fills_what_the_log_has_missed(page: Page) -> None:
    gap = [snapshot(table(hand=hand()), events=[CALL]), update(table(version=15, hand=hand()))]
    whole = snapshot(table(version=15, hand=hand()), events=[CALL, FOLD])
    assert [line["id"] for line in after(page, *gap, whole)["log"]] == ["17.0", "17.1"]


def test_the_log_names_who_was_dealt_in_whoever_sits_there_now(page: Page) -> None:
    frame = snapshot(table(hand=hand()), events=[CALL])
    frame["so_far"]["names"]["4"] = "zoe"
    assert [line["name"] for line in after(page, frame)["log"]] == ["zoe"]


def test_a_gap_makes_the_state_stale_until_a_snapshot_that_is_new_enough(page: Page) -> None:
    gap = [snapshot(table()), update(table(version=14)), update(table(version=15))]
    assert after(page, *gap)["stale"]
    assert after(page, *gap, snapshot(table(version=14)))["stale"]
    state = after(page, *gap, snapshot(table(version=15)))
    assert not state["stale"]
    assert state["version"] == 15


def test_an_update_seen_before_changes_nothing(page: Page) -> None:
    once = after(page, snapshot(table()), update(table(version=13)))
    assert after(page, snapshot(table()), update(table(version=13)), update(table())) == once


@pytest.mark.parametrize("cards_first", [True, False])
def test_own_cards_belong_to_the_hand_they_came_with(page: Page, cards_first: bool) -> None:
    dealt = [
        {"type": "cards", "version": 13, "cards": ["As", "Kd"]},
        update(table(version=13, hand=hand()), {"e": "start"}),
    ]
    old = snapshot(table(), cards=["2c", "3c"])
    state = after(page, old, *(dealt if cards_first else reversed(dealt)))
    assert state["cards"] == ["As", "Kd"]


def test_the_next_deal_takes_the_old_cards_away(page: Page) -> None:
    old = snapshot(table(), cards=["2c", "3c"])
    assert after(page, old, update(table(version=13, hand=hand()), {"e": "start"}))["cards"] == []


def test_bets_move_into_the_pot_when_a_street_ends(page: Page) -> None:
    call = {"e": "act", "seat": 2, "kind": "call", "to": 20, "added": 10, "all_in": False}
    flop = {"e": "street", "street": "flop", "cards": ["2c", "3c", "4c"]}
    frames = [snapshot(table(hand=hand())), update(table(version=13, hand=hand()), call, flop)]
    assert after(page, *frames)["collected"]["bets"] == [
        {"seat": 2, "amount": 20},
        {"seat": 3, "amount": 20},
    ]


def test_what_staff_say_stays_until_it_is_read_and_who_is_in_again_is_not_out(page: Page) -> None:
    said: Json = {"type": "message", "text": "No phones.", "warning": True}
    frames = [said, {"type": "out", "place": None}, {"type": "in_again"}]
    state = after(page, *frames)
    assert state["message"] == {"text": "No phones.", "warning": True}
    assert (state["out"], state["place"]) == (False, None)
    assert after(page, said, {"type": "message_read"})["message"] is None


def test_a_page_counts_down_by_the_room_s_clock(chromium: Browser) -> None:
    page = chromium.new_page()
    times = 'data-until="2026-11-20T12:01:46Z" data-now="2026-11-20T12:00:00.000001+00:00"'
    script = '<script type="module" src="/static/js/countdown.js"></script>'
    work_tree().documents = {
        "/count/": (f"<html><body><time {times}></time>{script}</body></html>", "text/html")
    }
    # The device is ten minutes fast, and years away.
    page.add_init_script("{ const now = Date.now; Date.now = () => now() + 600_000; }")
    page.goto(f"{ORIGIN}/count/")
    expect(page.locator("time")).to_have_text(re.compile("^1:4[3-6]$"))
    page.evaluate("Date.now = () => 0; document.dispatchEvent(new Event('htmx:afterSwap'))")
    expect(page.locator("time")).to_have_text(re.compile("^1:[34]"))
    page.close()
