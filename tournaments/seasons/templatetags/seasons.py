"""Points of seasons in templates, a player's trophies, and the seasons of an event."""

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from core.formats import points
from core.types import UserId
from players.models import User
from tournaments.models import Tournament
from tournaments.seasons import reading
from tournaments.seasons.models import Season

register = template.Library()

register.filter("points", points)


@register.inclusion_tag("tournaments/seasons/trophies.html")
def trophies(user_id: int) -> dict[str, Any]:
    """List a player's trophies, if there are any."""
    return {"trophies": reading.trophies(UserId(user_id))}


@register.simple_tag
def seasons_of(event: Tournament, user: User | AnonymousUser) -> QuerySet[Season]:
    """The seasons for which an event counts, and of which the reader may know."""
    return reading.of_event(event, user)
