"""Lists of the API that are told page by page."""

from collections.abc import Callable
from typing import Any

from rest_framework.pagination import LimitOffsetPagination


def paged(pages: type[LimitOffsetPagination]) -> Callable[[Any], Any]:
    """Tell the schema that a view (of ``api_view``) answers by such pages; it turns them itself."""

    def mark(view: Any) -> Any:
        view.cls.pagination_class = pages
        return view

    return mark
