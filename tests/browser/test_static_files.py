"""What a browser asks a room for, when it comes for the first time and when it comes again."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.browser.felt import Felt, listen
from tests.browser.late_modules import late_modules
from tests.browser.test_desk import sign_in
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.room import RunningRoom, wait_for
from tests.tables.rooms import open_room

# Of each file that the page has asked for: its address, and bytes over the line.
FILES = """() => performance.getEntriesByType("resource").filter(
  ({ name }) => name.includes("/static/")).map((it) => [it.name, it.transferSize])"""
NAMED = "[...document.querySelectorAll('link[rel=modulepreload]')].map((it) => it.href)"
AHEAD = re.compile('<link rel="modulepreload"[^>]*>')


def test_a_page_names_ahead_what_a_browser_would_find_out_and_nothing_else(
    new_context: Callable[..., BrowserContext],
) -> None:
    # Of what a browser has already it need not say that it asked for it: two that have nothing.
    page = new_context().new_page()
    Felt(page)
    assert late_modules(page) == []
    named: list[str] = page.evaluate(NAMED)
    assert len(named) > 50
    # The same page, whose modules it does not name.
    [(path, (document, kind))] = work_tree().documents.items()
    work_tree().documents = {path: (AHEAD.sub("", document), kind)}
    stranger = new_context().new_page()
    stranger.goto(f"{ORIGIN}{path}")
    # The page's own scripts are not late.
    own = set(stranger.evaluate("[...document.scripts].map((script) => script.src)"))
    wait_for("what was named", lambda: set(late_modules(stranger)) == set(named) - own)


def test_a_browser_asks_a_room_for_its_files_once(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
) -> None:
    seated = open_room(1000, 1000, 1000)
    page = sign_in(new_context(), room, seated.users[1])
    faults = listen(page)
    address = urljoin(room.url, reverse("table", args=[seated.table_id]))

    def files() -> list[Any]:
        page.goto(address)
        page.locator(".live-table .plate").first.wait_for()
        found: list[Any] = page.evaluate(FILES)
        return found

    first = files()
    names = {name for name, _ in first}
    assert any(name.endswith("/js/table/view/felt.js") for name in names)
    # All behind one name, in letters and digits.
    [version] = {name.removeprefix(room.url).split("/")[2] for name in names}
    assert len(version) == 12
    assert late_modules(page) == []
    again = {name: size for name, size in files() if name in names}
    assert len(again) > 80
    assert [name for name, size in again.items() if size] == []
    assert faults == []
