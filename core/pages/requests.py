"""The reader of a request, and the parsing of its parameters."""

from django.http import HttpRequest

from core.typed_numbers import number
from core.types import UserId

__all__ = ["number", "who"]


def who(request: HttpRequest) -> UserId:
    """Return the id of the signed-in user; for edges behind a login."""
    assert request.user.pk is not None
    return request.user.pk
