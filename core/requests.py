"""Requests as views know them, and what is written in them."""

from django.contrib.auth.models import User
from django.http import HttpRequest

from core.types import UserId

# Digits: every id of ours fits, and no sum of them is too large for the database.
LONGEST_NUMBER = 9


class PlayerRequest(HttpRequest):
    """A request behind ``login_required``."""

    user: User


def who(request: HttpRequest) -> UserId:
    """Who is signed in; for edges that let nobody else through."""
    assert request.user.pk is not None
    return request.user.pk


def number(text: str) -> int | None:
    """A number above zero that somebody typed; None for anything else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) or None if plain else None
