"""Pages of which htmx reloads the part that changes."""

import hashlib
import re
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as django-htmx's middleware leaves it."""

    htmx: HtmxDetails


# The token differs in every answer; it is not part of the content.
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def whole_or_part(
    request: HtmxRequest, page: str, part: str, context: Mapping[str, object]
) -> HttpResponse:
    """Render the template ``page``, or for htmx ``part`` of the same folder; 304 for a list whose
    client sends ``X-Known`` and has the current version."""
    whole = not request.htmx or request.htmx.history_restore_request
    folder, _slash, _name = page.rpartition("/")
    response = render(request, page if whole else f"{folder}/{part}", context)
    patch_vary_headers(response, ["HX-Request"])
    if not whole and "X-Known" in request.headers:
        etag = f'"{hashlib.blake2s(_TOKEN.sub(b"", response.content), digest_size=12).hexdigest()}"'
        if request.headers.get("If-None-Match") == etag:
            response = HttpResponseNotModified()
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    return response
