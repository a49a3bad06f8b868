"""Where a form that stands on many pages leads back to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(request: HttpRequest, otherwise: str) -> str:
    """The page of ours that the form came from (``next``), or ``otherwise``."""
    asked = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if ours else otherwise
