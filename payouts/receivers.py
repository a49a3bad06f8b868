"""News of players: who has just signed up."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from core.euro import euro
from payouts import gifts


def welcome(sender: Any, *, request: HttpRequest, user: User, **more: Any) -> None:
    """Demo euros for a new player, and a word about them (FREE-3)."""
    if gifts.welcome(user_id=user.pk, now=timezone.now()) is not None:
        words = _("%(amount)s of demo euros are in your wallet. They are worth nothing outside.")
        messages.success(request, words % {"amount": euro(gifts.WELCOME)})
