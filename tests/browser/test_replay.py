"""The replayer: a finished hand on the felt, walked by buttons, keys, scale and time."""

from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, ViewportSize, expect

from core.types import SeatNo
from players.models import User
from tables.models import Hand, HandPlayer, Table
from tables.pages import replays
from tables.seated.attention_bar import AttentionBar
from tests.browser.felt import SOCKET, listen
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.chromium import DESKTOP, PHONE
from tests.tables.engine.scenes import STAKES, deal, play

HERE = "/hands/77/replay/"
NAMES = {1: "ada", 2: "bice", 3: "marco"}
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def serve(page: Page, *, language: str = "en") -> list[str]:
    """The page of a hand that goes all-in on the turn, as marco in seat 3 saw it."""
    hole = {1: "7c2d", 2: "AhAd", 3: "KsKd"}
    scene = deal(3000, 3000, 3000, hole=hole, board="2s5h9sJdKh")
    moves = ["3 raise 250", "1 fold", "2 call", "2 check", "3 bet 300", "2 call"]
    last = play(scene.hand, *moves, "2 check", "3 all_in", "2 call")
    table = Table(pk=5, name="Turbo", event="tournament:12", max_seats=6)
    hand = Hand(
        pk=77, table=table, number=17, event=table.event, game="nlhe", stakes=STAKES.to_json(),
        started_at=NOW, commitment="ab" * 32,
    )  # fmt: skip
    users = {no: User(pk=100 + no, username=name) for no, name in NAMES.items()}
    players = [
        HandPlayer(hand=hand, seat_no=no, user=user, start_stack=3000, finish_stack=0)
        for no, user in users.items()
    ]
    events = [*scene.events, *last.events]
    request = RequestFactory().get(HERE)
    request.user = users[3]
    frames = [*replays.frames_of(hand, players, events, seat=SeatNo(3))]
    with translation.override(language):
        context = {"hand": hand, "frames": frames, "decisions": [], "strip": AttentionBar()}
        document = render_to_string("tables/replay.html", context, request=request)
    work_tree().documents = {HERE: (document, "text/html")}
    page.add_init_script(SOCKET)
    faults = listen(page)
    page.goto(ORIGIN + HERE)
    return faults


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_hand_is_walked_by_buttons_keys_streets_and_time(
    clocked: Page, viewport: ViewportSize
) -> None:
    page = clocked
    page.clock.install(time=NOW)
    page.set_viewport_size(viewport)
    faults = serve(page)
    page.clock.pause_at(NOW.replace(minute=1))
    bar = page.get_by_role("region", name="Replay")
    now, scale = bar.get_by_role("status"), bar.get_by_role("slider")
    expect(now).to_have_text("Pot 150 · marco to act: 100 to call, pot odds 40%")
    expect(page.locator(".seat.mine .card.face")).to_have_count(2)
    expect(page.locator(".seat .card.face")).to_have_count(2)
    page.clock.run_for(500)
    # Forth and back, by button and key; nothing is acted on here.
    bar.get_by_role("button", name="One action on").click()
    page.clock.run_for(1000)
    expect(now).to_have_text("Pot 400 · ada to act: 200 to call, pot odds 33%")
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(100)
    expect(now).to_contain_text("Pot 150")
    expect(page.locator(".actions")).to_have_count(0)
    # To a street.
    bar.get_by_role("button", name="Turn").click()
    page.clock.run_for(100)
    expect(page.locator(".board .card")).to_have_count(4)
    expect(scale).to_have_attribute("aria-valuetext", "7 of 10")
    expect(page.get_by_role("log")).to_contain_text("marco bets 300")
    expect(page.get_by_role("log")).not_to_contain_text("all-in")
    # Own cards alone tell no chances.
    expect(page.locator(".equity")).to_have_count(0)
    # Played to its end: the river comes after the cards of both are seen.
    bar.get_by_role("button", name="Play").click()
    page.clock.run_for(1600 * 3)
    expect(page.locator(".seat .card.face")).to_have_count(4)
    expect(page.locator(".board .card")).to_have_count(4)
    # Two of 44 cards help the kings, each time that the hand is played.
    expect(page.locator(".equity")).to_contain_text(["95%", "5%"])
    page.clock.run_for(4000)
    expect(page.locator(".board .card")).to_have_count(5)
    expect(page.get_by_role("log")).to_contain_text("marco wins")
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    # By scale and from the keyboard to the beginning again.
    scale.fill("2")
    page.clock.run_for(100)
    expect(now).to_contain_text("ada to act")
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.clock.run_for(100)
    expect(now).to_contain_text("Pot 150")
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    # What is seen afterwards is no witness of the deck.
    assert page.evaluate("localStorage.getItem('montepremi.fingerprints')") is None
    assert faults == []


# Gathers what a screen reader is told, and counts presses and clicks of a pointer.
HEARD = """() => {
  window.said = [];
  window.pointed = 0;
  const place = document.querySelector(".replay-now");
  new MutationObserver(() => window.said.push(place.textContent))
    .observe(place, { childList: true, characterData: true, subtree: true });
  addEventListener("pointerdown", () => { window.pointed += 1; }, true);
}"""
SAID = {
    "en": ["Pot 400 · ada to act: 200 to call, pot odds 33%", "marco wins 6,050"],
    "it": ["Piatto 400 · tocca a ada: 200 per vedere, pot odds 33%", "marco vince 6.050"],
}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_by_the_keyboard_alone_each_step_is_reached_and_said(
    page: Page, viewport: ViewportSize, language: str
) -> None:
    page.set_viewport_size(viewport)
    page.emulate_media(reduced_motion="reduce")
    faults = serve(page, language=language)
    bar, scale = page.locator(".replay-bar"), page.get_by_role("slider")
    expect(page.locator(".seat[data-seat]")).to_have_count(3)
    page.evaluate(HEARD)
    last = int(scale.get_attribute("max") or 0)
    for step in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("count => said.length === count", arg=step - 1)
    said = page.evaluate("said")
    assert [said[0], said[-1]] == SAID[language]
    assert len({*said}) == len(said) == last - 1
    # All that a pointer reaches is reached with the tabulator, in the order in which it is seen.
    reached: list[int] = []
    controls = bar.locator("button, input, select")
    while len(reached) < controls.count():
        page.keyboard.press("Tab")
        at = "[...document.querySelectorAll('.replay-bar :is(button, input, select)')]"
        place = page.evaluate(f"{at}.indexOf(document.activeElement)")
        if place >= 0:
            reached.append(place)
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
    assert reached == [*range(controls.count())]
    for control in bar.locator("button").all():
        name = control.get_attribute("aria-label") or control.text_content()
        assert name
    # On the scale keys are the scale's; a street's button goes there by Enter.
    scale.focus()
    page.keyboard.press("Home")
    expect(scale).to_have_value("1")
    bar.locator(".replay-streets button").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board .card")).to_have_count(3)
    assert page.evaluate("pointed") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert faults == []
