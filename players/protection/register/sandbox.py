"""A sandbox of a register of exclusions: a real HTTP service that knows marks alone.

``python -m players.protection.register.sandbox --help``. ``POST /control`` with ``mark``,
``excluded`` and ``until`` sets an entry; ``POST /mode`` with ``mode`` simulates a faulty register
(``right``, ``silent``, ``broken``, ``no``).
"""

import argparse
import json
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Any

from core.outside.sandbox_server import SandboxHandler


class Listed:
    """The state: ends of exclusions by mark (None: no end), the queries so far, and the mode."""

    def __init__(self) -> None:
        self.until: dict[str, str | None] = {}
        self.asked: list[list[str]] = []
        self.mode = "right"

    def check(self, marks: list[str]) -> dict[str, Any]:
        self.asked.append(marks)
        ends = [self.until[mark] for mark in marks if mark in self.until]
        if not ends:
            return {"excluded": False, "until": None}
        # The latest end counts, unless one entry has no end.
        return {"excluded": True, "until": None if None in ends else max(map(str, ends))}


class RegisterHandler(SandboxHandler):
    def __init__(self, listed: Listed, secret: str, *args: Any) -> None:
        self.listed, self.secret = listed, secret
        super().__init__(*args)

    def do_POST(self) -> None:
        body = self.body()
        if not self.genuine(body):
            return
        payload = json.loads(body)
        if self.path == "/control":
            self.listed.until.pop(payload["mark"], None)
            if payload["excluded"]:
                self.listed.until[payload["mark"]] = payload["until"]
            self.say(200, {})
        elif self.path == "/mode":
            self.listed.mode = payload["mode"]
            self.say(200, {"asked": self.listed.asked})
        elif self.path != "/checks" or self.listed.mode == "no":
            self.say(422, {"error": "no"})
        elif self.listed.mode == "silent":
            # The connection closes after the request.
            self.close_connection = True
        elif self.listed.mode == "broken":
            self.say(200, {"excluded": "perhaps"})
        else:
            self.say(200, self.listed.check(payload["marks"]))


def main() -> None:
    """Serve until the process is stopped."""
    parser = argparse.ArgumentParser(description="A register of exclusions that knows nobody.")
    parser.add_argument("--port", type=int, default=8092)
    parser.add_argument("--secret", required=True, help="as in EXCLUSIONS_SECRETS")
    options = parser.parse_args()
    door = partial(RegisterHandler, Listed(), options.secret)
    ThreadingHTTPServer(("127.0.0.1", options.port), door).serve_forever()


if __name__ == "__main__":
    main()
