"""The names of games, for pages."""

from django import template
from django.utils.functional import Promise

from tables.games import NAMES

register = template.Library()


@register.filter
def game_name(code: str) -> Promise:
    """``plo`` -> Pot limit Omaha."""
    return NAMES[code]
