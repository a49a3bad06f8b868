"""The room's service worker: where a browser cannot have it at first, and during an update."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.room import RunningRoom, wait_for

# The first time nobody answers; the second time its installation fails.
FAILS = """
    const register = ServiceWorkerContainer.prototype.register;
    window.asked = 0;
    ServiceWorkerContainer.prototype.register = async function (...what) {
        window.asked += 1;
        if (window.asked === 1) throw new TypeError("nobody answers");
        if (window.asked > 2) return register.apply(this, what);
        const installing = Object.assign(new EventTarget(), { state: "installing" });
        setTimeout(() => {
            installing.state = "redundant";
            installing.dispatchEvent(new Event("statechange"));
        });
        return { installing };
    };
"""

# What becomes of the service worker that the room has now.
INSTALL = """async () => {
  const { installing } = await navigator.serviceWorker.register("/sw.js");
  return new Promise((done) => installing.addEventListener("statechange", () => {
    if (["redundant", "activated"].includes(installing.state)) done(installing.state);
  }));
}"""


@pytest.mark.rule("LIVE-12")
def test_a_page_left_open_tries_again_to_keep_the_service_worker(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    page.clock.install()
    page.add_init_script(FAILS)
    page.goto(urljoin(room.url, reverse("rules")))
    wait_for("the first time", lambda: page.evaluate("window.asked") == 1)

    def a_minute_later() -> int:
        page.clock.fast_forward(61_000)
        return int(page.evaluate("window.asked"))

    wait_for("the second time", lambda: a_minute_later() == 2)
    wait_for("the third time", lambda: a_minute_later() == 3)
    active = "navigator.serviceWorker.getRegistration().then((it) => Boolean(it?.active))"
    wait_for("the service worker", lambda: page.evaluate(active))
    a_minute_later()
    assert page.evaluate("window.asked") == 3


@pytest.mark.parametrize(
    ("name", "page_says", "becomes"),
    [
        ("/static/", "/static/", "activated"),
        # The files come, and not for good: another release's process had them.
        ("/static/0123456789ab/", "/static/0123456789ab/", "redundant"),
        # The files are right, the page is not.
        ("/static/", "/elsewhere/", "redundant"),
    ],
)
def test_a_service_worker_takes_pages_and_files_of_its_own_release_or_none(
    new_context: Callable[..., BrowserContext], name: str, page_says: str, becomes: str
) -> None:
    script = Path(settings.BASE_DIR, "static/js/service_worker.js").read_text()
    offline = (f'<link rel="icon" href="{page_says}img/logo.svg">', "text/html")
    work_tree().documents = {
        "/sw.js": (script.replace('STATIC = "/static/"', f'STATIC = "{name}"'), "text/javascript"),
        **{f"/offline/{page}/": offline for page in ("en", "it", "floor/en", "floor/it")},
    }
    page = new_context().new_page()
    page.goto(f"{ORIGIN}/")
    assert page.evaluate(INSTALL) == becomes
