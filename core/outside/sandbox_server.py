"""The HTTP server of a sandbox of an external service, for requests that ``signed_json`` sends."""

import json
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

from core.outside import signing


class SandboxRefusal(Exception):
    """The sandbox refuses a request; nothing was done."""


class SandboxHandler(BaseHTTPRequestHandler):
    """A handler that checks signatures and answers; the operations are each sandbox's own."""

    secret: str
    # Bytes of a body; a longer one is cut off, so that its signature fails.
    longest = 64_000

    def body(self) -> bytes:
        """Return the body of the request."""
        return self.rfile.read(min(int(self.headers.get("Content-Length", 0)), self.longest))

    def genuine(self, body: bytes) -> bool:
        """Return whether the request is signed; if not, answer 403."""
        headers = {name.lower(): text for name, text in self.headers.items()}
        if signing.verified(headers, body, secrets=[self.secret], at=int(time.time())):
            return True
        self.say(403, {"error": "not signed"})
        return False

    def say(self, status: int, what: Any) -> None:
        """Answer in JSON."""
        self.send(status, json.dumps(what).encode(), "application/json")

    def send(self, status: int, body: bytes, kind: str) -> None:
        """Answer with a body of this content type."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""
