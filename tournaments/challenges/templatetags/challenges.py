"""A player's badges of challenges in templates."""

from typing import Any

from django import template

from core.types import UserId
from tournaments.challenges import reading

register = template.Library()


@register.inclusion_tag("tournaments/parts/challenge_badges.html")
def challenge_badges(user_id: int) -> dict[str, Any]:
    """List a player's badges, if there are any (CHALLENGE-3)."""
    return {"badges": reading.badges(UserId(user_id))}
