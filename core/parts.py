"""Pages of which htmx asks for the part that changes."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as django-htmx's middleware leaves it."""

    htmx: HtmxDetails


def whole_or_part(
    request: HtmxRequest, page: str, part: str, context: Mapping[str, object]
) -> HttpResponse:
    """The template ``page``, or for htmx ``part`` of the same folder."""
    whole = not request.htmx or request.htmx.history_restore_request
    folder, _slash, _name = page.rpartition("/")
    response = render(request, page if whole else f"{folder}/{part}", context)
    patch_vary_headers(response, ["HX-Request"])
    return response
