"""Addresses that accept forms and show no page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve


class PageAbove:
    """Middleware: readers of an address that accepts forms alone are led to the page above.

    So are those who sign in after their form was turned away, and those who change the language of
    a page that a form has answered.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        # Programs do not ask for pages; they get the 405.
        wants_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if answer.status_code == 405 and wants_page:
            return redirect(above(request.path))
        return answer


def above(path: str) -> str:
    """Return the nearest existing address above this one; the first page's, if there is none."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path
