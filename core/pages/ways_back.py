"""Where a form that stands on many pages leads back to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(request: HttpRequest, otherwise: str, *, asked: str | None = None) -> str:
    """The page of ours that the form came from (``next``, or ``asked``), or ``otherwise``."""
    page = request.POST.get("next", "") if asked is None else asked
    return page if is_ours(request, page) else otherwise


def is_ours(request: HttpRequest, page: str) -> bool:
    """Return whether ``page`` is a path or an address of this room.

    Anything else is no place to go: Django takes a bare word for the name of a view.
    """
    return page.startswith(("/", "http://", "https://")) and url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
