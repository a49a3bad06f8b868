"""Static files: WhiteNoise's answers, in front of Django, whose middleware adds nothing to them.

Texts are compressed for browsers that say so. Pages are not: they hold secrets of their readers,
and what readers send (BREACH).
"""

import asyncio
import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from http import HTTPStatus
from typing import Any
from wsgiref.headers import Headers

import brotli
from csp.utils import build_policy
from django.conf import settings
from whitenoise import WhiteNoise

from core.files import static_tree
from poker_site.server.body_limits import Receive, Send

# In an address: the name of all files as they are, or were in another release.
VERSION = re.compile(rf"/[0-9a-f]{{{2 * static_tree.DIGEST}}}/")

TEXT = re.compile(r"text/|application/json|image/svg\+xml")
# The better first. A browser takes Brotli over TLS alone, since old proxies break it.
ENCODINGS = {
    name: re.compile(rf"(?:^|[,\s]){name}\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))")
    for name in ("br", "gzip")
}
# Compressed files of a process: more than there are, in both encodings.
MOST_KEPT = 2_000
# Brotli's best takes 4 ms of a processor a file, once a process, and no turn of the loop. One
# thread, so that a file that many ask for at once is compressed once.
COMPRESSOR = ThreadPoolExecutor(max_workers=1, thread_name_prefix="compressor")


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
            accepted = request.get("HTTP_ACCEPT_ENCODING", "")
            encoding = next((name for name in ENCODINGS if ENCODINGS[name].search(accepted)), "")
            if answer.status == HTTPStatus.OK and "Vary" in answer_headers and encoding:
                answer_headers["Content-Encoding"] = encoding
                loop = asyncio.get_running_loop()
                body = await loop.run_in_executor(COMPRESSOR, _compressed, encoding, body)
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
def _compressed(encoding: str, body: bytes) -> bytes:
    """Return the compressed content, so that a changed file is compressed again."""
    if encoding == "br":
        return bytes(brotli.compress(body, mode=brotli.MODE_TEXT))
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
