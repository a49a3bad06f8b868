"""The names of games, for pages."""

from django import template
from django.utils.functional import Promise

from tables.engine import GAMES
from tables.games import NAMES, choices

register = template.Library()


@register.simple_tag
def game_names() -> list[tuple[str, Promise]]:
    """Every game with its name, for scripts to choose from."""
    return choices()


@register.filter
def has_blinds(code: str) -> bool:
    """Whether the game is played with blinds; in others everybody antes."""
    return code not in GAMES or GAMES[code].blinds


@register.filter
def game_name(code: str) -> Promise:
    """``plo`` -> Pot limit Omaha."""
    return NAMES[code]
