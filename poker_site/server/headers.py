"""Headers that restrict the browser on each answer."""

from collections.abc import Callable
from http import HTTPStatus

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

DESK = "/admin/"
# Unfold ships Alpine, which evaluates the text of its attributes, and writes styles into its pages.
# Players' pages never need either.
DESK_POLICY = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}

# No page of the room uses any of these; an injected script shall not either.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
        *("hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    )
)


class ContentPolicy(CSPMiddleware):
    """The settings' policy on all pages, with the additions of the desk's framework there."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(DESK):
            parts.replace = {**DESK_POLICY, **(parts.replace or {})}
        return parts


class PermissionsPolicy:
    """Middleware: the browser's powers that no page uses are switched off."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class PrivateAnswers:
    """Middleware: answers for signed-in users are stored by no browser and no proxy.

    So the back button shows nothing of them after the logout. A view's own caching header stands.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        # Without an answer of the database the page has no private data, and another query would
        # fail.
        answered = response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        if answered and session.accessed and SESSION_KEY in session:
            response.setdefault("Cache-Control", "private, no-store")
        return response
