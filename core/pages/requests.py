"""Typed requests for views, and the parsing of their parameters."""

from django.contrib.auth.models import User
from django.http import HttpRequest

from core.typed import number
from core.types import UserId

__all__ = ["PlayerRequest", "number", "who"]


class PlayerRequest(HttpRequest):
    """A request behind ``login_required``."""

    user: User


def who(request: HttpRequest) -> UserId:
    """Return the id of the signed-in user; for edges behind a login."""
    assert request.user.pk is not None
    return request.user.pk
