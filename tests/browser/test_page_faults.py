"""Pages with a reader's own colours, on phones, at 400 % zoom, and with text that is selected."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from payouts.wallets import wallet
from players.models import User
from poker_site.bots.session import open_session
from tests.browser.cut_off import cut_off
from tests.browser.felt import MY_TURN, Felt, hand, snapshot, table
from tests.browser.test_axe import SETTLED
from tests.browser.test_lobby import NEWS, enter
from tests.browser.test_pressed import NEWS as NEWS_OF_EVENT
from tests.flows.conftest import EventMaker
from tests.harness.chromium import DESKTOP, PHONE

NARROW: ViewportSize = {"width": 320, "height": 640}
TURN = snapshot(
    table(hand=hand(turn=MY_TURN, board=["Qh", "7d", "2c"], street="flop")), cards=["Js", "Kd"]
)
# How the first element of each kind is painted.
PAINTED = """(kinds) => Object.fromEntries(kinds.map((kind) => {
  const style = getComputedStyle(document.querySelector(kind));
  return [kind, [style.color, style.backgroundColor, style.backgroundImage]];
}))"""
# A part of the page in the colours of what is selected.
HIGHLIGHT = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.cssText = "forced-color-adjust: none; background: Highlight; color: HighlightText";
  const { color, backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return [color, backgroundColor, "none"];
}"""
# Fields with letters for which a phone zooms in.
SMALL = """[...document.querySelectorAll("input, select, textarea")]
  .filter((field) => !["checkbox", "radio", "range", "hidden"].includes(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.name)"""
SELECT = "(part) => getSelection().selectAllChildren(part)"
LEVELS = [(600, 25, 50, 0), (600, 1_000_000, 2_000_000, 2_000_000)]

Visit = Callable[..., Page]


@pytest.fixture
def visit(live_server: LiveServer, new_context: Callable[..., BrowserContext]) -> Visit:
    """Open a page of the room, as ``user`` if one is given."""

    def visit(path: str, *, user: User | None = None, **options: Any) -> Page:
        context = new_context(**options)
        if user:
            cookie = {"name": "sessionid", "value": open_session(user), "url": live_server.url}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"{live_server.url}{path}")
        return page

    return visit


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["360", "1280"])
def test_forced_colours_leave_cards_chips_and_choices_to_be_told_apart(
    page: Page, shot: Callable[..., None], size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    felt = Felt(page)
    felt.push(TURN)
    expect(page.locator(".actions.yours")).to_be_visible()
    own = [".mine .card", ".board .card", ".card.back", ".chip"]
    before = page.evaluate(PAINTED, own)
    page.emulate_media(forced_colors="active")
    page.evaluate(SETTLED)
    shot(page, f"forced-{size['width']}")
    assert page.evaluate(PAINTED, own) == before
    chosen = ".sizing [aria-pressed=true]"
    assert page.evaluate(PAINTED, [chosen])[chosen] == page.evaluate(HIGHLIGHT)
    slider = page.locator(".sizing [type=range]")
    assert slider.evaluate("range => getComputedStyle(range).forcedColorAdjust") == "none"
    expect(page.locator(".mark")).to_be_hidden()
    assert felt.faults == []


def test_phones_need_not_zoom_into_any_field(
    new_context: Callable[..., BrowserContext], visit: Visit
) -> None:
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    on_table = new_context(**touch).new_page()
    Felt(on_table).push(TURN)
    expect(on_table.locator(".actions.yours")).to_be_visible()
    pages = [on_table, *(visit(path, **touch) for path in ("/lobby/soon/", "/accounts/login/"))]
    for page in pages:
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        expect(page.locator("input").first).to_be_attached()
        assert page.evaluate(SMALL) == []


def test_a_key_without_a_name_is_no_fault_at_the_table(page: Page) -> None:
    felt = Felt(page)
    felt.push(TURN)
    expect(page.locator(".actions.yours")).to_be_visible()
    page.evaluate("document.body.dispatchEvent(new Event('keydown', {bubbles: true}))")
    assert felt.faults == []
    assert felt.sent() == []


def test_a_search_is_one_address_though_its_field_is_left(visit: Visit) -> None:
    page = visit("/lobby/soon/", viewport=PHONE)
    page.get_by_role("searchbox").fill("Sunday")
    page.wait_for_url("**q=Sunday**")
    addresses = page.evaluate("history.length")
    with page.expect_response("**q=Sunday**"):
        page.get_by_role("searchbox").blur()
    page.get_by_role("searchbox").fill("Monday")
    page.wait_for_url("**q=Monday**")
    assert page.evaluate("history.length") == addresses + 1


def test_news_wait_until_selected_text_is_let_go(visit: Visit, publish: EventMaker) -> None:
    starts_at = timezone.now() + timedelta(days=1)
    event = publish(levels=LEVELS, name="First", starts_at=starts_at, max_entries=50)
    page = visit("/lobby/soon/")
    row = page.locator(f"#row-{event.pk}")
    row.evaluate(SELECT)
    enter(event, "bea")
    with page.expect_response("**/lobby/soon/"):
        page.evaluate(NEWS)
    expect(row).to_contain_text("0 / 50")
    assert "First" in page.evaluate("getSelection().toString()")
    page.evaluate("getSelection().empty()")
    page.evaluate(NEWS)
    expect(row).to_contain_text("1 / 50")


def test_selected_text_of_an_event_is_not_replaced(visit: Visit, publish: EventMaker) -> None:
    event = publish(levels=LEVELS, max_entries=6)
    page = visit(f"/tournaments/{event.pk}/")
    page.locator("#event h1").evaluate(SELECT)
    page.evaluate(NEWS_OF_EVENT)
    assert page.evaluate("getSelection().toString()") == "Test event"


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_at_every_width_a_player_scrolls_no_page_sideways(
    visit: Visit, publish: EventMaker, shot: Callable[..., None], locale: str
) -> None:
    starts_at = timezone.now() + timedelta(days=1)
    event = publish(levels=LEVELS, max_entries=200, buy_in=200_00, starts_at=starts_at)
    anna = User.objects.create_user("un_nome_lungo")
    wallet.deposit(user_id=anna.pk, amount=10_000_00, key="test:anna", now=timezone.now())
    page = visit("/", user=anna, viewport=NARROW, locale=locale)
    origin = page.evaluate("origin")
    wide: dict[str, list[str]] = {}
    for path in ("/", "/lobby/soon/", f"/tournaments/{event.pk}/", "/timeline/", "/wallet/"):
        page.goto(f"{origin}{path}")
        for size in (NARROW, PHONE, DESKTOP):
            page.set_viewport_size(size)
            if found := cut_off(page):
                wide[f"{path} {size['width']}"] = found
            if path.startswith(("/tournaments/", "/wallet/")):
                shot(page, f"{path[1:4]}-{locale}-{size['width']}")
    assert wide == {}


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-GB", "All times are in Europe/Rome (UTC+"), ("it-IT", "in Europe/Rome (UTC+")],
)
def test_lists_of_events_say_their_time_zone(visit: Visit, locale: str, words: str) -> None:
    page = visit("/", locale=locale)
    origin = page.evaluate("origin")
    for path in ("/", "/lobby/soon/"):
        page.goto(f"{origin}{path}")
        expect(page.locator(".time-zone")).to_contain_text(words)
