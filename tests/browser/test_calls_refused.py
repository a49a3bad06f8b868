"""The socket of a player's own news, where the room or what stands before it lets none through."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.felt import serve
from tests.browser.worktree import ORIGIN
from tests.harness.room import wait_for

# No socket opens. What a browser says of it is the same where nobody answered and where somebody
# said no.
REFUSED = """
window.tried = 0;
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 3;
  constructor(url) {
    super();
    if (!String(url).includes("/ws/me/")) return;
    window.tried += 1;
    Promise.resolve().then(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
  }
  send() {}
  close() {}
};
"""
TRIED = "window.tried"


@pytest.fixture
def refused(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of somebody signed in, before it is opened, with a clock that the test moves."""
    page = new_context().new_page()
    page.clock.install()
    serve(page)
    page.add_init_script(REFUSED)
    return page


def minutes_later(page: Page) -> int:
    """How often it was tried by then; what waits for an answer gets it meanwhile."""
    for _ in range(20):
        page.clock.fast_forward(60_000)
        page.evaluate("new Promise((done) => requestIdleCallback(done))")
    return int(page.evaluate(TRIED))


def answer(page: Page, status: int) -> list[str]:
    """Have the room answer what the page asks it besides; the list of that grows."""
    asked: list[str] = []

    def reply(route: Route) -> None:
        if route.request.method != "HEAD":
            route.fallback()
            return
        asked.append(route.request.url)
        route.fulfill(status=status)

    page.route("**/logo.svg", reply)
    return asked


def test_a_socket_that_the_room_refuses_for_good_is_not_asked_for_any_more(refused: Page) -> None:
    asked = answer(refused, 200)
    refused.goto(f"{ORIGIN}/tables/5/")
    assert minutes_later(refused) == 5
    assert len(asked) == 1
    # Whoever comes back to the page may have come to another network.
    refused.evaluate("dispatchEvent(new Event('online'))")
    wait_for("another try", lambda: refused.evaluate(TRIED) == 6)
    assert minutes_later(refused) == 6


def test_a_socket_of_a_room_that_is_away_is_asked_for_until_it_is_back(refused: Page) -> None:
    answer(refused, 502)
    refused.goto(f"{ORIGIN}/tables/5/")
    assert minutes_later(refused) > 10
