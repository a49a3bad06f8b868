"""Games and their hands, for pages."""

from django import template
from django.utils.functional import Promise

from core.money import money_text
from core.templatetags.money import signed_chips, signed_money
from tables.games import NAMES, choices, has_blinds
from tables.models import Hand
from tables.models.money_games import MoneyGame

register = template.Library()
register.filter(has_blinds)


@register.simple_tag
def game_names() -> list[tuple[str, Promise]]:
    """Every game with its name, for scripts to choose from."""
    return choices()


@register.filter
def game_name(code: str) -> Promise:
    """``plo`` -> Pot limit Omaha."""
    return NAMES[code]


@register.filter
def stake(amount: int, hand: Hand) -> str:
    """Chips of a hand as its table counts them: in money where it is played for."""
    return hand.amount(amount)


@register.filter
def amount_of(chips: int, game: MoneyGame) -> str:
    """Chips of a game as its tables count them."""
    return game.amount(chips)


@register.filter
def won(change: int, hand: Hand) -> str:
    """The chips that a player won or lost in a hand, with its sign; nothing has none."""
    if not hand.for_money:
        return signed_chips(change)
    return signed_money(change) if change else money_text(0)
