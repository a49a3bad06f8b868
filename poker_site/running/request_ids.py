"""Middleware that gives each request an id, for its lines of the log and for its answer."""

import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.request_id import CURRENT

HEADER = "X-Request-ID"
# What a proxy writes: a UUID or hexadecimal digits.
READABLE = re.compile(r"[0-9A-Za-z-]{8,64}")


class RequestIds:
    """Takes the id of the proxy where there is one, so that its log and ours name the same."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.SECURE_PROXY_SSL_HEADER else ""
        known = given if READABLE.fullmatch(given) else secrets.token_hex(8)
        before = CURRENT.set(known)
        try:
            response = self.get_response(request)
        finally:
            CURRENT.reset(before)
        response.headers[HEADER] = known
        return response
