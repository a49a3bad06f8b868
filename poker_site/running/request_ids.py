"""Middleware that gives each request an id, for its lines of the log and for its answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from core.request_id import CURRENT, HEADER, arriving


class RequestIds:
    """Sets the id for as long as a request is answered, and tells it in the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        known = arriving(request.headers.get(HEADER, ""))
        before = CURRENT.set(known)
        try:
            response = self.get_response(request)
        finally:
            CURRENT.reset(before)
        response.headers[HEADER] = known
        return response
