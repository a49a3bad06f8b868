"""Operations of the API that are functions."""

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework import decorators


def api_view(methods: Sequence[str]) -> Callable[[Callable[..., Any]], Any]:
    """Django REST framework's own, which answers HEAD wherever it answers GET (RFC 9110, 9.3.2).

    A function of several methods must not take HEAD for one that writes.
    """
    return decorators.api_view([*methods, *(["HEAD"] if "GET" in methods else [])])
