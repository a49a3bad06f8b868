"""Typed requests of signed-in players."""

from django.http import HttpRequest

from players.models import User


class PlayerRequest(HttpRequest):
    """A request behind ``login_required``."""

    user: User
