"""The end of an event, as its winner and a player who is out see it at the table."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.felt import Felt, Json, hand, settle, snapshot, table, update
from tests.browser.test_axe import SETTLED, violations
from tests.browser.worktree import work_tree

WON: Json = {
    "place": 1,
    "entries": 13,
    "prize": 4000,
    "bounties": 3612,
    "hands": [
        {
            "id": 1,
            "number": 4,
            "why": "lost",
            "change": -900,
            "out": [],
            "won": "aldo wins 1,800",
            "url": "/hands/1/",
        },
        {
            "id": 2,
            "number": 9,
            "why": "knockout",
            "change": 3000,
            "out": ["bice"],
            "won": "marco and aldo split 6,000 with a pair of aces, queen kicker",
            "url": "/hands/2/",
        },
        {
            "id": 3,
            "number": 31,
            "why": "deciding",
            "change": 12000,
            "out": ["aldo"],
            "won": "marco wins 24,000 with two pair, kings and tens",
            "url": "/hands/3/",
        },
    ],
    "again": {"url": "/tournaments/13/register/", "price": 550},
    "next": None,
    "watch": None,
}
LOST: Json = {
    **WON,
    "place": 2,
    "bounties": 0,
    "again": None,
    "next": {"url": "/tournaments/14/", "name": "Serale", "starts_at": "2026-11-27T20:00:00+00:00"},
    "watch": 5,
}


def over() -> Json:
    shown = hand(finished=True, board=["Ah", "Kc", "7d", "2s", "9h"], street="river")
    best = ["As", "Ah", "Kd", "Kc", "9h"]
    shown["results"] = [{"pot": 0, "seat": 3, "amount": 300, "ranking": "two_pair", "cards": best}]
    shown["seats"][2].update(won=300, ranking="two_pair", cards=["As", "Kd"])
    return shown


def ends(page: Page, answer: Json, *, language: str = "en") -> Felt:
    """The last hand is over, the reader's event too, and its table is left empty."""
    page.emulate_media(reduced_motion="reduce")
    felt = Felt(page, language=language)
    work_tree().documents = {
        **work_tree().documents,
        "/api/tournaments/12/ended/": (json.dumps(answer), "application/json"),
    }
    felt.push(
        snapshot(table(hand=hand()), cards=["As", "Kd"]), update(table(version=13, hand=over()))
    )
    return felt


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_winner_s_panel_says_what_was_won_and_the_felt_stays_as_it_was(
    page: Page, width: int, height: int, language: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    felt = ends(page, WON, language=language)
    seats = page.locator(".seat")
    count = seats.count()
    mine = page.locator(".seat.mine, .seat:has(.mine)").count()
    left = {**table(version=14, hand=None, notice={"kind": "finished"}), "seats": []}
    felt.push({"type": "out", "place": 1, "prize": 4000}, update(left))
    panel = page.locator(".ended.champion")
    expect(panel).to_contain_text("You won!" if language == "en" else "Hai vinto!")
    expect(panel.locator("dd")).to_have_text(
        ["€40", "€36.12"] if language == "en" else ["40\u00a0€", "36,12\u00a0€"]
    )
    expect(panel.locator(".key-hands a")).to_have_count(3)
    expect(panel.locator(".key-hands .with").last).to_contain_text("kings and tens")
    expect(panel.locator(".key-hands a").last).to_have_attribute("href", "/hands/3/")
    expect(panel.locator("form")).to_have_attribute("action", "/tournaments/13/register/")
    assert seats.count() == count
    expect(page.locator(".board .card")).to_have_count(5)
    assert page.locator(".seat.mine, .seat:has(.mine)").count() == mine
    expect(page.locator(".confetti.lies i").first).to_be_attached()
    page.evaluate(SETTLED)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for button in panel.locator(".button").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport()
    assert felt.faults == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_player_who_is_out_reads_their_place_and_watches_the_final_table(
    page: Page, language: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    felt = ends(page, LOST, language=language)
    felt.push({"type": "out", "place": 2, "prize": 4000})
    panel = page.locator(".ended")
    expect(panel.locator(".title")).to_have_text("2nd of 13" if language == "en" else "2º su 13")
    expect(panel.get_by_role("link", name="Serale")).to_have_attribute("href", "/tournaments/14/")
    # A panel that scrolls begins with its head.
    expect(panel.locator(".title")).to_be_in_viewport(ratio=1)
    settle(page)
    panel.get_by_role("button", name="final table" if language == "en" else "tavolo finale").click()
    expect(panel).to_have_count(0)
    assert felt.faults == []


def test_the_picture_to_share_is_saved_where_it_cannot_be_shared(page: Page) -> None:
    ends(page, WON).push({"type": "out", "place": 1, "prize": 4000})
    page.evaluate("navigator.canShare = undefined")
    settle(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share a picture").click()
    assert saved.value.suggested_filename == "result.png"
