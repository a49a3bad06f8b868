"""The last line: for any error, a person reads a sentence and never a traceback."""

import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import SuspiciousOperation
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import bad_request, page_not_found, server_error
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core import unavailable
from core.pages.replies import refusal_json
from core.refusal import Refusal, RefusalCode
from core.refusals import CoreCode
from core.sentences import say
from poker_site.refusals import RoomCode
from poker_site.room_settings.room import House
from tables.refusals import TableCode

# Seconds after which a client may well try a busy room again.
LATER = {"Retry-After": "2"}
# The largest number of a row in PostgreSQL.
LAST_ROW: Final = 2**63 - 1
# Refusals by the framework itself, by status.
BY_STATUS: Final[Mapping[int, RefusalCode]] = {
    status.HTTP_400_BAD_REQUEST: RoomCode.MALFORMED_REQUEST,
    status.HTTP_403_FORBIDDEN: RoomCode.NOT_FOR_YOU,
    status.HTTP_404_NOT_FOUND: RoomCode.NOTHING_HERE,
    status.HTTP_405_METHOD_NOT_ALLOWED: RoomCode.NOT_THAT_METHOD,
    status.HTTP_406_NOT_ACCEPTABLE: RoomCode.NOT_IN_THAT_FORM,
    status.HTTP_429_TOO_MANY_REQUESTS: RoomCode.TOO_MANY_REQUESTS,
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: RoomCode.UNREADABLE_FORM,
}


class FriendlyTrouble:
    """Middleware: texts that no database can read are malformed, a number that no row can have
    leads nowhere, and a busy room says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, arguments: object, named: Mapping[str, object]
    ) -> HttpResponse | None:
        # Not all of Django's lookups see that no row has such a number.
        if any(isinstance(value, int) and value > LAST_ROW for value in named.values()):
            return not_found(request, Http404())
        # The desk's lists take filters as they are to PostgreSQL, whose texts have no NUL; some of
        # them Django answers itself.
        route = request.resolver_match
        if route is None or route.app_name != "admin" or "%00" not in request.GET.urlencode():
            return None
        return bad_request(request, SuspiciousOperation("NUL in an address"))

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a page for a busy room (a lock, a silent server), or for a text that no database
        takes; None for other errors."""
        if isinstance(error, DataError) and "NUL" in str(error):
            return malformed(request, SuspiciousOperation("NUL in a text"))
        return _busy(request, error)


def _busy(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    refusal = unavailable.named(error)
    if not isinstance(refusal, Refusal) or refusal is error:
        return None
    if request.path_info.startswith("/api/"):
        return JsonResponse(refusal_json(refusal), status=503, headers=LATER)
    # A server in trouble gets no query for the reader, nor for the header of the page.
    asker = None if unavailable.unavailable(error) else request
    plain = {"house": House(plain=True)} if asker is None else {}
    page = render_to_string("503.html", {"sentence": say(refusal), **plain}, asker)
    return HttpResponse(page, status=503, headers=LATER)


def malformed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer people with a page; programs, which ask below ``/api/``, get JSON.

    Answers busy where a session could not be written, which Django takes for one that has ended.
    """
    lost = exception.__context__ if isinstance(exception, SessionInterrupted) else None
    if lost and lost.__context__ and (answer := _busy(request, lost.__context__)):
        return answer
    if request.path.startswith("/api/"):
        return JsonResponse(refusal_json(Refusal(RoomCode.MALFORMED_REQUEST)), status=400)
    return bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer in the same way where no page exists."""
    if request.path.startswith("/api/"):
        return JsonResponse(refusal_json(Refusal(RoomCode.NOTHING_HERE)), status=404)
    return page_not_found(request, exception)


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer that a limit of tries is reached, and that it ends within a minute."""
    refusal = Refusal(RoomCode.TOO_MANY_TRIES)
    page = render_to_string("429.html", {"sentence": say(refusal)}, request)
    return HttpResponse(page, status=429, headers={"Retry-After": "60"})


def failed(request: HttpRequest) -> HttpResponse:
    """Answer in the same way for a failure of ours; busy where a middleware reached no server."""
    error = sys.exception()
    if error is not None and (answer := _busy(request, error)):
        return answer
    if request.path.startswith("/api/"):
        return JsonResponse(refusal_json(Refusal(TableCode.ROOM_TROUBLE)), status=500)
    return server_error(request)


def api(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer every error of the API in one shape: a refusal as 409, a busy room as 503.

    Refusals by the framework keep their own status; a malformed request has its faults by
    ``fields``.
    """
    refusal = unavailable.named(error)
    if isinstance(refusal, Refusal):
        if refusal.code is CoreCode.ROOM_BUSY:
            return Response(
                refusal_json(refusal), status.HTTP_503_SERVICE_UNAVAILABLE, headers=LATER
            )
        return Response(refusal_json(refusal), status.HTTP_409_CONFLICT)
    answer = exception_handler(error, context)
    if answer is not None:
        fields = {"fields": answer.data} if isinstance(error, exceptions.ValidationError) else {}
        answer.data = {**refusal_json(_named(error, answer.status_code)), **fields}
    return answer


def _named(error: Exception, code: int) -> Refusal:
    """Return a refusal of our own for one by the framework."""
    if isinstance(error.__cause__, Refusal):
        # DRF has wrapped it in a status of its own.
        return error.__cause__
    if isinstance(error, exceptions.NotAuthenticated):
        return Refusal(TableCode.LOGIN_REQUIRED)
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return Refusal(RoomCode.STALE_FORM)
    return Refusal(BY_STATUS.get(code, RoomCode.MALFORMED_REQUEST))
