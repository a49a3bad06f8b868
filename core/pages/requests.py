"""Requests as views know them, and what is written in them."""

from django.contrib.auth.models import User
from django.http import HttpRequest

from core.typed import number
from core.types import UserId

__all__ = ["PlayerRequest", "number", "who"]


class PlayerRequest(HttpRequest):
    """A request behind ``login_required``."""

    user: User


def who(request: HttpRequest) -> UserId:
    """Who is signed in; for edges that let nobody else through."""
    assert request.user.pk is not None
    return request.user.pk
