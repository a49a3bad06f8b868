"""Two browsers play a home game in a room on two nodes, while each process is killed and each node
is lost in turn: ``python -m tests.cluster.browsers``. Prints how long each took to go on.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from poker_site.launch import embedded
from tests.cluster.chaos import FAULTS
from tests.cluster.nodes import ROOM
from tests.cluster.running import Running, Say, running
from tests.harness.chromium import CHROMIUM, DESKTOP, FLAGS, PHONE

# Each process once, and each node.
NAMES = (
    *(f"kill {process}" for process in (*ROOM, "valkey", "sentinel", "front")),
    "kill Patroni beside the primary",
    "kill the primary",
    "lose the node of the primary",
    "lose the other node",
    "lose the witness",
)
PATIENCE_SECONDS = 90.0
# The version of the table that a page was told last.
HEAR = """
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...of) {
            super(...of);
            this.addEventListener("message", ({ data }) => {
                const { version, table } = JSON.parse(data);
                window.version = version ?? table?.version ?? window.version;
            });
        }
    };
"""
# To check or call, or to come back after a turn that ran out meanwhile.
BUTTONS = ".actions.yours .passive:enabled, .actions .awaited + .buttons .raise:enabled"


class Game:
    """Two pages at one table. Call it from the thread that keeps the processes."""

    def __init__(self, room: Running, browser: Browser) -> None:
        self._room = room
        self.pages = [
            browser.new_context(viewport=DESKTOP, locale="en-GB").new_page(),
            browser.new_context(viewport=PHONE, locale="it-IT").new_page(),
        ]
        for page in self.pages:
            page.add_init_script(HEAR)

    def sit_down(self) -> None:
        host, friend = self.pages
        self._room.kept_until(
            "a page", lambda: _answers(host, f"{self._room.cluster.url}/home/new/")
        )
        host.locator("#home-name").fill("Anna")
        host.locator("#open-game").click()
        link = host.locator("#home-address").input_value()
        friend.goto(link)
        friend.locator("#home-name").fill("Bea")
        friend.locator("#sit-down").click()
        host.locator("#start-game:enabled").wait_for()
        # A control that has just appeared takes no press (static/js/settled.js).
        host.wait_for_timeout(1_000)
        host.locator("#start-game").click()
        for page in self.pages:
            page.locator(".mine .hole .card").first.wait_for()
            page.locator(".tour-skip").dispatch_event("click")

    def act(self) -> float:
        """Check or call as the player whose turn it is; return after how long both knew, s."""
        since = time.monotonic()
        before = [_version(page) for page in self.pages]
        while not all(_version(page) > old for page, old in zip(self.pages, before, strict=True)):
            if time.monotonic() > since + PATIENCE_SECONDS:
                raise embedded.CannotStart(f"nothing was told for {PATIENCE_SECONDS:.0f} s")
            for page in self.pages:
                for button in page.locator(BUTTONS).all()[:1]:
                    with suppress(PlaywrightTimeout):
                        button.dispatch_event("click", timeout=100)
            self._wait()
        return time.monotonic() - since

    def _wait(self) -> None:
        self._room.keep()
        self.pages[0].wait_for_timeout(200)


def _answers(page: Page, address: str) -> bool:
    answer = page.goto(address)
    return answer is not None and answer.ok


def _version(page: Page) -> int:
    return int(page.evaluate("window.version ?? 0"))


def run(room: Running, game: Game, names: Sequence[str], say: Say) -> None:
    """Break each thing in turn. Raises CannotStart where the hand does not go on."""
    dice = Random(1)
    for name in names:
        for _ in range(2):
            game.act()
        fault = FAULTS[name](room, dice)
        next(fault)
        say(f"{name}: both players were told of the next act after {game.act():.1f} s")
        for _ in fault:
            game.act()
        room.kept_until("a standby", room.has_standby)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.browsers")
    parser.add_argument("--only", choices=NAMES, action="append", help="again for more")
    parser.add_argument("--shots", type=Path, help="a folder for a picture of each page at the end")
    asked = parser.parse_args()
    began = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)

    with (
        tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True) as folder,
        sync_playwright() as playwright,
    ):
        # PostgreSQL runs as another user than root.
        Path(folder).chmod(0o711)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            with running(Path(folder), say, bots=0) as room:
                game = Game(room, browser)
                game.sit_down()
                try:
                    run(room, game, asked.only or NAMES, say)
                finally:
                    for page, width in zip(game.pages, ("1280", "360"), strict=True):
                        if asked.shots:
                            page.screenshot(path=asked.shots / f"{width}.png")
        except embedded.CannotStart as reason:
            print(reason, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
