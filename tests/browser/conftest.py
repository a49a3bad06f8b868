"""The system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connections
from django.http import HttpRequest, HttpResponseBase
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from tests.browser.worktree import work_tree
from tests.flows.conftest import people, publish, room

__all__ = ["people", "publish", "room"]

# The first has no windows at all, and costs half of what the others do.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

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


@pytest.fixture(scope="package")
def profile(chromium: Browser) -> BrowserContext:
    """One for all tests that look at one page: it has fetched their files before."""
    return _set_up(chromium.new_context(viewport=DESKTOP, locale="en-GB"))


@pytest.fixture
def page(profile: BrowserContext) -> Iterator[Page]:
    """A page in a browser that remembers nothing of the tests before but their files."""
    page = profile.new_page()
    yield page
    profile.set_offline(False)
    profile.clear_cookies()
    for each in profile.pages:
        _forget(each)
        each.close()
    # While Playwright's loop runs, this thread's queries went over a connection of their own.
    connections.close_all()


def _forget(page: Page) -> None:
    """All that the page's place keeps in the browser, but for cached files."""
    session = page.context.new_cdp_session(page)
    place = {"origin": page.evaluate("origin"), "storageTypes": "all"}
    session.send("Storage.clearDataForOrigin", place)


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
