"""Static files: WhiteNoise's answers, in front of Django, whose middleware adds nothing to them.

Texts are compressed for browsers that say so. Pages are not: they hold secrets of their readers,
and what readers send (BREACH).
"""

import gzip
import re
from functools import cache, lru_cache
from http import HTTPStatus
from typing import Any
from wsgiref.headers import Headers

from csp.utils import build_policy
from django.conf import settings
from whitenoise import WhiteNoise

from core.files import static_tree
from poker_site.server.body_limits import Receive, Send

# In an address: the name of all files as they are, or were in another release.
VERSION = re.compile(rf"/[0-9a-f]{{{2 * static_tree.DIGEST}}}/")

TEXT = re.compile(r"text/|application/json|image/svg\+xml")
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
# Compressed files of a process: more than there are.
MOST_KEPT = 2_000


class StaticFiles:
    """A wrapper of the application that serves static files."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._files = Files()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        file = self._files.find(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        request = {_wsgi(name): text.decode("latin-1") for name, text in scope["headers"] if file}
        # A request with a body is not for a file; ``SmallBodies`` bounds it.
        if file is None or {"HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"} & request.keys():
            await self._application(scope, receive, send)
            return
        answer = file.get_response(scope["method"], request)
        answer_headers, body = dict(answer.headers), b""
        if answer.file is not None:
            with answer.file:
                body = answer.file.read()
            whole = answer.status == HTTPStatus.OK
            if (
                whole
                and "Vary" in answer_headers
                and GZIP.search(request.get("HTTP_ACCEPT_ENCODING", ""))
            ):
                answer_headers["Content-Encoding"], body = "gzip", _gzipped(body)
            # The file may have changed since its length was read.
            answer_headers["Content-Length"] = str(len(body))
        headers = [(name.lower().encode(), text.encode()) for name, text in answer_headers.items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Files(WhiteNoise):  # type: ignore[misc]  # untyped
    """Files behind the name of all, cached for good, and under their own names alone."""

    def __init__(self) -> None:
        self._kept = f"{settings.STATIC_URL}{static_tree.tree().digest}/"
        super().__init__(
            None,
            # Files that may be of another release are revalidated each time.
            max_age=0,
            allow_all_origins=False,
            add_headers_function=_harden,
            immutable_file_test=lambda path, url: url.startswith(self._kept),
        )
        files = static_tree.tree().files
        stats = {str(path): path.stat() for path in files.values()}
        for name, path in files.items():
            for prefix in (self._kept, settings.STATIC_URL):
                self.add_file_to_dictionary(prefix + name, str(path), stat_cache=stats)

    def find(self, path: str) -> Any:
        """Return the current file, for a page of another release too; None where there is none."""
        return self.files.get(path) or self.files.get(VERSION.sub("/", path, count=1))


@lru_cache(maxsize=MOST_KEPT)
def _gzipped(body: bytes) -> bytes:
    """Return the compressed content, so that a changed file is compressed again."""
    return gzip.compress(body, mtime=0)


def _harden(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    if TEXT.match(headers["Content-Type"] or ""):
        headers["Vary"] = "Accept-Encoding"
    # A worker, and a picture that is opened by itself, have no policy but their own.
    headers["Content-Security-Policy"] = _policy()


@cache
def _policy() -> str:
    return str(build_policy())


def _wsgi(name: bytes) -> str:
    return f"HTTP_{name.decode().upper().replace('-', '_')}"
