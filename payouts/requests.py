"""Requests as views know them."""

from django.contrib.auth.models import User
from django.http import HttpRequest


class PlayerRequest(HttpRequest):
    """A request behind ``login_required``."""

    user: User
