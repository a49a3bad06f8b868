"""Nothing that must be read is covered, and everything fits, on phones in particular."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, snapshot, table
from tests.browser.felt_boxes import LONG_NAME
from tests.browser.table_states import BOUNTY, BREAK, WARNED, refused
from tests.browser.test_axe import SETTLED
from tests.browser.test_felt_cash import NL10, cash_table
from tests.harness.chromium import PHONE
from tests.harness.room import wait_for

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
LARGE_PHONE: ViewportSize = {"width": 412, "height": 915}
PHONES = {"small": SMALL_PHONE, "phone": PHONE, "large": LARGE_PHONE}

# Pairs of what overlaps by more than a pixel: each by its class and its text.
OVERLAPS = """([ones, others]) => {
  const named = (element) => `${element.className} ${element.textContent.trim()}`;
  const boxes = (where) => [...document.querySelectorAll(where)]
    .map((element) => [named(element), element.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  return boxes(ones).flatMap(([one, a]) => boxes(others)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1)
    .filter(([, b]) => a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => [one, other]));
}"""
CHIPS = ".chips, .chips .chip"
# Pixels between one's own bet and one's own cards, and how far a hint's ring goes around these.
FROM_MY_CARDS = """() => {
  const { seat } = document.querySelector(".mine").dataset;
  const chips = document.querySelector(`.chips[data-seat="${seat}"]`).getBoundingClientRect();
  return Math.min(...[...document.querySelectorAll(".mine .card")].map((element) => {
    const card = element.getBoundingClientRect();
    return Math.max(card.top - chips.bottom, chips.top - card.bottom,
      card.left - chips.right, chips.left - card.right);
  }));
}"""
RING = 6
MOST_SEATS = 10


def overlaps(page: Page, ones: str, others: str) -> list[Any]:
    found: list[Any] = page.evaluate(OVERLAPS, [ones, others])
    return found


def raised(seats: int) -> Json:
    """Everybody has put in as many chips as a stack has, and their last word is shown."""
    shown = hand(seats=seats, street="flop", board=["Ah", "7d", "5c"], bet=1630, total=9000)
    for part in shown["seats"]:
        part["bet"] = 1630
    return shown


def words(seats: int) -> list[Json]:
    return [
        {"e": "act", "seat": no, "kind": "raise", "to": 1630, "added": 1630, "all_in": False}
        for no in range(1, seats + 1)
    ]


def test_chips_lie_on_nobody_s_last_word_and_not_under_one_s_own_cards(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page)
    wrong = []
    for name, viewport in PHONES.items():
        page.set_viewport_size(viewport)
        for seats in range(2, MOST_SEATS + 1):
            shown = table(seats=seats, mine=min(3, seats), hand=raised(seats))
            felt.push(snapshot(shown, cards=["As", "Kd"], events=words(seats)))
            expect(page.locator(".seat")).to_have_count(seats)
            expect(page.locator(".said > span")).to_have_count(seats)
            page.evaluate(SETTLED)
            wrong += [(name, seats, *pair) for pair in overlaps(page, CHIPS, ".said > span")]
            wrong += [(name, seats, *pair) for pair in overlaps(page, ".chips", ".board .card")]
            if (room := page.evaluate(FROM_MY_CARDS)) < RING:
                wrong.append((name, seats, room))
    assert wrong == []
    assert felt.faults == []


def test_a_price_on_a_head_lies_on_neither_cards_nor_name_on_phones(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page)
    wrong = []
    for name, viewport in PHONES.items():
        page.set_viewport_size(viewport)
        for seats in (2, 6, 9):
            shown = table(seats=seats, mine=min(3, seats), hand=raised(seats))
            for seat in shown["seats"]:
                seat["price"] = 12_50
            felt.push(snapshot(shown, cards=["As", "Kd"], events=words(seats)))
            expect(page.locator(".price")).to_have_count(seats)
            page.evaluate(SETTLED)
            covered = overlaps(page, ".price", ".seat .card, .seat .name, .chips, .board .card")
            wrong += [(name, seats, *pair) for pair in covered]
    assert wrong == []


def call(felt: Felt) -> None:
    """What calls from elsewhere, as ``/ws/me/`` would bring it."""
    duel = {"table_id": 9, "name": "Duello della sera · #12", "turn": True, "version": 3}
    strip = {"calls": [duel], "waiting": [duel], "several": True}
    with translation.override("it"):
        html = render_to_string("tables/parts/strip.html", {"strip": strip})
    felt.page.evaluate("html => (document.getElementById('calls').innerHTML = html)", html)


DESK: ViewportSize = {"width": 1280, "height": 800}


SIZES = [*PHONES.values(), DESK]
HIDDEN = "([where, hidden]) => (document.querySelector(where).hidden = hidden)"


def test_no_message_lies_on_anybody_and_the_buttons_stay_where_they_are(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page, language="it")
    mine = snapshot(table(hand=hand(turn=MY_TURN)), cards=["As", "Kd"])
    fold, stage = page.locator(".buttons .fold"), page.locator(".stage")
    seats = ".seat .plate, .said span, .mine .card"
    long = "Devi vedere per rilanciare: la puntata minima è di 220 chip."
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        felt.push(mine)
        expect(fold).to_be_visible()
        page.evaluate(SETTLED)
        before, felt_before = fold.bounding_box(), stage.bounding_box()
        for frames, shown in (
            ([refused(long)], ".wire p"),
            ([BOUNTY], ".wire p"),
            ([{**WARNED, "text": long * 3}], ".message-of-staff .paper"),
        ):
            felt.push(mine, *frames)
            expect(page.locator(shown)).to_be_visible()
            assert overlaps(page, shown, seats) == []
            assert fold.bounding_box() == before
        page.locator(".message-of-staff button").click()
        call(felt)
        expect(page.locator(".seat-call:visible")).to_have_count(1)
        called = ".seat-call"
        assert overlaps(page, called, f"{seats}, .head a, .head button") == []
        assert fold.bounding_box() == before
        assert stage.bounding_box() == felt_before
        # Nor does the time at the tables lie on it, or on the buttons above the felt.
        page.evaluate(HIDDEN, [".play-clock", False])
        page.evaluate("document.querySelector('.play-clock .time').textContent = '1:14'")
        assert overlaps(page, ".play-clock > a", f"{called}, .head button, .head summary") == []
        page.evaluate("document.getElementById('calls').replaceChildren()")
        # Hints of a first hand lie over the title, the longest too, and move nothing.
        page.evaluate(HIDDEN, [".tour", False])
        for hint in page.locator(".tour [data-step]").all():
            hint.evaluate("hint => (hint.hidden = false)")
            assert overlaps(page, ".tour", seats) == []
            assert fold.bounding_box() == before
            assert stage.bounding_box() == felt_before
            hint.evaluate("hint => (hint.hidden = true)")
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        page.evaluate(HIDDEN, [".play-clock", True])
        page.evaluate(HIDDEN, [".tour", True])
    assert felt.faults == []


def strip(unread: int, latest: str) -> Json:
    """What /ws/me/ says of the reader's notices."""
    calls = {"html": "", "turns": 0, "opens": None, "loud": [], "balance": "€0.00"}
    return {"type": "strip", "unread": unread, "latest": latest, **calls}


@pytest.mark.parametrize("many", [False, True])
def test_the_bell_and_the_clock_of_play_stand_in_the_head_of_tables(page: Page, many: bool) -> None:
    felt = Felt(page, language="it", many=many)
    felt.push(snapshot(table(hand=hand(turn=MY_TURN)), cards=["As", "Kd"]))
    wait_for("the reader's own socket", lambda: page.evaluate("Boolean(window.me)"))
    bell, said = page.get_by_role("link", name="Avvisi"), page.locator("[data-latest]")
    tell = "told => window.me.onmessage({ data: JSON.stringify(told) })"
    page.set_viewport_size(SMALL_PHONE)
    page.evaluate(tell, strip(2, "Arrivata una ricarica"))
    expect(bell).to_have_text(re.compile("Avvisi2 da leggere"))
    # What was there before is not told as if it came now.
    expect(said).to_be_empty()
    page.evaluate(tell, strip(0, ""))
    expect(bell).to_be_hidden()
    page.evaluate(tell, strip(3, "Serale comincia"))
    expect(said).to_have_text("Serale comincia")
    page.evaluate(HIDDEN, [".play-clock", False])
    page.evaluate("document.querySelector('.play-clock .time').textContent = '11:14'")
    others = ".brand, .strip, .tools > *, .title h1, .head > :not(.aside-place, .title)"
    on_their_sides: list[ViewportSize] = [
        {"width": 740, "height": 360},
        {"width": 844, "height": 390},
    ]
    for viewport in [*SIZES, *on_their_sides]:
        page.set_viewport_size(viewport)
        expect(page.locator(".many-head .bell" if many else ".head .bell")).to_be_visible()
        assert overlaps(page, ".bell, .play-clock > a", f"{others}, .seat .plate") == []
        if viewport["width"] >= 640:
            assert overlaps(page, ".play-clock > a", ".stage, .actions, .stands") == []
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert felt.faults == []


FIRE = "Allarme antincendio al primo piano"
NOTICES: dict[str, Any] = {
    "break": BREAK,
    "starting": {**BREAK, "kind": "starting"},
    "notice_paused": {"kind": "paused", "cause": "staff", "reason": FIRE},
    "waiting": {"kind": "waiting"},
    "notice_deal": {"kind": "deal", "seats": []},
}


def test_between_hands_a_notice_leaves_the_seats_at_both_ends_to_be_seen(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page, language="it")
    ends = ".seat[data-seat='3'] .plate, .seat[data-seat='6'] .plate"
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        for kind, notice in NOTICES.items():
            felt.push(snapshot(table(notice=notice)))
            expect(page.locator(f".notice.{kind} .paper")).to_be_visible()
            assert overlaps(page, ".notice .paper", ends) == []
    assert felt.faults == []


@pytest.mark.rule("TRN-3")
@pytest.mark.parametrize(
    ("language", "title", "prizes"),
    [
        ("en", "The final table", ["1st €500", "2nd €300", "3rd €200"]),
        ("it", "Il tavolo finale", ["1º 500 €", "2º 300 €", "3º 200 €"]),
    ],
)
def test_a_final_table_is_greeted_with_its_players_and_prizes(
    page: Page, language: str, title: str, prizes: list[str]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page, language=language)
    until = "2026-11-20T12:00:08+00:00"
    notice = {"kind": "final_table", "prizes": [50000, 30000, 20000], "until": until}
    shown = table(seats=10, notice=notice)
    shown["seats"][4].update(stack=45_000, name=LONG_NAME)
    felt.push(snapshot(shown))
    paper = page.locator(".notice.greeting .paper")
    expect(paper.locator(".title")).to_have_text(title)
    players = paper.locator(".finalists li")
    expect(players).to_have_count(10)
    expect(players.first).to_have_text(re.compile(f"^{LONG_NAME} 45[.,]000$"))
    expect(paper.locator(".jumps li")).to_have_text(prizes)
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        page.evaluate(SETTLED)
        stage, box = page.locator(".stage").bounding_box(), paper.bounding_box()
        assert stage
        assert box
        assert box["y"] >= stage["y"]
        assert box["y"] + box["height"] <= stage["y"] + stage["height"]
    # It ends with the first hand, whatever the clock of the page says.
    felt.push(snapshot(table(seats=10, version=13, hand=hand(seats=10))))
    expect(paper).to_have_count(0)
    assert felt.faults == []


def test_at_a_table_one_can_sit_down_with_a_phone_on_its_side(page: Page) -> None:
    page.set_viewport_size({"width": 740, "height": 360})
    felt = Felt(page, cash=NL10, language="it")
    felt.push({**snapshot(cash_table(1, 2)), "you": None})
    expect(page.locator(".sit-down .raise")).to_be_in_viewport(ratio=1)
    expect(page.locator("input[name=buy-in]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 740


def test_all_buttons_that_show_cards_of_a_draw_are_read_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    felt = Felt(page, language="it")
    cards = ["As", "Ah", "9d", "8c", "7h"]
    lost = hand(finished=True, seats=2)
    for part, held in zip(lost["seats"], (["Ks", "Kh", "Kd", "2c", "3c"], ["??"] * 5), strict=True):
        part.update(cards=held)
    lost["seats"][0].update(won=300, ranking="three_of_a_kind")
    laid = table(seats=2, mine=2, hand=lost)
    felt.push({**snapshot(laid, cards=cards), "you": {"seat": 2, "cards": cards, "away": False}})
    show = page.locator(".one-card ~ .passive")
    expect(show).to_be_in_viewport(ratio=1)
    assert show.evaluate("button => button.scrollWidth <= button.clientWidth")
