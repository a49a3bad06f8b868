"""The engine's house rules as terms of events and of cash games: the engine defines the rules and
their defaults, this module their labels."""

from typing import TYPE_CHECKING, get_args, get_type_hints

from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tables import engine

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

# Rules that the operator does not choose per game. The rake is the room's (RAKE-1); ``hi_lo`` only
# distinguishes hands of today from older ones (POT-2).
NOT_OFFERED = ("raked", "tariff", "hi_lo")
HOUSE_RULES = tuple(name for name in engine.HouseRules._fields if name not in NOT_OFFERED)

LABELS: "dict[str, dict[str, Words]]" = {
    "button": {
        "dead": _("also at empty seats"),
        "forward": _("always at players"),
    },
    "short_all_ins": {
        "each": _("only by a later full raise"),
        "together": _("also by several short all-ins that add up to one"),
    },
    "cap_heads_up": {
        "at_once": _("at once"),
        "round": _("from the next round on"),
    },
    "limit_all_in": {
        "full": _("from a whole bet on"),
        "half": _("from half a bet on"),
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
    """Return the field of a house rule that is on or off."""
    usual: bool = getattr(engine.USUAL, name)
    return models.BooleanField(verbose_name, default=usual)


def choice(name: str, verbose_name: "Words") -> "models.CharField[str, str]":
    """Return the field of a house rule with choices; KeyError if one of them has no label."""
    ways: tuple[str, ...] = get_args(get_type_hints(engine.HouseRules)[name])
    return models.CharField(
        verbose_name,
        max_length=max(map(len, ways)),
        choices=[(way, LABELS[name][way]) for way in ways],
        default=getattr(engine.USUAL, name),
    )


class HouseTerms(models.Model):
    """The house rules of an event or a cash game."""

    button = choice("button", _("button and small blind"))
    short_all_ins = choice("short_all_ins", _("betting is reopened"))
    cap_heads_up = choice("cap_heads_up", _("fixed limit: no cap on raises heads-up"))
    limit_all_in = choice("limit_all_in", _("fixed limit: an all-in counts as a bet"))
    odd_chips = choice("odd_chips", _("odd chips"))
    pot_raise = choice("pot_raise", _("a pot-limit raise is at most"))
    allow_four_flush = switch("allow_four_flush", _("draw: any four of a suit open"))
    flush_over_full = choice("flush_over_full", _("draw: a flush beats a full house"))
    suits = choice("suits", _("draw: hands equal but for suits"))
    straight_flushes = choice("straight_flushes", _("draw: straight flushes"))

    class Meta:
        abstract = True

    @property
    def house(self) -> engine.HouseRules:
        """The house rules with which this event or game is played."""
        settings = {name: getattr(self, name) for name in HOUSE_RULES}
        return engine.HouseRules(**settings)

    @property
    def unusual_rules(self) -> list[str]:
        """The rules that differ from the usual ones, in words."""
        unusual = []
        for name, value in self.house.differing(engine.USUAL).items():
            field = self._meta.get_field(name)
            assert isinstance(field, models.Field)
            label = capfirst(field.verbose_name)
            how = "" if value is True else f": {getattr(self, f'get_{name}_display')()}"
            unusual.append(label + how)
        return unusual
