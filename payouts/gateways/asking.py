"""JSON over HTTP to whoever shares a secret with the room, each body signed."""

import json
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx

from payouts.gateways import signing
from payouts.gateways.interface import Declined, Silent

PATIENCE_SECONDS = 5.0
NOT_FOUND = 404
# Said by whoever will do it if asked later.
LATER = (408, 425, 429)
# Of an answer that is read.
LONGEST = 64_000


class Line:
    """To the service at ``url`` (no slash at its end)."""

    def __init__(self, *, url: str, secret: str) -> None:
        self._url, self._secret = url, secret

    def ask(self, method: str, path: str, **said: Any) -> Any:
        """The answer's JSON; None for a GET that finds nothing. Raises Silent and Declined."""
        body = json.dumps(said).encode() if said else b""
        # A signature of a GET is over its path, which is all that it says.
        header = signing.sign(body or path.encode(), secret=self._secret, at=int(time.time()))
        try:
            with httpx.Client(
                trust_env=False, timeout=PATIENCE_SECONDS, verify=_authorities()
            ) as client:
                answer = client.request(
                    method,
                    f"{self._url}{path}",
                    content=body,
                    headers={signing.HEADER: header, "Content-Type": "application/json"},
                )
        except httpx.HTTPError as error:
            raise Silent(type(error).__name__) from error
        if method == "GET" and answer.status_code == NOT_FOUND:
            return None
        if answer.is_client_error and answer.status_code not in LATER:
            raise Declined(answer.text[:80])
        if not answer.is_success or len(answer.content) > LONGEST:
            raise Silent(str(answer.status_code))
        with reading():
            return answer.json()


@cache
def _authorities() -> ssl.SSLContext:
    """Whose certificates count; to read them takes many times as long as to ask."""
    return httpx.create_ssl_context(trust_env=False)


@contextmanager
def reading() -> Iterator[None]:
    """Silent where the answer does not have what is read."""
    try:
        yield
    except (ValueError, KeyError, TypeError) as error:
        raise Silent("unreadable") from error
