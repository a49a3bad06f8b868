"""The last line: whatever goes wrong, a person reads a sentence and never a traceback."""

import sys
from collections.abc import Callable
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import bad_request, page_not_found, server_error
from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core import busy
from core.refusal import Refusal
from core.refusals import Code
from core.sentences import rule_of, say
from poker_site.house.room import House

# Seconds after which a client may well try a busy room again.
LATER = {"Retry-After": "2"}


class FriendlyTrouble:
    """Middleware: filters that no database can read are malformed, and a busy room says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        # The desk's lists take filters as they are to PostgreSQL, whose texts have no NUL; other
        # pages have forms that refuse it.
        route = request.resolver_match
        if route is None or route.app_name != "admin" or "%00" not in request.GET.urlencode():
            return None
        return bad_request(request, SuspiciousOperation("NUL in an address"))

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A page for whoever waited too long for a lock; everything else as Django has it."""
        return _busy(request, error)


def _busy(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    refusal = busy.named(error)
    if not isinstance(refusal, Refusal) or refusal is error:
        return None
    if request.path_info.startswith("/api/"):
        return JsonResponse(_body(refusal), status=503, headers=LATER)
    # Who is asking, and what the header shows of them, is not asked of a database out of reach.
    asker = None if busy.out_of_reach(error) else request
    plain = {"house": House(plain=True)} if asker is None else {}
    page = render_to_string("503.html", {"sentence": say(refusal), **plain}, asker)
    return HttpResponse(page, status=503, headers=LATER)


def _body(refusal: Refusal) -> dict[str, str | None]:
    code = refusal.code.value
    return {"code": code, "message": say(refusal), "rule": rule_of(code)}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page for people; programs, which ask below ``/api/``, read JSON."""
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": _("Not found.")}, status=status.HTTP_404_NOT_FOUND)
    return page_not_found(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """The same for a failure of ours; busy where a middleware could not reach a server."""
    error = sys.exception()
    if error is not None and (answer := _busy(request, error)):
        return answer
    if request.path.startswith("/api/"):
        words = {"detail": _("Something went wrong here.")}
        return JsonResponse(words, status=status.HTTP_500_INTERNAL_SERVER_ERROR)
    return server_error(request)


def api(error: Exception, context: dict[str, Any]) -> Response | None:
    """A refusal as 409 with code, sentence and rule, a busy room as 503; the rest as DRF has it."""
    refusal = busy.named(error)
    if isinstance(refusal, Refusal):
        if refusal.code is Code.ROOM_BUSY:
            return Response(_body(refusal), status.HTTP_503_SERVICE_UNAVAILABLE, headers=LATER)
        return Response(_body(refusal), status.HTTP_409_CONFLICT)
    return exception_handler(error, context)
