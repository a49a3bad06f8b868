"""What each answer tells the browser it may do."""

from collections.abc import Callable
from http import HTTPStatus

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

DESK = "/admin/"
# Unfold ships Alpine, which evaluates what its attributes say, and writes styles into its pages.
# Players' pages never need either.
DESK_POLICY = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}

# No page of the room asks for any of these; a script that got in shall not either.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
        *("hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    )
)


class ContentPolicy(CSPMiddleware):
    """The settings' policy everywhere, and at the desk what its framework needs on top."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(DESK):
            parts.replace = {**DESK_POLICY, **(parts.replace or {})}
        return parts


class PermissionsPolicy:
    """Middleware: which of the browser's powers no page uses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class PrivateAnswers:
    """Middleware: what was made for somebody signed in is kept by no browser and no proxy, so that
    the way back after logging out shows nothing of it. A view's own word on caching stands."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        # Where the database did not answer, nothing was made for anybody, and asking again fails.
        answered = response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        if answered and session.accessed and SESSION_KEY in session:
            response.setdefault("Cache-Control", "private, no-store")
        return response
