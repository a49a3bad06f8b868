"""JSON over HTTP to a service that shares a secret with the room, each body signed.

The other side is trusted with an answer and nothing else: however slow, long, nested or packed it
is, the caller gets Silent within ``PATIENCE_SECONDS`` and one more wait. No redirect is followed.
"""

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx2

from core import metrics
from core.outside import signing

# Seconds for the whole answer, and for each wait in it.
PATIENCE_SECONDS = 5.0
NOT_FOUND = 404
# Statuses of a service that may do it on a later request.
LATER = (408, 425, 429)
# Bytes of an answer that are read.
LONGEST = 64_000


class Silent(Exception):
    """Raised where there is no readable answer: it is unknown whether the service has acted."""


class Declined(Exception):
    """Raised where the service declined, and has done nothing; ``str`` is its own reason."""


class ServiceLine:
    """A connection to the service at ``url`` (without a slash at the end)."""

    def __init__(self, *, url: str, secret: str, patience: float = PATIENCE_SECONDS) -> None:
        self._url, self._secret, self._patience = url, secret, patience
        self._service = urlsplit(url).hostname or "none"

    def ask(self, method: str, path: str, **content: Any) -> Any:
        """Send a request; returns JSON, None for 404 to a GET. Raises Silent and Declined."""
        body = json.dumps(content).encode() if content else b""
        # A GET has no body: its signature is over its path.
        headers = {
            **signing.sign(
                body or path.encode(), secret=self._secret, id_=uuid4().hex, at=int(time.time())
            ),
            "Content-Type": "application/json",
            # No decompression: the content could be a thousand times as long.
            "Accept-Encoding": "identity",
        }
        began, answer = time.perf_counter(), "none"
        try:
            status, reply = self._exchange(method, path, body, headers)
            answer = f"{status // 100}xx"
        finally:
            metrics.OUTSIDE_SECONDS.labels(service=self._service, answer=answer).observe(
                time.perf_counter() - began
            )
        if method == "GET" and status == NOT_FOUND:
            return None
        if httpx2.codes.is_client_error(status) and status not in LATER:
            raise Declined(reply[:80].decode(errors="replace"))
        if not httpx2.codes.is_success(status) or len(reply) > LONGEST:
            raise Silent(str(status))
        with reading():
            return json.loads(reply)

    def _exchange(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        """Return the answer's status and its bytes, read to just above ``LONGEST`` at most."""
        client = httpx2.Client(trust_env=False, timeout=self._patience, verify=_authorities())
        # A service that sends a byte now and then never exceeds the read timeout.
        closing = threading.Timer(self._patience, client.close)
        closing.daemon = True
        try:
            with client:
                closing.start()
                address = f"{self._url}{path}"
                with client.stream(method, address, content=body, headers=headers) as answer:
                    reply = bytearray()
                    for part in answer.iter_raw():
                        reply += part
                        if len(reply) > LONGEST:
                            break
                    return answer.status_code, bytes(reply)
        except (httpx2.HTTPError, httpx2.StreamError, OSError, RuntimeError) as error:
            # The last two: the timer closed the client during a read.
            raise Silent(type(error).__name__) from error
        finally:
            closing.cancel()


def whole(value: object) -> int:
    """Return an integer; raises ValueError for any other value, such as 10.9, "10" or true."""
    if type(value) is not int:
        raise ValueError("no whole number")
    return value


@cache
def _authorities() -> ssl.SSLContext:
    """Return the TLS context with its authorities; loading it takes far longer than a request."""
    return httpx2.create_ssl_context(trust_env=False)


@contextmanager
def reading() -> Iterator[None]:
    """Raise Silent where the answer lacks an expected value, or cannot be parsed: an endless
    number, deep nesting."""
    try:
        yield
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise Silent("unreadable") from error
