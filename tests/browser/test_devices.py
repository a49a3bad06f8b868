"""A browser's notices (Web Push), for as long as its player wants them."""

import pytest
from playwright.sync_api import Browser

from tests.browser.worktree import ORIGIN

# A browser in which notices were switched on; ``rooms`` is what it has told the room.
PUSH = """
window.rooms = []; let made = window.dropped ? null : { endpoint: "https://push.example/old" };
const manager = {
  getSubscription: async () => made && subscription(made),
  subscribe: async () => subscription(made = { endpoint: "https://push.example/new" }),
};
const subscription = ({ endpoint }) => ({
  endpoint, options: { applicationServerKey: new Uint8Array([0]).buffer },
  unsubscribe: async () => { made = null; },
});
const worker = { pushManager: manager };
Object.defineProperty(navigator, "serviceWorker", { value: {
  getRegistration: async () => worker, ready: Promise.resolve(worker) } });
Object.defineProperty(Notification, "permission", { value: "granted" });
window.fetch = async (url, { body }) => { window.rooms.push(body); return { ok: true }; };
window.made = () => made && made.endpoint;
"""
KEEP = """async ([ended, known]) => {
  const digest = async (text) => [...new Uint8Array(await crypto.subtle.digest("SHA-256",
    new TextEncoder().encode(text)))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const mark = await digest("https://push.example/old");
  localStorage.setItem("montepremi.device", "7");
  localStorage.setItem("montepremi.device.mark", mark);
  const { keepDevice } = await import("/static/js/devices.js");
  const [devices, off] = [known, ended].map((is) => (is ? [mark] : []));
  await keepDevice({ user: 7, key: "AA", devices, ended: off });
  return [window.made(), window.rooms.length, localStorage.getItem("montepremi.device")];
}"""


@pytest.mark.parametrize(
    ("dropped", "ended", "known", "after"),
    [
        (False, False, True, ["https://push.example/old", 0, "7"]),
        (False, False, False, ["https://push.example/old", 1, "7"]),
        # Switched off by the player, here or from another device.
        (False, True, False, [None, 0, None]),
        (True, True, False, [None, 0, None]),
        # The browser has dropped it without a word.
        (True, False, True, ["https://push.example/new", 1, "7"]),
    ],
)
def test_a_browser_takes_notices_as_long_as_its_player_wants_them(
    chromium: Browser, dropped: bool, ended: bool, known: bool, after: list[object]
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{ORIGIN}/blank")
    page.evaluate(f"window.dropped = {str(dropped).lower()}; (() => {{ {PUSH} }})()")
    assert page.evaluate(KEEP, [ended, known]) == after
    context.close()
