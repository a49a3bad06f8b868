"""Cards, plates, chips and words on the felt lie whole and apart, on screens of every size."""

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, ViewportSize, expect

from players.models import User
from tables.models import Table
from tests.browser.felt import ME, SOCKET, Felt, listen
from tests.browser.felt_boxes import Lay, lays, walk
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.room import wait_for
from tests.harness.sampling import sampled

SCREENS: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in (
        (320, 640),
        (360, 640),
        (390, 844),
        (740, 360),
        (844, 390),
        (1280, 720),
        (1280, 800),
    )
}
# How many tables share a page.
TILES = [2, 3, 4]
# Tables at which every state takes its place on a page with others.
FIRST = 5


def chosen(of: str) -> list[Lay]:
    """All that a felt may show; in `make test` a few of each size."""
    return sampled(lays(), one_in=40, of=of)


def report(where: str, shown: int, boxes: int) -> None:
    print(f"{where}: {shown} states, {boxes} boxes lie whole and apart")


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
def test_what_lies_on_a_felt_lies_whole_and_apart(page: Page, screen: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(SCREENS[screen])
    felt = Felt(page, language="it")
    shown = chosen(screen)
    faults, boxes = walk(page, shown)
    assert faults == []
    assert felt.faults == []
    report(screen, len(shown), boxes)


def serve_tiles(page: Page, count: int) -> None:
    """The page of so many tables, in Italian, whose socket the test holds."""
    request = RequestFactory().get("/tables/")
    request.user = User(pk=ME, username="marco")
    with translation.override("it"):
        tiles = [
            render_to_string(
                "tables/parts/tile.html",
                {
                    "table": Table(pk=no, name=f"Turbo {no}"),
                    "at": f"table/{no}",
                    "user": request.user,
                },
                request=request,
            )
            for no in range(FIRST, FIRST + count)
        ]
        context = {"tiles": tiles, "usual": 4, "most": 8}
        document = render_to_string("tables/many.html", context, request=request)
    work_tree().documents = {"/tables/": (document, "text/html")}
    page.add_init_script(SOCKET)


@pytest.mark.long
@pytest.mark.parametrize("count", TILES)
def test_what_lies_on_a_tile_lies_whole_and_apart(page: Page, count: int) -> None:
    page.emulate_media(reduced_motion="reduce")
    faults = listen(page)
    serve_tiles(page, count)
    page.goto(f"{ORIGIN}/tables/")
    wait_for("socket", lambda: page.evaluate("window.sockets.length"))
    expect(page.locator(".tile")).to_have_count(count)
    shown = chosen(f"{count} tiles")
    tables = range(FIRST, FIRST + count)
    found, boxes = walk(page, shown, tables=tables)
    assert found == []
    assert boxes > 0
    assert faults == []
    report(f"{count} tiles", len(shown), boxes)
