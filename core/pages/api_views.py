"""Decorators of API views that are functions."""

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework import decorators
from rest_framework.pagination import LimitOffsetPagination


def api_view(methods: Sequence[str]) -> Callable[[Callable[..., Any]], Any]:
    """Return REST framework's decorator, with HEAD wherever there is GET (RFC 9110, 9.3.2).

    A view of several methods must not treat HEAD as one that writes.
    """
    return decorators.api_view([*methods, *(["HEAD"] if "GET" in methods else [])])


def paged(pages: type[LimitOffsetPagination]) -> Callable[[Any], Any]:
    """Declare the pagination of a view (of ``api_view``) for the schema; the view paginates."""

    def mark(view: Any) -> Any:
        view.cls.pagination_class = pages
        return view

    return mark
