"""The room's service worker, where the browser could not have it at first."""

from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.room import RunningRoom, wait_for

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
