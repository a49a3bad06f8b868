"""Playing cards in running text."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.engine.cards import HIDDEN

register = template.Library()

RANKS = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}
SUITS = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}


@register.simple_tag
def card(code: str) -> SafeString:
    """``"Td"`` as a small card that a screen reader calls "ten of diamonds"."""
    if code == HIDDEN:
        label = _("Face-down card")
        return format_html('<span class="mini-card back" role="img" aria-label="{}"></span>', label)
    rank, suit = code[0], code[1]
    return format_html(
        '<span class="mini-card suit-{}" role="img" aria-label="{}">{}'
        '<svg class="icon" aria-hidden="true"><use href="{}#suit-{}"></use></svg></span>',
        suit,
        _("{rank} of {suit}").format(rank=RANKS[rank], suit=SUITS[suit]),
        "10" if rank == "T" else rank,
        static("img/icons.svg"),
        suit,
    )
