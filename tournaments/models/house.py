"""The engine's house rules as fields: it says what there is and what is usual, this how people
call it."""

from typing import TYPE_CHECKING, get_args, get_type_hints

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables import engine

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

# Those that an event has: rake is for cash tables (RAKE-1).
HOUSE_RULES = tuple(name for name in engine.HouseRules._fields if name not in ("raked", "tariff"))

LABELS: "dict[str, dict[str, Words]]" = {
    "button": {
        "dead": _("also at empty seats"),
        "forward": _("always at players"),
    },
    "odd_chips": {
        "left_of_button": _("to the first winner left of the button"),
        "one_each": _("one to each winner, from the left of the button"),
        "next_bb": _("to the winner who has the big blind first"),
    },
    "pot_raise": {
        "after_call": _("the pot after the call"),
        "before_call": _("the pot before the call"),
    },
    "flush_over_full": {
        "short_deck": _("with up to 48 cards"),
        "always": _("always"),
        "never": _("never"),
    },
    "suits": {
        "rank": _("the higher suit wins"),
        "split": _("equal hands split"),
    },
    "straight_flushes": {
        "cyclic": _("the minimum beats the maximum"),
        "linear": _("the higher one wins"),
    },
}


def switch(name: str, verbose_name: "Words") -> "models.BooleanField[bool, bool]":
    """The field of a house rule that is on or off."""
    usual: bool = getattr(engine.USUAL, name)
    return models.BooleanField(verbose_name, default=usual)


def choice(name: str, verbose_name: "Words") -> "models.CharField[str, str]":
    """The field of a house rule with several ways; KeyError where the engine has one more."""
    ways: tuple[str, ...] = get_args(get_type_hints(engine.HouseRules)[name])
    return models.CharField(
        verbose_name,
        max_length=max(map(len, ways)),
        choices=[(way, LABELS[name][way]) for way in ways],
        default=getattr(engine.USUAL, name),
    )
