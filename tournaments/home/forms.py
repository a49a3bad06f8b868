"""The choices of a host who opens a home game: all has a default (HOME-1)."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from core.refusal import Refusal
from core.sentences import say
from tables import games
from tournaments.home import venues
from tournaments.home.cash import FEWEST_BLINDS, LEAST_CHIPS, MOST_CHIPS, check_stakes
from tournaments.home.events import LATE_LEVELS
from tournaments.home.games import MOST_AGAIN
from tournaments.home.kinds import CASH, HomeTerms
from tournaments.home.models import LONGEST_UNIT
from tournaments.models import Tournament

SPEEDS = [
    ("super_turbo", _("Fast: levels of 3 minutes")),
    ("turbo", _("Usual: levels of 5 minutes")),
    ("regular", _("Slow: levels of 10 minutes")),
    ("deep_stack", _("Deep: levels of 15 minutes")),
]
PACES = [
    (10, _("Fast: 10 seconds")),
    (20, _("Usual: 20 seconds")),
    (40, _("Slow: 40 seconds")),
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
            (CASH, _("Cash game: come and go, settle up by the chips")),
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
    most = forms.IntegerField(
        label=_("buy-in, chips"),
        initial=200,
        validators=[MinValueValidator(LEAST_CHIPS), MaxValueValidator(MOST_CHIPS)],
        help_text=_("The written buy-in stands for these chips; fewer cost less in proportion."),
    )
    least = forms.IntegerField(
        label=_("smallest buy-in, chips"),
        required=False,
        validators=[MinValueValidator(LEAST_CHIPS), MaxValueValidator(MOST_CHIPS)],
        help_text=_("Left empty, all bring the same."),
    )
    big_blind = forms.IntegerField(
        label=_("big blind, chips"),
        initial=2,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_CHIPS // FEWEST_BLINDS)],
        help_text=_("The small blind is half of it; you can change it during the game."),
    )
    seconds = forms.TypedChoiceField(label=_("time to act"), coerce=int, choices=PACES, initial=20)
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

    MORE = ("game", "seats")
    MORE_OF_EVENTS = (
        *("speed", "live_speed", "stack", "late_levels"),
        *("re_entries", "rebuys", "add_on", "bounty", "payout"),
    )
    # Of these, the fields that one venue alone has.
    ONLINE_ONLY = ("speed",)
    LIVE_ONLY = ("live_speed", "add_on")
    OF_CASH = ("most", "least", "big_blind", "seconds")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if venues.find(Tournament.Venue.LIVE) is None:
            for name in ("venue", *self.LIVE_ONLY):
                del self.fields[name]

    def full_clean(self) -> None:
        """Leave out what the other kind of game asks: its fields are not shown. With real cards
        friends play a tournament."""
        is_cash = self.data.get("kind") == CASH and self.data.get("venue") != Tournament.Venue.LIVE
        others = self.MORE_OF_EVENTS if is_cash else self.OF_CASH
        hidden = [self.fields[name] for name in others if name in self.fields]
        for field in hidden:
            field.disabled = True
        super().full_clean()
        for field in hidden:
            field.disabled = False

    def clean(self) -> dict[str, Any] | None:
        """A buy-in of a cash game is within its bounds, and worth some big blinds."""
        cleaned = super().clean()
        chosen = self.cleaned_data
        is_cash = chosen.get("kind") == CASH and chosen.get("venue") != Tournament.Venue.LIVE
        if is_cash and {"most", "big_blind"} <= chosen.keys():
            least = chosen.get("least") or chosen["most"]
            if least > chosen["most"]:
                self.add_error("least", _("The minimum buy-in is above the maximum."))
                return cleaned
            try:
                check_stakes(big_blind=chosen["big_blind"], least=least, most=chosen["most"])
            except Refusal as refusal:
                self.add_error("big_blind", say(refusal))
        return cleaned

    @property
    def of_cash(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OF_CASH]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MORE]

    @property
    def more_of_events(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MORE_OF_EVENTS if name in self.fields]

    @property
    def more_is_wrong(self) -> bool:
        """Return whether a field that is folded away has an error."""
        return any(name in self.errors for name in (*self.MORE, *self.MORE_OF_EVENTS))

    def terms(self) -> HomeTerms:
        """The terms chosen. A game with fewer seats than asked for has as many as it allows."""
        fields = HomeTerms._fields
        chosen = {name: self.cleaned_data[name] for name in fields if name in self.cleaned_data}
        chosen["seats"] = min(chosen["seats"], games.most_seats(chosen["game"]))
        for name in ("buy_in", "bounty"):
            chosen[name] = int((chosen[name] or 0) * 100)
        chosen["least"] = chosen["least"] or 0
        if chosen.get("venue") == Tournament.Venue.LIVE:
            chosen["kind"] = Tournament.Kind.SCHEDULED
            chosen["speed"] = self.cleaned_data["live_speed"] or "live"
        else:
            chosen |= {"venue": Tournament.Venue.ONLINE, "add_on": False}
        return HomeTerms(**chosen)
