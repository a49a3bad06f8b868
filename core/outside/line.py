"""JSON over HTTP to whoever shares a secret with the room, each body signed.

The other side is trusted with an answer and nothing else: however slow, long, nested or packed it
is, the caller hears Silent within ``PATIENCE_SECONDS`` and one more wait. Nobody is led elsewhere.
"""

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx

from core.outside import signing

# For the whole answer, and for each wait in it.
PATIENCE_SECONDS = 5.0
NOT_FOUND = 404
# Said by whoever will do it if asked later.
LATER = (408, 425, 429)
# Of an answer that is read.
LONGEST = 64_000


class Silent(Exception):
    """It did not answer, or not in words that we know: done or not done, nobody can say."""


class Declined(Exception):
    """It said no, and has done nothing; ``str`` gives its own word for why."""


class ServiceLine:
    """To the service at ``url`` (no slash at its end)."""

    def __init__(self, *, url: str, secret: str, patience: float = PATIENCE_SECONDS) -> None:
        self._url, self._secret, self._patience = url, secret, patience

    def ask(self, method: str, path: str, **said: Any) -> Any:
        """The answer's JSON; None for a GET that finds nothing. Raises Silent and Declined."""
        body = json.dumps(said).encode() if said else b""
        # A signature of a GET is over its path, which is all that it says.
        header = signing.sign(body or path.encode(), secret=self._secret, at=int(time.time()))
        headers = {
            signing.HEADER: header,
            "Content-Type": "application/json",
            # Nothing that is packed is unpacked: it could be a thousand times as long.
            "Accept-Encoding": "identity",
        }
        status, told = self._told(method, path, body, headers)
        if method == "GET" and status == NOT_FOUND:
            return None
        if httpx.codes.is_client_error(status) and status not in LATER:
            raise Declined(told[:80].decode(errors="replace"))
        if not httpx.codes.is_success(status) or len(told) > LONGEST:
            raise Silent(str(status))
        with reading():
            return json.loads(told)

    def _told(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        """The answer's status and its bytes, a little more than the longest at most."""
        client = httpx.Client(trust_env=False, timeout=self._patience, verify=_authorities())
        # A line that gives a byte now and then never runs into a timeout of its own.
        closing = threading.Timer(self._patience, client.close)
        closing.daemon = True
        try:
            with client:
                closing.start()
                address = f"{self._url}{path}"
                with client.stream(method, address, content=body, headers=headers) as answer:
                    told = bytearray()
                    for part in answer.iter_raw():
                        told += part
                        if len(told) > LONGEST:
                            break
                    return answer.status_code, bytes(told)
        except (httpx.HTTPError, httpx.StreamError, OSError, RuntimeError) as error:
            # The last two: the line was closed while somebody waited on it.
            raise Silent(type(error).__name__) from error
        finally:
            closing.cancel()


def whole(said: object) -> int:
    """A number that is one: neither 10.9, which is no amount, nor "10" nor true; ValueError."""
    if type(said) is not int:
        raise ValueError("no whole number")
    return said


@cache
def _authorities() -> ssl.SSLContext:
    """Whose certificates count; to read them takes many times as long as to ask."""
    return httpx.create_ssl_context(trust_env=False)


@contextmanager
def reading() -> Iterator[None]:
    """Silent where the answer does not have what is read, or cannot be: an endless number, a list
    in a list in a list."""
    try:
        yield
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise Silent("unreadable") from error
