"""Home games of a host, against the closing of the account; and names that hosts have typed."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.types import UserId
from players.closing.obstacles import Obstacle
from tournaments.home.models import HomeGame, HomePlayer


def find(user_id: UserId, now: datetime) -> Iterator[Obstacle]:
    """Yield the home games that a player hosts and that are not over (ACCOUNT-6)."""
    games = HomeGame.objects.filter(host=user_id).exclude(HomeGame.OVER)
    for game in games.select_related("tournament").order_by("pk"):
        text = _("You host %(name)s: end the game, or hand it over.") % {"name": str(game)}
        yield Obstacle(text, reverse("home_game", args=[game.token]))


def erase_names(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete the names that hosts have typed for a player who is made nameless (STAFF-9)."""
    HomePlayer.objects.filter(user=user_id).exclude(called="").update(called="")
