"""Playing cards and hands in running text, and their words for scripts."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tables import hand_names
from tables.engine.cards import HIDDEN

register = template.Library()


@register.simple_tag
def card_words() -> Iterable[tuple[str, Promise]]:
    """Each word for a card by its key."""
    return hand_names.card_words()


@register.simple_tag
def hand_words() -> Iterable[tuple[str, Promise]]:
    """Each word for cards and hands by its key."""
    return hand_names.words()


@register.simple_tag
def card(code: str) -> SafeString:
    """``"Td"`` as a small card that a screen reader calls "ten of diamonds"."""
    return _drawn(code, get_language())


# A list of hands has hundreds of cards.
@lru_cache(maxsize=1024)
def _drawn(code: str, _language: str) -> SafeString:
    if code == HIDDEN:
        label = str(hand_names.HIDDEN_CARD)
        return format_html('<span class="mini-card back" role="img" aria-label="{}"></span>', label)
    rank, suit = code[0], code[1]
    return format_html(
        '<span class="mini-card suit-{}" role="img" aria-label="{}">{}'
        '<svg class="icon" aria-hidden="true"><use href="{}#suit-{}"></use></svg></span>',
        suit,
        str(hand_names.CARD).format(rank=hand_names.RANKS[rank], suit=hand_names.SUITS[suit]),
        "10" if rank == "T" else rank,
        static("img/icons.svg"),
        suit,
    )
