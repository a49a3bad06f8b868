"""The id of the request, socket or task for which this code runs; every line of the log has it."""

import re
import secrets
from contextvars import ContextVar

from django.conf import settings

HEADER = "X-Request-ID"
# What a proxy writes: a UUID or hexadecimal digits.
READABLE = re.compile(r"[0-9A-Za-z-]{8,64}")

CURRENT: ContextVar[str] = ContextVar("request_id", default="")


def arriving(given: str) -> str:
    """Return the proxy's id where there is one, so that its log and ours name the same; or a new
    one."""
    behind_proxy = settings.SECURE_PROXY_SSL_HEADER is not None
    return given if behind_proxy and READABLE.fullmatch(given) else secrets.token_hex(8)


def of_socket(headers: list[tuple[bytes, bytes]]) -> str:
    """Return the id for a socket, by the headers of its handshake."""
    return arriving(dict(headers).get(HEADER.lower().encode(), b"").decode("latin-1"))
