"""The choices of a host who opens a home game: all has a default (HOME-1)."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from tables import games
from tournaments.home.games import LATE_LEVELS, MOST_AGAIN, HomeTerms
from tournaments.home.models import LONGEST_UNIT
from tournaments.models import Tournament

SPEEDS = [
    ("super_turbo", _("Fast: levels of 3 minutes")),
    ("turbo", _("Usual: levels of 5 minutes")),
    ("regular", _("Slow: levels of 10 minutes")),
    ("deep_stack", _("Deep: levels of 15 minutes")),
]
PAYOUT_NAMES = [
    ("standard", _("By the number of players")),
    ("winner", _("The winner takes all")),
    ("two", _("Two places: 65 and 35 %")),
    ("three", _("Three places: 50, 30 and 20 %")),
]
MOST_WRITTEN = Decimal("1000000")


def _amount(label: Any, **more: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, required=False, min_value=0, max_value=MOST_WRITTEN, decimal_places=2, **more
    )


class HomeForm(forms.Form):
    """The first fields are shown; those in MORE open with a press."""

    kind = forms.ChoiceField(
        label=_("What do you play?"),
        choices=[
            (Tournament.Kind.SCHEDULED, _("Tournament: you say when it starts")),
            (Tournament.Kind.SIT_AND_GO, _("Sit&Go: one table, starts when it is full")),
        ],
        widget=forms.RadioSelect,
        initial=Tournament.Kind.SCHEDULED,
    )
    buy_in = _amount(_("buy-in, only written down"))
    unit = forms.CharField(
        label=_("unit"),
        required=False,
        max_length=LONGEST_UNIT,
        initial="€",
        help_text=_("Euros, points, beers: you settle it among yourselves."),
    )
    game = forms.ChoiceField(label=_("game"), choices=games.choices, initial="nlhe")
    speed = forms.ChoiceField(label=_("speed"), choices=SPEEDS, initial="turbo")
    stack = forms.IntegerField(
        label=_("starting stack"),
        initial=5_000,
        validators=[MinValueValidator(500), MaxValueValidator(100_000)],
    )
    seats = forms.IntegerField(
        label=_("seats per table"),
        initial=9,
        validators=[MinValueValidator(2), MaxValueValidator(10)],
    )
    late_levels = forms.IntegerField(
        label=_("late entry until the end of level"),
        initial=LATE_LEVELS,
        validators=[MinValueValidator(0), MaxValueValidator(8)],
    )
    re_entries = forms.IntegerField(
        label=_("re-entries"),
        initial=0,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_AGAIN)],
    )
    rebuys = forms.IntegerField(
        label=_("rebuys"),
        initial=0,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_AGAIN)],
    )
    bounty = _amount(_("bounty on every head, only written down"))
    payout = forms.ChoiceField(label=_("prizes"), choices=PAYOUT_NAMES, initial="standard")

    MORE = (
        *("game", "speed", "stack", "seats", "late_levels"),
        *("re_entries", "rebuys", "bounty", "payout"),
    )

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MORE]

    @property
    def more_is_wrong(self) -> bool:
        """Return whether a field that is folded away has an error."""
        return any(name in self.errors for name in self.MORE)

    def terms(self) -> HomeTerms:
        """The terms chosen. A game with fewer seats than asked for has as many as it allows."""
        fields = HomeTerms._fields
        chosen = {name: self.cleaned_data[name] for name in fields if name in self.cleaned_data}
        chosen["seats"] = min(chosen["seats"], games.most_seats(chosen["game"]))
        for name in ("buy_in", "bounty"):
            chosen[name] = int((chosen[name] or 0) * 100)
        return HomeTerms(**chosen)
