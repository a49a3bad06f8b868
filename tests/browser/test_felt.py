"""The live table's page, clicked and looked at, with the test as its server."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.felt import (
    ME,
    MY_TURN,
    Felt,
    Json,
    at_one_moment,
    hand,
    settle,
    snapshot,
    table,
    update,
)
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.room import wait_for


def my_turn(version: int = 12) -> Json:
    return snapshot(table(version=version, hand=hand(turn=MY_TURN)), cards=["As", "Kd"])


@pytest.fixture
def felt(page: Page) -> Felt:
    return Felt(page)


def test_a_double_click_sends_one_action(felt: Felt) -> None:
    felt.push(my_turn())
    felt.page.get_by_role("button", name="Call 100").dblclick()
    assert felt.sent() == [{"type": "act", "action": {"kind": "call"}, "version": 12}]
    expect(felt.page.locator(".buttons .fold")).to_be_disabled()
    felt.push({"type": "refused", "code": "X", "message": "Not now.", "version": 12})
    expect(felt.page.get_by_text("Not now.")).to_be_visible()
    expect(felt.page.locator(".buttons .fold")).to_be_enabled()


@pytest.mark.rule("INFO-1")
def test_a_refusal_leads_to_its_rule(felt: Felt) -> None:
    felt.push(my_turn())
    no = {"type": "refused", "code": "X", "message": "Too small.", "version": 12, "rule": "ACT-2"}
    felt.push(no)
    link = felt.page.locator(".wire").get_by_role("link", name="ACT-2")
    expect(link).to_have_attribute("href", "/rules/ACT-2/")


@pytest.mark.rule("ACCOUNT-1")
@pytest.mark.parametrize("seen", [True, False], ids=["playing", "just opened"])
def test_a_page_that_is_shut_out_says_why_and_does_not_come_again(
    clocked: Page, seen: bool
) -> None:
    felt = Felt(clocked)
    if seen:
        felt.push(my_turn())
    why = "You are no longer signed in here. Sign in again to continue."
    felt.push({"type": "refused", "code": "SIGNED_OUT", "message": why, "version": None})
    felt.end(4401)
    # Longer than a refusal is shown, and than it takes to come again.
    clocked.clock.run_for(5000)
    expect(felt.page.get_by_text(why)).to_be_visible()
    assert felt.page.evaluate("window.sockets.length") == 1
    if seen:
        expect(felt.page.locator(".buttons .fold")).to_be_disabled()


def test_a_raise_is_chosen_by_preset_field_and_arrows(felt: Felt) -> None:
    felt.push(my_turn())
    page = felt.page
    page.get_by_role("button", name="All-in", exact=True).click()
    expect(page.locator(".raise")).to_contain_text("All-in 1,520")
    page.locator("[name=amount]").fill("400")
    expect(page.locator(".raise")).to_contain_text("Raise to 400")
    page.locator("[name=amount]").press("ArrowUp")
    expect(page.locator(".raise")).to_contain_text("Raise to 420")
    page.locator("[name=amount]").press("Enter")
    assert felt.sent()[0]["action"] == {"kind": "raise", "to": 420}


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_takes_the_place_of_a_pressed_button_is_not_pressed_too(
    felt: Felt, viewport: ViewportSize
) -> None:
    page = felt.page
    page.set_viewport_size(viewport)
    felt.push(my_turn())
    settle(page)
    page.locator(".raise").click()
    with at_one_moment(page):
        felt.push(update(table(version=13, hand=hand(turn={**MY_TURN, "seat": 4}))))
        ahead = page.locator(".ahead")
        expect(ahead.first).to_be_visible()
        for button in ahead.all():
            button.click()
        page.keyboard.press("c")
    assert page.locator(".ahead[aria-pressed=true]").count() == 0
    # The reverse: the turn comes while a finger is on its way to a choice.
    with at_one_moment(page):
        felt.push(update(table(version=14, hand=hand(turn=MY_TURN))))
        for button in page.locator(".actions .buttons button").all():
            button.click()
        page.keyboard.press("c")
    assert len(felt.sent()) == 1
    settle(page)
    page.get_by_role("button", name="Call 100").click()
    assert len(felt.sent()) == 2


def test_keys_act(felt: Felt) -> None:
    for version, key in enumerate("fcr", start=12):
        felt.push(my_turn(version))
        expect(felt.page.locator(".buttons .fold")).to_be_enabled()
        settle(felt.page)
        felt.page.keyboard.press(key)
        expect(felt.page.locator(".buttons .fold")).to_be_disabled()
    actions = [{"kind": "fold"}, {"kind": "call"}, {"kind": "raise", "to": 220}]
    assert [wish["action"] for wish in felt.sent()] == actions


def test_keys_can_be_switched_off_for_good(felt: Felt) -> None:
    felt.push(my_turn())
    felt.page.get_by_label("Settings").click()
    felt.page.get_by_label("Keyboard shortcuts").uncheck()
    felt.page.get_by_label("Settings").click()
    felt.page.locator("body").press("f")
    assert felt.sent() == []
    felt.page.reload()
    felt.push(my_turn())
    expect(felt.page.locator(".buttons .fold")).to_be_visible()
    felt.page.locator("body").press("f")
    assert felt.sent() == []


# What a browser that translates a page does to its texts.
WRAP = """root => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(text.data);
  }
}"""


def test_texts_that_a_translator_has_wrapped_are_drawn_afresh(felt: Felt) -> None:
    felt.push(my_turn())
    table_of_page = felt.page.locator(".live-table")
    assert table_of_page.get_attribute("translate") == "no"
    table_of_page.evaluate(WRAP)
    later = hand(turn={**MY_TURN, "legal": {**MY_TURN["legal"], "call": 490}}, total=490)
    shown = table(version=13, hand=later)
    shown["seats"][0]["stack"] = 777
    felt.push(update(shown))
    expect(felt.page.locator(".actions .passive")).to_contain_text("Call 490")
    seat = felt.page.locator(".seat").filter(has_text="ada")
    expect(seat).to_contain_text("777")
    expect(seat).not_to_contain_text("1,500")
    assert felt.faults == []


@pytest.mark.rule("PRE-1")
def test_check_fold_chosen_ahead_acts_when_the_turn_comes(felt: Felt) -> None:
    waiting = hand(turn={**MY_TURN, "seat": 2})
    felt.push(snapshot(table(hand=waiting), cards=["As", "Kd"]))
    felt.page.get_by_role("button", name="Check/fold").click()
    felt.push(update(table(version=13, hand=hand(turn=MY_TURN))))
    wait_for("the action", felt.sent)
    assert felt.sent() == [{"type": "act", "action": {"kind": "fold"}, "version": 13}]


def test_a_missed_update_asks_once_for_the_snapshot(felt: Felt) -> None:
    felt.push(my_turn(), update(table(version=14)), update(table(version=15)))
    assert felt.sent() == [{"type": "snapshot"}]
    felt.push(my_turn(version=15))
    assert felt.sent() == [{"type": "snapshot"}]


def test_a_lost_socket_is_said_and_opened_again(felt: Felt) -> None:
    felt.push(my_turn())
    felt.lose()
    expect(felt.page.get_by_text("Reconnecting")).to_be_visible()
    expect(felt.page.locator(".buttons .fold")).to_be_disabled()
    felt.find()
    expect(felt.page.get_by_text("Reconnecting")).to_be_hidden()
    felt.push(my_turn(version=20))
    expect(felt.page.locator(".buttons .fold")).to_be_enabled()


def test_the_browser_s_own_word_that_it_is_offline_is_shown_at_once(felt: Felt, page: Page) -> None:
    felt.push(my_turn())
    page.evaluate("window.down = true")
    page.context.set_offline(True)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    expect(page.locator(".buttons .fold")).to_be_disabled()
    page.evaluate("window.down = false")
    page.context.set_offline(False)
    expect(page.get_by_text("Reconnecting")).to_be_hidden()


def test_a_line_that_has_gone_silent_is_noticed_within_three_seconds(
    clocked: Page,
) -> None:
    page = clocked
    felt = Felt(page)
    page.clock.run_for(100)
    felt.push(my_turn())
    page.clock.run_for(30_000)
    expect(page.get_by_text("Reconnecting")).to_have_count(0)
    page.evaluate("window.deaf = true")
    page.clock.run_for(3_000)
    expect(page.get_by_text("Reconnecting")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "waits", "lost"),
    [
        ("en", "Taking you to the table…", "The connection is lost."),
        ("it", "Ti portiamo al tavolo…", "Connessione persa."),
    ],
)
def test_before_the_first_snapshot_the_table_stands_empty_and_says_what_is_awaited(
    page: Page, language: str, waits: str, lost: str
) -> None:
    felt = Felt(page, language=language)
    expect(page.get_by_role("status")).to_have_text(waits)
    expect(page.get_by_role("heading", name="Turbo")).to_be_visible()
    expect(page.locator(".cloth")).to_be_visible()
    felt.lose()
    expect(page.get_by_role("status")).to_contain_text(lost)
    felt.find()
    expect(page.get_by_role("status")).to_have_text(waits)
    felt.push(my_turn())
    expect(page.locator(".arriving")).to_have_count(0)
    expect(page.get_by_role("heading", name="Turbo")).to_have_count(1)
    assert felt.faults == []


@pytest.mark.rule("OUT-1")
def test_sitting_out_and_coming_back(felt: Felt) -> None:
    felt.push(snapshot(table()))
    felt.page.get_by_role("button", name="Sit out").click()
    felt.push(update(table(version=13, away=True)))
    felt.page.get_by_role("button", name="I'm back").click()
    assert felt.sent() == [{"type": "sit_out"}, {"type": "come_back"}]


@pytest.mark.rule("LOBBY-1")
def test_the_title_shows_blinds_and_the_ante_s_letter(felt: Felt) -> None:
    felt.push(my_turn())
    expect(felt.page.locator(".stakes")).to_contain_text("10/20")
    expect(felt.page.locator(".ante")).to_contain_text("A 5")


def test_cards_have_names_and_the_log_speaks(felt: Felt) -> None:
    call = {"e": "act", "seat": 2, "kind": "call", "to": 20, "added": 10, "all_in": False}
    felt.push(my_turn(), update(table(version=13, hand=hand(turn=MY_TURN)), call))
    expect(felt.page.get_by_role("img", name="ace of spades")).to_be_visible()
    log = felt.page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log).to_contain_text("bice calls 10")


def test_what_came_last_stands_in_the_log_s_sight(felt: Felt) -> None:
    call = {"e": "act", "seat": 2, "kind": "call", "to": 20, "added": 10, "all_in": False}
    check = {"e": "act", "seat": 3, "kind": "check", "to": 20, "added": 0, "all_in": False}
    felt.push(my_turn(), update(table(version=13, hand=hand(turn=MY_TURN)), *[call] * 40, check))
    last = felt.page.locator(".log .line").last
    for viewport in (DESKTOP, PHONE):
        felt.page.set_viewport_size(viewport)
        expect(last).to_contain_text("checks")
        expect(last).to_be_in_viewport(ratio=1)
        box, sight = last.bounding_box(), felt.page.get_by_role("log").bounding_box()
        assert box is not None
        assert sight is not None
        assert sight["y"] <= box["y"]
        assert box["y"] + box["height"] <= sight["y"] + sight["height"]


def test_the_winner_is_named_with_the_hand(felt: Felt) -> None:
    board = ["Ah", "Td", "2c", "8s", "Qh"]
    best = ["As", "Ah", "Kd", "Qh", "Td"]
    over = hand(finished=True, board=board)
    over["results"] = [{"pot": 0, "seat": 3, "amount": 300, "ranking": "pair", "cards": best}]
    over["seats"][2].update(won=300, ranking="pair", cards=["As", "Kd"])
    felt.push(my_turn(), update(table(version=13, hand=over)))
    winner = felt.page.locator(".seat.winner")
    expect(winner).to_contain_text("marco")
    expect(winner).to_contain_text("Pair")
    expect(felt.page.locator(".to-winner")).to_contain_text("+300")
    expect(felt.page.locator(".board .best")).to_have_count(3)


ENDS: list[tuple[Json, str]] = [
    ({"type": "out", "place": 5}, "5th"),
    ({"type": "out", "place": 22}, "22nd"),
    ({"type": "out", "place": 1}, "You won!"),
    ({"type": "out", "place": None}, "You are out"),
]


def test_the_end_of_a_stay_leads_on_to_its_event(felt: Felt) -> None:
    felt.push(snapshot(table()), {"type": "closed"})
    expect(felt.page.locator(".notice")).to_contain_text("This table is closed")
    ended = felt.page.locator(".ended")
    for frame, text in ENDS:
        felt.push(frame)
        expect(ended).to_contain_text(text)
        expect(ended.get_by_role("link")).to_have_attribute("href", "/tournaments/12/")


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("balance", "next in the big blind"),
        ("break", "table has been broken"),
        ("staff", "floor staff moved"),
        ("final", "The final table"),
        ("round", "next round"),
    ],
)
def test_who_is_moved_is_told_why_and_led_on(felt: Felt, reason: str, text: str) -> None:
    felt.push(snapshot(table()), {"type": "moved", "table": 17, "reason": reason})
    notice = felt.page.locator(".notice")
    expect(notice).to_contain_text(text)
    expect(notice.get_by_role("link")).to_have_attribute("href", "/tables/17/")


WAITED_FOR: list[tuple[Json, str, str]] = [
    ({"kind": "paused", "cause": "staff", "reason": "Fire alarm"}, "Fire alarm", "Paused"),
    ({"kind": "paused", "cause": "connections", "reason": ""}, "lost their", "no clock"),
    ({"kind": "paused", "cause": "staff", "reason": ""}, "will continue from here", "Paused"),
    ({"kind": "hand_for_hand", "round": 4}, "Round 4", "Hand for hand, round 4"),
]


def test_what_the_table_waits_for_is_told_between_hands_and_during_one(felt: Felt) -> None:
    for no, (notice, between_hands, during_one) in enumerate(WAITED_FOR):
        version = 12 + 2 * no
        felt.push(snapshot(table(version=version, hand=hand(), notice=notice)))
        expect(felt.page.locator(".meanwhile")).to_contain_text(during_one)
        expect(felt.page.locator(".notice")).to_be_empty()
        expect(felt.page.locator(".ring")).to_have_count(0)
        over = hand(street="showdown", finished=True)
        felt.push(update(table(version=version + 1, hand=over, notice=notice)))
        expect(felt.page.locator(".notice")).to_contain_text(between_hands)
        expect(felt.page.locator(".meanwhile")).to_be_empty()


@pytest.mark.rule("TRN-2")
def test_a_table_that_waits_for_a_rebuy_says_whose_and_how_long(felt: Felt) -> None:
    notice = {"kind": "rebuy", "seats": [2, 5], "until": "2026-11-20T12:00:20+00:00"}
    over = hand(street="showdown", finished=True)
    felt.push(snapshot(table(hand=over, notice=notice)))
    expect(felt.page.locator(".notice")).to_contain_text("bice, elsa")
    expect(felt.page.locator(".notice .count")).to_contain_text("0:")


DRAW: Json = {
    "kind": "draw",
    "multiplier": 6,
    "prize": 30_00,
    "odds": [[600, 10], [10, 4250], [6, 75000], [4, 180052], [2, 740146]],
    "until": "2026-11-20T12:00:09+00:00",
}


@pytest.mark.rule("VELOX-1")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, DESKTOP])
def test_the_prize_of_a_velox_is_drawn_at_the_table(
    page: Page, viewport: ViewportSize, language: str
) -> None:
    page.set_viewport_size(viewport)
    felt = Felt(page, language=language)
    felt.push(snapshot(table(seats=3, notice=DRAW)))
    reel = page.locator(".notice.draw .reel")
    expect(reel).to_be_in_viewport(ratio=1)
    expect(page.locator(".notice .to-be-drawn")).to_be_attached()
    expect(page.locator(".notice .drawn .title")).to_have_text("×6")
    expect(page.locator(".notice .drawn")).to_contain_text("30")
    expect(page.locator(".notice .drawn")).to_be_in_viewport(ratio=1)
    assert (
        page.evaluate("""() => {
      const box = document.querySelector(".reel").getBoundingClientRect();
      const middle = [box.x + box.width / 2, box.y + box.height / 2];
      return document.elementFromPoint(...middle).textContent;
    }""")
        == "×6"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert felt.faults == []


@pytest.mark.rule("VELOX-1")
def test_a_player_who_comes_late_to_the_draw_sees_the_prize_at_once(felt: Felt) -> None:
    felt.push(snapshot(table(seats=3, notice={**DRAW, "until": "2026-11-20T12:00:03+00:00"})))
    expect(felt.page.locator(".notice .title")).to_have_text("×6")
    expect(felt.page.locator(".notice .to-be-drawn")).to_have_count(0)


def test_an_event_says_that_a_hand_comes_only_if_two_have_chips(felt: Felt) -> None:
    over = hand(street="showdown", finished=True)
    felt.push(snapshot(table(hand=over)))
    expect(felt.page.locator(".awaited")).to_have_text("The next hand is about to start.")
    won = table(version=13, hand=over)
    for seat in won["seats"][:5]:
        seat["stack"] = 0
    felt.push(update(won))
    expect(felt.page.locator(".awaited")).to_be_empty()


def test_who_is_cut_off_is_marked_until_they_are_back(felt: Felt) -> None:
    everybody = [ME, *(100 + no for no in range(1, 7))]
    ada = felt.page.locator(".seat", has_text="ada")
    felt.push(snapshot(table(hand=hand())))
    expect(ada).not_to_contain_text("Disconnected")
    felt.push({"type": "presence", "connected": [user for user in everybody if user != 101]})
    expect(ada).to_contain_text("Disconnected")
    expect(felt.page.locator(".seat.lost")).to_have_count(1)
    felt.push({"type": "presence", "connected": everybody})
    expect(felt.page.locator(".seat.lost")).to_have_count(0)


def test_a_bounty_stands_on_the_plate_and_is_told_to_who_wins_it(felt: Felt) -> None:
    seen = table(hand=hand())
    seen["seats"][0]["price"] = 751
    won = {"type": "bounty", "paid": 251, "name": "bice", "user": ME, "by": "marco"}
    felt.push(snapshot(seen), won, {**won, "paid": 376, "name": "dino"})
    expect(felt.page.locator(".price")).to_have_count(1)
    expect(felt.page.locator(".seat", has_text="ada").locator(".price")).to_contain_text("€7.51")
    wire = felt.page.locator(".wire")
    expect(wire).to_contain_text("€6.27 for knocking out bice, dino")
    felt.push({**won, "name": "gino", "user": 105, "by": "elsa"})
    expect(wire).to_contain_text("dino · elsa knocks out gino: €2.51 bounty")


def test_who_is_out_may_stay_and_watch(felt: Felt) -> None:
    felt.push(snapshot(table(hand=hand())), {"type": "out", "place": 5})
    settle(felt.page)
    felt.page.get_by_role("button", name="Stay and watch").click()
    expect(felt.page.locator(".ended")).to_have_count(0)


def test_a_moved_player_is_taken_to_the_new_table(felt: Felt) -> None:
    felt.push(snapshot(table()), {"type": "moved", "table": 17, "reason": "break"})
    felt.page.wait_for_url("**/tables/17/")


def test_a_spectator_sees_no_buttons(page: Page) -> None:
    felt = Felt(page, user=None)
    felt.push({**my_turn(), "you": None})
    expect(page.locator(".seat.turn")).to_contain_text("marco")
    expect(page.locator(".actions")).to_have_count(0)
    # Who has no account has no clock either: the line stands on the page.
    expect(page.locator(".care")).to_contain_text("18+")
    expect(page.locator(".care")).to_contain_text("Free, anonymous help")


SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "phone on its side": {"width": 740, "height": 360},
    "tablet": {"width": 768, "height": 1024},
    "tablet on its side": {"width": 1024, "height": 768},
    "desktop": DESKTOP,
}


# Where each of these is on the page: a question for all costs as much as one for each.
BOXES = """parts => parts.map((part) => part.getBoundingClientRect())
  .map(({ left, right, top, bottom, height }) => ({ left, right, top, bottom, height }))"""


def test_everything_fits_and_nothing_jumps(page: Page) -> None:
    felt = Felt(page)
    version = 12
    for viewport in SIZES.values():
        page.set_viewport_size(viewport)
        for seats in (2, 6, 9):
            mine = min(3, seats)
            before = table(version=version, seats=seats, mine=mine, hand=hand(seats=seats))
            felt.push(snapshot(before, cards=["As", "Kd"]))
            expect(page.locator(".actions.yours")).to_have_count(0)
            expect(page.locator(".seat")).to_have_count(seats)
            stage = page.locator(".stage").bounding_box()
            shown = hand(seats=seats, turn={**MY_TURN, "seat": mine})
            felt.push(update(table(version=version + 1, seats=seats, mine=mine, hand=shown)))
            version += 2
            expect(page.locator(".actions.yours")).to_be_visible()
            assert page.locator(".stage").bounding_box() == stage
            assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
            parts = page.locator(".seat").evaluate_all(BOXES)
            buttons = page.locator(".buttons button").evaluate_all(BOXES)
            assert len(parts) == seats
            assert buttons
            for box in (*parts, *buttons):
                assert box["left"] >= 0
                assert box["right"] <= viewport["width"]
                assert box["bottom"] <= viewport["height"]
            assert min(box["height"] for box in buttons) >= 44
    assert felt.faults == []


def omaha(**changes: Any) -> Json:
    """Four hole cards, on the river."""
    shown = hand(game="plo8", street="river", board=["Ah", "7d", "5c", "3s", "Qh"], **changes)
    for part in shown["seats"]:
        part["cards"] = ["??"] * 4
    return shown


@pytest.mark.rule("OMA-1")
def test_four_hole_cards_fit_and_each_can_be_read(page: Page) -> None:
    felt = Felt(page)
    for seats in (6, 9):
        shown = omaha(seats=seats)
        felt.push(snapshot(table(seats=seats, hand=shown), cards=["As", "Kd", "Qc", "Th"]))
        expect(felt.page.locator(".seat")).to_have_count(seats)
        for viewport in (PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            assert_cards_can_be_read(page)


def assert_cards_can_be_read(page: Page) -> None:
    """More than half of each of one's four cards, and nothing lies on them."""
    mine = page.locator(".mine .hole .card")
    expect(mine).to_have_count(4)
    boxes = [box for box in (card.bounding_box() for card in mine.all()) if box]
    for left, right in pairwise(boxes):
        assert right["x"] - left["x"] > 0.55 * left["width"]
    others = page.locator(".seat:not(.mine) .plate")
    for plate in filter(None, (each.bounding_box() for each in others.all())):
        for card in boxes:
            apart = plate["x"] >= card["x"] + card["width"] or card["x"] >= (
                plate["x"] + plate["width"]
            )
            assert apart or plate["y"] + plate["height"] <= card["y"] + 1


@pytest.mark.rule("FL-1")
def test_a_fixed_limit_has_one_size_and_no_slider(felt: Felt) -> None:
    legal = {**MY_TURN["legal"], "raise": [200, 200], "all_in": None}
    turn = {**MY_TURN, "legal": legal}
    felt.push(snapshot(table(hand=omaha(turn=turn)), cards=["As", "Kd", "Qc", "Th"]))
    expect(felt.page.locator(".actions input")).to_have_count(0)
    felt.page.get_by_role("button", name="Raise to 200").click()
    assert felt.sent()[0]["action"] == {"kind": "raise", "to": 200}


@pytest.mark.rule("OMA-2")
def test_both_halves_of_a_pot_name_their_winners(felt: Felt) -> None:
    over = omaha(finished=True)
    over["results"] = [
        won(3, 320, "flush", ["As", "Js", "9s", "7s", "2s"]),
        {**won(2, 320, "seven_low", ["7s", "6d", "4h", "2d", "Ac"]), "side": 1},
    ]
    for no in (2, 3):
        over["seats"][no - 1].update(won=320, ranking="pair", cards=["As", "2d", "Kc", "Kh"])
    felt.push(my_turn(), update(table(version=13, hand=over), *wins(over)))
    halves = felt.page.locator(".halves li")
    expect(halves).to_contain_text([r"High", r"Low"])
    expect(halves.nth(0)).to_contain_text("marco")
    expect(halves.nth(1)).to_contain_text("7-6-4-2-A")
    expect(felt.page.locator(".seat.winner .brief")).to_have_text(["7-6-4-2-A", "Flush A"])
    high, low = "High: marco wins 320 with a flush, ace high", "Low: bice wins 320 with 7-6-4-2-A"
    expect(felt.page.locator(".log .win")).to_have_text([f"{high} · {low}"])
    both = [{**over["results"][0], "seat": 2}, over["results"][1]]
    last = {**table(version=14, hand={**over, "results": both}), "hand_no": 18}
    felt.push(update(last, *wins(last["hand"])))
    expect(felt.page.locator(".log .win").last).to_have_text(
        "bice wins 640. High: a flush, ace high; low: 7-6-4-2-A"
    )
    assert felt.faults == []


def won(seat: int, amount: int, ranking: str, cards: list[str]) -> Json:
    return {
        "pot": 0,
        "seat": seat,
        "amount": amount,
        "side": 0,
        "ranking": ranking,
        "cards": cards,
    }


def wins(over: Json) -> list[Json]:
    """The events of a hand's results."""
    told = [
        {key: value for key, value in win.items() if key != "kicker"} for win in over["results"]
    ]
    return [{"e": "win", **win} for win in told]


@pytest.mark.rule("CARD-3", "POT-2")
@pytest.mark.parametrize(
    ("language", "kicker", "split", "symbols"),
    [
        (
            *("en", "marco wins 300 with a pair of aces, queen kicker"),
            *("ada and marco split 300 with two pair, kings and tens", "Pair A, Q kicker"),
        ),
        (
            *("it", "marco vince 300 con coppia d’assi, kicker donna"),
            *("ada e marco si dividono 300 con doppia coppia, re e dieci", "Coppia A, kicker Q"),
        ),
    ],
)
def test_what_won_is_said_whole(
    page: Page, language: str, kicker: str, split: str, symbols: str
) -> None:
    felt = Felt(page, language=language)
    over = hand(finished=True, street="river", board=["Ah", "Kc", "7d", "2s", "9h"])
    best = ["As", "Ah", "Qd", "Kc", "9h"]
    over["results"] = [{**won(3, 300, "pair", best), "kicker": "Q"}]
    over["seats"][2].update(won=300, ranking="pair", cards=["As", "Qd"])
    over["seats"][0].update(ranking="pair", cards=["Ad", "Jd"], best=["Ad", "Ah", "Kc", "Jd", "9h"])
    show = {"e": "show", "seat": 1, "cards": ["Ad", "Jd"], "ranking": "pair"}
    felt.push(snapshot(table()), update(table(version=13, hand=over), show, *wins(over)))
    expect(page.locator(".log .win")).to_have_text([kicker])
    aces = "a pair of aces" if language == "en" else "coppia d’assi"
    expect(page.locator(".log .show")).to_contain_text(aces)
    said = page.locator(".seat.winner .said")
    expect(said.locator(".brief")).to_have_text([symbols])
    expect(said.locator(".visually-hidden")).to_contain_text(f"{aces}, ")
    expect(page.locator(".seat", has_text="ada").locator(".said")).to_contain_text(aces)
    over["results"] = [won(no, 150, "two_pair", ["Ks", "Kd", "Th", "Td", "2c"]) for no in (1, 3)]
    last = {**table(version=14, hand=over), "hand_no": 18}
    felt.push(update(last, *wins(over)))
    expect(page.locator(".log .win").last).to_have_text(split)
    assert felt.faults == []


def test_the_title_names_the_game_and_the_last_hand_can_be_checked(felt: Felt) -> None:
    felt.push(my_turn())
    expect(felt.page.locator(".game")).to_contain_text("No limit hold'em")
    felt.page.get_by_label("Settings").click()
    expect(felt.page.get_by_role("link", name="Check the last hand")).to_have_count(0)
    felt.push(update(table(version=13, hand=omaha(finished=True))))
    expect(felt.page.locator(".game")).to_contain_text("Pot limit Omaha hi/lo")
    link = felt.page.get_by_role("link", name="Check the last hand")
    expect(link).to_have_attribute("href", "/hands/77/verify/")


def test_the_table_remembers_the_fingerprint_of_each_deal(felt: Felt) -> None:
    felt.push(my_turn(), update(table(version=13, hand=hand()), {"e": "start"}))
    module = "import('/static/js/fingerprints.js')"
    remembered = felt.page.evaluate(
        f"{module}.then((m) => [m.remembered(5, 17), m.remembered(5, 1)])"
    )
    assert remembered == ["ab" * 32, None]


def test_a_hand_that_is_void_leaves_its_last_words_unsaid(felt: Felt) -> None:
    check = {"e": "act", "seat": 4, "kind": "check", "to": 0, "added": 0, "all_in": False}
    felt.push(snapshot(table(hand=hand())), update(table(version=13, hand=hand()), check))
    expect(felt.page.locator(".seat .said", has_text="Check")).to_be_visible()
    felt.push(update(table(version=14)))
    expect(felt.page.locator(".seat .said", has_text="Check")).to_have_count(0)
    assert felt.faults == []


def test_a_break_whose_end_nobody_knows_is_not_counted_down(felt: Felt) -> None:
    felt.push(snapshot(table(notice={"kind": "break", "until": None})))
    expect(felt.page.locator(".notice .title")).to_be_visible()
    expect(felt.page.locator(".notice .count")).to_have_count(0)
    expect(felt.page.locator(".notice")).not_to_contain_text("NaN")
