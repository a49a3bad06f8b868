"""A hand by keyboard, another by what assistive technology is told, and one's own settings."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, pay, settle, snapshot, table, update
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.room import wait_for

RULES: Json = {"contests": [{"by": "high", "of_hand": 0, "flush_over_full": False}]}
START: Json = {"e": "start", "rules": RULES, "cards": 52}
FLOP = ["Ah", "Kc", "7d"]
OPEN = {"check": True, "call": None, "bet": [20, 1500], "raise": None, "all_in": 1500}
MINE: Json = {"seat": 3, "legal": {**MY_TURN["legal"], **OPEN}}
THEIRS: Json = {"seat": 2, "legal": {**MY_TURN["legal"], "seat": 2}}


def dealt() -> Json:
    """Before the flop, with ace and king, and 100 to call: the reader has the big blind of 20."""
    shown = hand(turn=THEIRS, bet=120)
    return snapshot(table(hand=shown), cards=["As", "Kd"], events=[START])


def flop(version: int, turn: Json) -> Json:
    shown = hand(turn=turn, bet=0, board=FLOP, street="flop", total=240)
    for part in shown["seats"]:
        part["bet"] = 0
    return update(
        table(version=version, hand=shown), {"e": "street", "street": "flop", "cards": FLOP}
    )


@pytest.mark.rule("PRE-1")
def test_own_sizes_and_a_choice_in_advance(page: Page) -> None:
    felt = Felt(page)
    felt.push(dealt())
    page.get_by_label("Settings").click()
    page.get_by_role("button", name="My bet sizes").click()
    dialog = page.get_by_role("dialog", name="My bet sizes")
    flop_sizes = dialog.get_by_role("group", name="On the flop").get_by_role("combobox")
    expect(flop_sizes).to_have_count(5)
    flop_sizes.nth(4).select_option("2.5 BB")
    flop_sizes.nth(1).select_option("33%")
    # An emptied box gives its size up, and one that is there already makes no second button.
    flop_sizes.nth(0).select_option("–")
    expect(flop_sizes.nth(0)).to_have_value("33%")
    flop_sizes.nth(4).select_option("100%")
    expect(flop_sizes.nth(4)).to_have_value("")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    page.get_by_label("Settings").click()
    ahead = page.get_by_role("group", name="In advance")
    ahead.get_by_role("button", name="Call 100").click()
    # The price rises: the choice is void, and nothing was sent. The next is done.
    felt.push(update(table(version=13, hand=hand(turn=THEIRS, bet=220))))
    expect(ahead.get_by_role("button", name="Call 200")).to_have_attribute("aria-pressed", "false")
    ahead.get_by_role("button", name="Call any").click()
    assert felt.sent() == []
    turn = {"seat": 3, "legal": {**MY_TURN["legal"], "call": 200}}
    felt.push(update(table(version=14, hand=hand(turn=turn, bet=220))))
    wait_for("the call", felt.sent)
    assert felt.sent() == [{"type": "act", "action": {"kind": "call"}, "version": 14}]
    # Own sizes, after a reload too.
    page.reload()
    felt.push(dealt(), flop(13, MINE))
    sizes = page.locator(".presets button")
    expect(sizes).to_have_text(["2.5 BB", "33%", "Pot", "All-in"])
    sizes.nth(1).click()
    expect(page.locator(".raise")).to_contain_text("Bet 79")
    assert felt.faults == []


def test_a_hand_is_played_by_keyboard_alone(page: Page) -> None:
    felt = Felt(page)
    felt.push(dealt())
    keys = page.keyboard
    expect(page.get_by_role("group", name="In advance")).to_be_visible()
    keys.press("?")
    dialog = page.get_by_role("dialog", name="Shortcuts")
    expect(dialog.get_by_text("Call any bet, in advance")).to_be_visible()
    # No key plays while the list is read.
    keys.press("f")
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    pressed = page.locator(".ahead[aria-pressed=true]")
    expect(pressed).to_have_count(0)
    keys.press("f")
    expect(pressed).to_have_text("Fold")
    keys.press("f")
    expect(pressed).to_have_count(0)
    keys.press("c")
    felt.push(update(table(version=13, hand=hand(turn=MY_TURN, bet=120))))
    wait_for("the call", felt.sent)
    felt.push(flop(14, MINE))
    expect(page.locator(".raise")).to_contain_text("Bet 20")
    settle(page)
    keys.press("2")
    expect(page.locator(".raise")).to_contain_text("Bet 120")
    keys.press("ArrowUp")
    expect(page.locator(".raise")).to_contain_text("Bet 140")
    keys.press("a")
    expect(page.locator(".raise")).to_contain_text("All-in 1,500")
    keys.press("1")
    keys.press("r")
    wait_for("the bet", lambda: len(felt.sent()) == 2)
    assert [frame["action"] for frame in felt.sent()] == [
        {"kind": "call"},
        {"kind": "bet", "to": 20},
    ]
    keys.press("b")
    expect(page.locator(".seat.mine .purse")).to_have_text("75 BB")
    keys.press("o")
    wait_for("sitting out", lambda: len(felt.sent()) == 3)
    assert felt.sent()[2] == {"type": "sit_out"}
    assert felt.faults == []


def test_a_hand_is_played_by_roles_and_names_and_told_in_live_regions(page: Page) -> None:
    felt = Felt(page, language="it")
    felt.push(dealt())
    actions = page.get_by_role("region", name="Le tue azioni")
    in_advance = actions.get_by_role("group", name="In anticipo")
    expect(in_advance.get_by_role("button")).to_have_count(3)
    fold = in_advance.get_by_role("button", name="Passa", exact=True)
    fold.click()
    expect(actions.get_by_role("button", pressed=True)).to_have_count(1)
    fold.click()
    told = actions.get_by_role("status")
    expect(told.filter(has_text="Carta alta")).to_contain_text("asso")
    felt.push(flop(13, MINE))
    expect(told.filter(has_text="Tocca a te")).to_have_count(1)
    expect(told.filter(has_text="Doppia coppia")).to_contain_text("doppia coppia, assi e re")
    expect(page.get_by_role("log")).to_contain_text("Flop")
    slider = actions.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "20")
    field = actions.get_by_role("textbox")
    field.fill("2000")
    # More than the stack is the stack.
    expect(actions.get_by_role("button", name="All-in 1.500")).to_be_enabled()
    field.fill("3,5bb")
    settle(page)
    actions.get_by_role("button", name="Punta 70").click()
    assert felt.sent()[0]["action"] == {"kind": "bet", "to": 70}
    assert felt.faults == []


@pytest.mark.rule("PRE-1")
def test_a_choice_in_advance_is_done_while_the_clock_stands(page: Page) -> None:
    felt = Felt(page)
    notice = {"kind": "paused", "reason": "", "cause": None, "until": None, "at": None}
    shown = hand(turn=THEIRS, bet=120)
    felt.push(snapshot(table(hand=shown, notice=notice), cards=["As", "Kd"]))
    page.get_by_role("button", name="Call 100").click()
    mine = hand(turn=MY_TURN, bet=120)
    felt.push(update(table(version=13, hand=mine, notice=notice)))
    wait_for("the call", felt.sent)
    assert felt.sent() == [{"type": "act", "action": {"kind": "call"}, "version": 13}]
    assert felt.faults == []


def late(version: int, minute: int, *, left: int) -> Json:
    """The reader's turn at a minute past twelve: so many seconds of their usual time are left, and
    half a minute of bank follows."""
    now = datetime(2026, 11, 20, 12, minute, tzinfo=UTC)
    clock = {
        "turn_at": (now - timedelta(seconds=5)).isoformat(),
        "action_until": (now + timedelta(seconds=left)).isoformat(),
        "due_at": (now + timedelta(seconds=left + 30)).isoformat(),
    }
    shown = table(version=version, hand=hand(turn=MY_TURN, bet=120), clock=clock)
    return {**update(shown), "now": now.isoformat()}


@pytest.mark.rule("TIME-2")
def test_a_time_bank_by_hand_runs_only_once_it_was_taken(page: Page) -> None:
    felt = Felt(page)
    felt.push(dealt(), late(13, 1, left=0))
    take = page.get_by_role("button", name="Time bank: 30 s")
    expect(page.locator(".actions.yours")).to_be_visible()
    # Usually it runs by itself.
    expect(take).to_have_count(0)
    assert felt.sent() == []
    felt.push(update(table(version=14, hand=hand(turn=THEIRS, bet=120))))
    page.get_by_label("Settings").click()
    page.get_by_label("Time bank only when I ask for it").check()
    page.get_by_label("Settings").click()
    felt.push(late(15, 5, left=60))
    expect(take).to_be_visible()
    # The focus is still in the settings, where keys of the hand work, too.
    page.keyboard.press("t")
    expect(take).to_have_count(0)
    assert felt.sent() == []
    felt.push(update(table(version=16, hand=hand(turn=THEIRS, bet=120))), late(17, 20, left=3))
    wait_for("giving up", felt.sent)
    assert felt.sent() == [{"type": "act", "action": {"kind": "fold"}, "version": 17}]
    assert felt.faults == []


def test_hints_of_a_first_hand_end_with_it(page: Page) -> None:
    page.set_viewport_size(PHONE)
    felt = Felt(page, language="en", new=True)
    felt.push(dealt(), flop(13, MINE))
    expect(page.locator(".tour")).to_be_visible()
    # Otherwise they lie over the menus in the table's head.
    felt.push(snapshot(table()))
    expect(page.locator(".tour")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_first_hand_is_explained_once_by_keyboard_too(page: Page, language: str) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page, language=language, new=True)
    # Nobody is explained anything before there are cards.
    felt.push(snapshot(table()))
    hints = page.locator(".tour")
    expect(hints).to_be_hidden()
    felt.push(dealt(), flop(13, MINE))
    expect(hints).to_be_visible()
    expect(hints).to_contain_text({"en": "These are your cards", "it": "Queste sono"}[language])
    following = hints.get_by_role("button").first
    following.focus()
    for _ in range(4):
        # Nothing that is to be read is to be pressed: the buttons of the turn stay free.
        panel, buttons = hints.bounding_box(), page.locator(".actions").bounding_box()
        assert panel is not None
        assert buttons is not None
        assert panel["y"] + panel["height"] <= buttons["y"]
        page.keyboard.press("Enter")
    expect(page.locator(".tour-next")).to_be_hidden()
    expect(page.locator(".tour-skip")).to_be_focused()
    # The table's keys are not meant for who reads; Escape ends it, for good.
    hints.get_by_role("button").last.press("f")
    hints.get_by_role("button").last.press("Escape")
    expect(hints).to_be_hidden()
    assert felt.sent() == []
    page.reload()
    felt.push(dealt(), flop(13, MINE))
    expect(page.locator(".actions.yours")).to_be_visible()
    expect(hints).to_be_hidden()
    # From the settings they come again.
    page.locator(".settings summary").click()
    page.locator(".leads button").last.click()
    expect(hints).to_be_visible()
    # Not once the reader's event is over.
    felt.push({"type": "out", "place": 5})
    expect(page.locator(".ended")).to_be_visible()
    expect(hints).to_be_hidden()
    assert felt.faults == []


STANDING: Json = {
    "left": 45,
    "entries": 120,
    "average": 4000,
    "level": 5,
    "paused": False,
    "until": "2026-11-20T12:04:32+00:00",
    "next": {"small_blind": 30, "big_blind": 60, "ante": 5},
    "break_at": None,
    "late": True,
    "late_until": "2026-11-20T12:24:32+00:00",
    "paid": 42,
    "in_money": False,
    "sure": 0,
    "out": 3,
    "prize": 1850,
    "rank": 7,
}


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_how_the_event_stands_is_at_the_table(page: Page, viewport: ViewportSize) -> None:
    page.set_viewport_size(viewport)
    felt = Felt(page)
    answer = (json.dumps(STANDING), "application/json")
    work_tree().documents = {
        **work_tree().documents, "/api/tournaments/12/standing/": answer
    }  # fmt: skip
    felt.push(dealt())
    stands = page.get_by_role("region", name="Tournament info")
    expect(stands).to_contain_text("3 from the money")
    told = stands.get_by_role("definition")
    if viewport == PHONE:
        line = stands.get_by_role("button")
        expect(line).to_contain_text("45/120")
        expect(told.first).to_be_hidden()
        line.click()
        box = line.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    expect(told.nth(1)).to_have_text("30/60 A 5")
    expect(told).to_contain_text(["", "", "45 of 120", "7 of 45", "1,500", "4,000", "€18.50"])
    page.keyboard.press("b")
    expect(told).to_contain_text(["", "", "", "", "75 BB", "200 BB"])
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    # As one of several tables it takes no room from the felt.
    page.evaluate("document.querySelector('main').classList.add('tile')")
    page.add_style_tag(url="/static/css/many/tile.css")
    page.set_viewport_size({"width": viewport["width"], "height": 640})
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["width"] == viewport["width"]
    assert felt.faults == []


def test_a_player_who_moves_up_reads_place_and_prize(clocked: Page) -> None:
    """Asked again when a hand is over, the event tells that one player less is left."""
    page, felt = clocked, Felt(clocked)

    def stands(left: int, sure: int) -> None:
        told = {**STANDING, "left": left, "in_money": True, "sure": sure, "out": 1, "prize": 6000}
        answer = (json.dumps(told), "application/json")
        work_tree().documents = {
            **work_tree().documents, "/api/tournaments/12/standing/": answer
        }  # fmt: skip

    stands(4, 2500)
    with page.expect_response("**/standing/*"):
        felt.push(dealt())
        page.clock.run_for(100)
    wire = page.locator(".wire")
    expect(page.get_by_role("region", name="Tournament info")).to_contain_text("next prize")
    expect(wire).to_be_empty()
    stands(3, 4000)
    with page.expect_response("**/standing/*"):
        page.clock.run_for(30_000)
    expect(wire).to_have_text("Up to 3rd: €40")
    page.clock.run_for(7_000)
    expect(wire).to_be_empty()
    assert felt.faults == []


@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    ("language", "asks", "goes"),
    [("en", "Ask for a deal", "To the deal"), ("it", "Chiedi un accordo", "All'accordo")],
)
def test_the_table_leads_to_the_page_of_a_deal(
    page: Page, viewport: ViewportSize, language: str, asks: str, goes: str
) -> None:
    page.set_viewport_size(viewport)
    felt = Felt(page, language=language)
    answer = (json.dumps({**STANDING, "deal": True}), "application/json")
    work_tree().documents = {
        **work_tree().documents, "/api/tournaments/12/standing/": answer
    }  # fmt: skip
    felt.push(dealt())
    if viewport == PHONE:
        page.locator(".stands .in-short").click()
    link = page.get_by_role("link", name=asks)
    expect(link).to_be_in_viewport(ratio=1)
    expect(link).to_have_attribute("href", "/tournaments/12/deal/")
    if viewport == PHONE:
        page.locator(".stands .in-short").click()
    felt.push(snapshot(table(version=14, notice={"kind": "deal", "seats": []})))
    link = page.locator(".notice").get_by_role("link", name=goes)
    expect(link).to_be_in_viewport(ratio=1)
    expect(link).to_have_attribute("href", "/tournaments/12/deal/")
    assert felt.faults == []


@pytest.mark.rule("DRAW-1", "LOBBY-1")
def test_an_event_without_blinds_tells_the_next_ante(page: Page) -> None:
    felt = Felt(page)
    work_tree().documents = {
        **work_tree().documents,
        "/api/tournaments/12/standing/": (
            json.dumps({**STANDING, "next": {"small_blind": 15, "big_blind": 30, "ante": 0}}),
            "application/json",
        ),
    }
    felt.push(snapshot({**table(), "betting": "ante"}))
    stands = page.get_by_role("region", name="Tournament info")
    expect(stands).to_contain_text("Next ante")
    expect(stands).not_to_contain_text("Next blinds")
    expect(stands).not_to_contain_text("15/30")
    expect(stands.get_by_role("definition").nth(1)).to_have_text("30")
    assert felt.faults == []


@pytest.mark.rule("TRN-2")
def test_whoever_is_out_enters_again_from_the_table(page: Page) -> None:
    felt = Felt(page)
    offer = {"sells": False, "rebuy": None, "add_on": None, "until": None, "coming": 0}
    again = {"price": 1000, "chips": 1500, "most": 1}
    work_tree().documents = {
        **work_tree().documents,
        "/api/tournaments/12/offer/": (
            json.dumps({**offer, "re_entry": again}),
            "application/json",
        ),
        "/api/tournaments/12/register/": ("{}", "application/json"),
    }
    left = table(version=13)
    left["seats"] = [seat for seat in left["seats"] if seat["seat"] != 3]
    felt.push(dealt(), update(left), {"type": "out", "place": None, "prize": None})
    asked: list[tuple[str, str | None]] = []
    page.on("request", lambda sent: asked.append((sent.url, sent.post_data)))
    expect(page.get_by_role("button", name="Enter again")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Enter again: 1,500 for €10").click()
    pay(page)
    page.wait_for_url("**/tournaments/12/")
    assert (f"{ORIGIN}/api/tournaments/12/register/", "{}") in asked


@pytest.mark.rule("TRN-2")
def test_rebuy_and_add_on_are_bought_at_the_table(page: Page) -> None:
    felt = Felt(page)
    offer: Json = {"sells": True, "until": None, "coming": 0, "re_entry": None}
    offer |= {"rebuy": {"price": 1000, "chips": 1500}, "add_on": {"price": 500, "chips": 3000}}
    answers = {name: json.dumps({}) for name in ("rebuy", "add-on")} | {"offer": json.dumps(offer)}
    work_tree().documents = {
        **work_tree().documents,
        **{
            f"/api/tournaments/12/{name}/": (answer, "application/json")
            for name, answer in answers.items()
        },
    }
    asked: list[tuple[str, Any]] = []
    page.on("request", lambda sent: asked.append((sent.url, sent.post_data)))
    felt.push(dealt())
    page.get_by_role("button", name="Rebuy: 1,500 for €10").click()
    pay(page)
    settle(page)
    page.get_by_role("button", name="Add-on: 3,000 for €5").click()
    pay(page)
    wait_for("both", lambda: page.evaluate("1") and sum(bool(body) for _, body in asked) == 2)
    bought = [(url, json.loads(body)) for url, body in asked if body]
    assert [url for url, _ in bought] == [
        f"{ORIGIN}/api/tournaments/12/{name}/" for name in ("rebuy", "add-on")
    ]
    # Each wish has a key of its own: pressed twice it is paid once.
    assert len({wish["key"] for _, wish in bought}) == 2
    assert felt.faults == []


FIRST_COUNT = """
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  window.firstCount ??= document.querySelector(".shop .count")?.textContent;
}).observe(document, { childList: true, characterData: true, subtree: true }));
"""


@pytest.mark.rule("TRN-2")
def test_the_time_to_decide_on_a_rebuy_begins_at_what_is_left(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context().new_page()
    page.clock.install()
    page.add_init_script(FIRST_COUNT)
    felt = Felt(page)
    none: Json = {"sells": True, "until": None, "coming": 0, "re_entry": None, "add_on": None}
    rebuy = {"price": 1000, "chips": 1500}

    def offer(**more: Any) -> None:
        answer = json.dumps({**none, "rebuy": rebuy, **more})
        work_tree().documents = {
            **work_tree().documents,
            "/api/tournaments/12/offer/": (answer, "application/json"),
        }

    offer()
    felt.push(snapshot(table()))
    expect(page.get_by_role("button", name="Rebuy")).to_be_visible()
    page.clock.fast_forward(16_000)
    offer(until="2026-11-20T12:00:40+00:00")
    lost = table(version=13)
    lost["seats"][2]["stack"] = 0
    felt.push(update(lost))
    expect(page.locator(".shop .count")).to_be_visible()
    assert page.evaluate("window.firstCount") in ("0:24", "0:23")


def test_a_reader_chooses_their_own_keys(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page)
    felt.push(snapshot(table(hand=hand(turn=MY_TURN)), cards=["As", "Kd"]))
    page.locator(".settings summary").click()
    page.get_by_role("button", name="My keys").click()
    form = page.get_by_role("dialog", name="My keys")
    settle(page)
    fold, call = form.locator("[name=key-f]"), form.locator("[name=key-c]")
    fold.press("c")
    taken = form.get_by_text("C already does something else.")
    expect(taken).to_be_visible()
    expect(fold).to_have_value("F")
    fold.press("x")
    expect(fold).to_have_value("X")
    expect(taken).to_have_count(0)
    # The field takes the key, wherever its cursor is.
    call.press("f")
    expect(call).to_have_value("F")
    call.press("Backspace")
    expect(call).to_have_value("F")
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    keys = page.locator(".buttons kbd")
    expect(keys).to_have_text(["X", "F", "R"])
    # They stay in this browser, and do what they say.
    page.reload()
    felt.push(snapshot(table(hand=hand(turn=MY_TURN)), cards=["As", "Kd"]))
    expect(keys).to_have_text(["X", "F", "R"])
    settle(page)
    page.keyboard.press("c")
    assert felt.sent() == []
    page.keyboard.press("f")
    assert felt.sent()[-1]["action"] == {"kind": "call"}
    page.keyboard.press("?")
    expect(page.locator("dialog[open] kbd").first).to_have_text("X")
    page.keyboard.press("Escape")
    page.locator(".settings summary").click()
    page.get_by_role("button", name="My keys").click()
    form.get_by_role("button", name="Standard keys").click()
    expect(fold).to_have_value("F")
    assert felt.faults == []
