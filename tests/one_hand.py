"""A hand of a home game between two browsers: ``python -m tests.one_hand https://poker.example``, a
name that leads to this machine.
"""

import sys
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import sync_playwright

from tests.cluster.browsers import Game
from tests.harness.chromium import CHROMIUM, FLAGS

# As many as a hand of two has that nobody raises.
ACTS = 8


def main(address: str) -> int:
    room: Any = SimpleNamespace(
        cluster=SimpleNamespace(url=address),
        keep=lambda: None,
        kept_until=lambda what, ready: ready(),
    )
    here = ["--host-resolver-rules=MAP * 127.0.0.1", "--ignore-certificate-errors"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *here])
        game = Game(room, browser)
        game.sit_down()
        for _ in range(ACTS):
            game.act()
        print(f"{ACTS} acts at {game.pages[0].url}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
