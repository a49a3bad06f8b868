"""Paginated lists of the API."""

from collections.abc import Callable
from typing import Any

from rest_framework.pagination import LimitOffsetPagination


def paged(pages: type[LimitOffsetPagination]) -> Callable[[Any], Any]:
    """Declare the pagination of a view (of ``api_view``) for the schema; the view paginates."""

    def mark(view: Any) -> Any:
        view.cls.pagination_class = pages
        return view

    return mark
