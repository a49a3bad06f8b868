"""Redirects of forms that are on many pages."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def next_url(request: HttpRequest, otherwise: str, *, asked: str | None = None) -> str:
    """Return our page that the form came from (``next``, or ``asked``), or ``otherwise``."""
    page = request.POST.get("next", "") if asked is None else asked
    return page if is_ours(request, page) else otherwise


def is_ours(request: HttpRequest, page: str) -> bool:
    """Return whether ``page`` is a path or a URL of this room.

    Any other text is not followed: Django takes a bare word for the name of a view.
    """
    return page.startswith(("/", "http://", "https://")) and url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
