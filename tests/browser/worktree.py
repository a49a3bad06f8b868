"""A web server of this work tree's static files and of the documents that a test gives it.

A real one: what Playwright answers in a browser's place is never cached, and a page of the table
asks for some fifty files.
"""

import threading
from collections.abc import Mapping
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders

# A name of the browser's own for this server (see ``flag``); to a browser it is a secure place.
ORIGIN = "http://felt.localhost"
CSP = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"
# What every page asks for, where a test is about something else.
EMPTY = {
    "/sw.js": ("", "text/javascript"),
    "/manifest.webmanifest": ("{}", "application/manifest+json"),
}
# What the desk's framework needs on top (poker_site/server/headers.py).
DESK = "/admin/"
DESK_CSP = f"{CSP}; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class WorkTree(ThreadingHTTPServer):
    """``documents`` are (text, type) by path; what is not there is empty. ``news`` are those for a
    page that asks for a part of itself; to others the room does not answer."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.documents: Mapping[str, tuple[str, str]] = {}
        self.news: Mapping[str, tuple[str, str]] = {}

    @property
    def flag(self) -> str:
        """Leads a browser that is started with it from ORIGIN to this server."""
        return f"--host-resolver-rules=MAP felt.localhost:80 127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that is closed while it loads is no fault; nothing else can go wrong here."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: WorkTree

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        known = path.startswith("/static/") and finders.find(path.removeprefix("/static/"))
        if known:
            file = Path(str(known))
            content_type = TYPES.get(file.suffix, "application/octet-stream")
            self._answer(file.read_bytes(), content_type, kept="max-age=3600")
        else:
            if "HX-Request" in self.headers:
                found = self.server.news.get(path)
            else:
                found = self.server.documents.get(path, EMPTY.get(path, ("", "text/html")))
            if found is None:
                self.send_error(503)
                return
            text, content_type = found
            self._answer(text.encode(), content_type, kept="no-store")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def _answer(self, body: bytes, content_type: str, *, kept: str) -> None:
        """Under the room's own strict policy."""
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        desk = self.path.startswith(DESK)
        self.send_header("Content-Security-Policy", DESK_CSP if desk else CSP)
        self.send_header("Cache-Control", kept)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nobody reads it."""


@cache
def work_tree() -> WorkTree:
    """This process's server, for as long as the process lives."""
    server = WorkTree()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
