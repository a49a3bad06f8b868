"""The choices of a host who opens a home game: all has a default (HOME-1)."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from tables import games
from tournaments.home import venues
from tournaments.home.games import LATE_LEVELS, MOST_AGAIN, HomeTerms
from tournaments.home.models import LONGEST_UNIT
from tournaments.models import Tournament

SPEEDS = [
    ("super_turbo", _("Fast: levels of 3 minutes")),
    ("turbo", _("Usual: levels of 5 minutes")),
    ("regular", _("Slow: levels of 10 minutes")),
    ("deep_stack", _("Deep: levels of 15 minutes")),
]
LIVE_SPEEDS = [
    ("live_fast", _("Fast: levels of 10 minutes")),
    ("live", _("Usual: levels of 15 minutes")),
    ("live_slow", _("Slow: levels of 20 minutes")),
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

    venue = forms.ChoiceField(
        label=_("Where do you play?"),
        choices=[
            (Tournament.Venue.ONLINE, _("Online, at tables of this room")),
            (Tournament.Venue.LIVE, _("With real cards at a table: this phone is clock and floor")),
        ],
        widget=forms.RadioSelect,
        initial=Tournament.Venue.ONLINE,
        required=False,
    )
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
    live_speed = forms.ChoiceField(
        label=_("speed"), choices=LIVE_SPEEDS, initial="live", required=False
    )
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
    add_on = forms.BooleanField(
        label=_("add-on: after late entry everyone may buy one more stack"), required=False
    )
    bounty = _amount(_("bounty on every head, only written down"))
    payout = forms.ChoiceField(label=_("prizes"), choices=PAYOUT_NAMES, initial="standard")

    MORE = (
        *("game", "speed", "live_speed", "stack", "seats", "late_levels"),
        *("re_entries", "rebuys", "add_on", "bounty", "payout"),
    )
    # Of the fields in MORE: those that one venue alone has.
    ONLINE_ONLY = ("speed",)
    LIVE_ONLY = ("live_speed", "add_on")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if venues.find(Tournament.Venue.LIVE) is None:
            for name in ("venue", *self.LIVE_ONLY):
                del self.fields[name]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MORE if name in self.fields]

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
        if chosen.get("venue") == Tournament.Venue.LIVE:
            chosen["kind"] = Tournament.Kind.SCHEDULED
            chosen["speed"] = self.cleaned_data["live_speed"] or "live"
        else:
            chosen |= {"venue": Tournament.Venue.ONLINE, "add_on": False}
        return HomeTerms(**chosen)
