"""The system's Chromium, driven by Playwright."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connections
from django.http import HttpRequest, HttpResponseBase
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from tests.browser.worktree import ORIGIN, work_tree
from tests.flows.conftest import people, publish, room
from tests.harness.chromium import CHROMIUM, DESKTOP, FLAGS

__all__ = ["people", "publish", "room"]

# Pages ask for news every few seconds, and a busy machine answers late: a wait ends with what it
# waits for, so that patience costs only whoever waits in vain.
PATIENCE = 120_000
# Seconds: to a browser what a test's server sends may be a year old when it comes.
YEARS = 10 * 365 * 24 * 3600
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


# Not for the whole session: while Playwright's loop runs, no asynchronous test can run its own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        reason = "no chromium on this system (apt-get install chromium-headless-shell)"
        if os.environ.get("MONTEPREMI_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        flags = [*FLAGS, work_tree().flag]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()


# Without a graphics card a processor draws these, again for each frame of whatever moves over them.
_UNDRAWN = """
    const plain = new CSSStyleSheet();
    plain.replaceSync(`*, ::before, ::after, ::backdrop {
        box-shadow: none !important; filter: none !important; backdrop-filter: none !important;
    }`);
    document.adoptedStyleSheets = [plain];
"""


def _set_up(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(PATIENCE)
    if "MONTEPREMI_SHOTS" not in os.environ:
        context.add_init_script(_UNDRAWN)
    return context


@pytest.fixture
def new_context(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A fresh profile of a browser; give viewport and locale as Playwright names them."""
    contexts = []

    def create(**options: object) -> BrowserContext:
        context = chromium.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})  # type: ignore[arg-type]
        contexts.append(context)
        return _set_up(context)

    yield create
    for context in contexts:
        context.close()
    # While Playwright's loop runs, this thread's queries went over a connection of their own.
    connections.close_all()


@pytest.fixture
def clocked(new_context: Callable[..., BrowserContext]) -> Page:
    """A page whose clock is the test's to put forward: a whole browser profile has that clock."""
    page = new_context().new_page()
    page.clock.install()
    return page


@pytest.fixture(scope="package")
def profile(chromium: Browser) -> BrowserContext:
    """One for all tests that look at one page: it has fetched their files before."""
    return _set_up(chromium.new_context(viewport=DESKTOP, locale="en-GB"))


@pytest.fixture(scope="package")
def kept() -> list[Page]:
    """The page that the test before has left as new; to load another there costs half as much."""
    return []


@pytest.fixture
def page(profile: BrowserContext, kept: list[Page]) -> Iterator[Page]:
    """A page in a browser that remembers nothing of the tests before but their files."""
    page = kept.pop() if kept else profile.new_page()
    with _undone(page):
        yield page
    profile.set_offline(False)
    profile.clear_cookies()
    for each in profile.pages:
        if each is page and page.url.startswith(ORIGIN):
            # What has left the screen writes nothing any more.
            page.goto(f"{ORIGIN}/nothing/")
            kept.append(page)
        _forget(each)
        if each not in kept:
            each.close()
    # While Playwright's loop runs, this thread's queries went over a connection of their own.
    connections.close_all()


@contextmanager
def _undone(page: Page) -> Iterator[None]:
    """Take back what a test has set on its page."""
    scripts, listeners = [], []
    add, listen = page.add_init_script, page.on

    def add_script(script: str) -> None:
        scripts.append(add(script))

    def on(event: Any, hear: Any) -> None:
        listeners.append((event, hear))
        listen(event, hear)

    with patch.object(page, "add_init_script", add_script), patch.object(page, "on", on):
        yield
    if page.is_closed():
        return
    for script in scripts:
        script.close()
    for event, hear in listeners:
        page.remove_listener(event, hear)
    page.unroute_all()
    page.emulate_media(
        media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
    )
    page.set_viewport_size(DESKTOP)
    page.mouse.move(-1, -1)


def _forget(page: Page) -> None:
    """All that the page's place keeps in the browser, but for cached files."""
    session = page.context.new_cdp_session(page)
    place = {"origin": page.evaluate("origin"), "storageTypes": "all"}
    session.send("Storage.clearDataForOrigin", place)
    # Of one tab, which that has forgotten nothing of.
    page.evaluate("sessionStorage.clear()")
    session.detach()


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer) -> Iterator[LiveServer]:
    """Browsers keep its static files. It says nothing about that by itself, and where a test's
    clock is not the browser's, each page would ask for its twenty files again."""
    serve = StaticFilesHandler.serve

    def keep(self: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        answer = serve(self, request)
        answer["Cache-Control"] = f"max-age={YEARS}"
        return answer

    with patch.object(StaticFilesHandler, "serve", keep):
        yield live_server


@pytest.fixture
def shot() -> Callable[..., None]:
    """Take a picture, where MONTEPREMI_SHOTS names a folder to keep it in."""
    folder = os.environ.get("MONTEPREMI_SHOTS")

    def take(page: Page, name: str) -> None:
        if folder is None:
            return
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(600)  # cards on their way have arrived
        page.screenshot(path=Path(folder) / f"{name}.png")

    return take
