"""A sandbox of a provider of identity checks: a real HTTP service that inspects no document.

``python -m players.provider.sandbox --help``. Its verdict follows from the number that the player
has stated: ``-NO`` at its end does not match, ``-UNSURE`` is unsure, any other matches; ``POST
/control`` with ``number`` and ``says`` (``verdict``, ``reason``, ``expires``) overrides that.
``POST /mode`` with ``mode`` simulates a faulty provider (``right``, ``slow``, ``silent``,
``broken``, ``no``, ``forgetful``), and returns the requests so far.
"""

import argparse
import json
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Any

from core.outside.sandbox_server import SandboxHandler

ENDS = {"-NO": "differs", "-UNSURE": "unsure"}


class Desk:
    """The state of the sandbox: documents by token, verdicts by number, and the mode."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sent: dict[str, dict[str, Any]] = {}
        self.tokens: list[str] = []
        self.says: dict[str, dict[str, Any]] = {}
        self.mode = "right"

    def take(self, document: dict[str, Any]) -> None:
        """Store a document under its token; idempotent."""
        with self.lock:
            self.tokens.append(document["token"])
            self.sent.setdefault(document["token"], document)

    def answer(self, token: str) -> dict[str, Any] | None:
        with self.lock:
            known = self.sent.get(token)
        if known is None or self.mode == "forgetful":
            self.sent.pop(token, None)
            return None
        if self.mode == "slow":
            return {"verdict": "pending"}
        number = known["number"]
        verdict = next(
            (outcome for end, outcome in ENDS.items() if number.endswith(end)), "matches"
        )
        return self.says.get(number, {"verdict": verdict, "reason": "sandbox", "expires": None})


class ProviderHandler(SandboxHandler):
    longest = 8_000_000

    def __init__(self, desk: Desk, secret: str, *args: Any) -> None:
        self.desk, self.secret = desk, secret
        super().__init__(*args)

    def do_GET(self) -> None:
        if not self.genuine(self.path.encode()) or not self._well():
            return
        verdict = self.desk.answer(self.path.rpartition("/")[2])
        self.say(404 if verdict is None else 200, verdict or {"error": "unknown"})

    def do_POST(self) -> None:
        body = self.body()
        if not self.genuine(body):
            return
        payload = json.loads(body)
        if self.path == "/control":
            self.desk.says[payload["number"]] = payload["says"]
            self.say(200, {})
        elif self.path == "/mode":
            self.desk.mode = payload["mode"]
            self.say(200, {"sent": self.desk.sent, "tokens": self.desk.tokens})
        elif self._well():
            self.desk.take(payload)
            self.say(200, {})

    def _well(self) -> bool:
        """Return whether the mode is normal; if not, a faulty answer has been sent."""
        if self.desk.mode == "silent":
            # The connection closes after the request.
            self.close_connection = True
        elif self.desk.mode == "broken":
            self.say(200, {"verdict": "perhaps"})
        elif self.desk.mode == "no":
            self.say(422, {"error": "no"})
        else:
            return True
        return False


def main() -> None:
    """Serve until the process is stopped."""
    parser = argparse.ArgumentParser(description="A provider of identity checks for trying out.")
    parser.add_argument("--port", type=int, default=8093)
    parser.add_argument("--secret", required=True, help="as in IDENTITY_PROVIDER_SECRETS")
    options = parser.parse_args()
    door = partial(ProviderHandler, Desk(), options.secret)
    ThreadingHTTPServer(("127.0.0.1", options.port), door).serve_forever()


if __name__ == "__main__":
    main()
