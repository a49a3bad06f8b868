"""The forms of the calculators in the rules section."""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from core import money
from core.money import short_money_text
from payouts.pages.forms import money_field
from payouts.prizes.schemes import PrizeScheme
from payouts.rules import schemes
from payouts.rules.velox import TABLES
from tables.cash import tariffs

LISTED = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"})


class FiguresField(forms.CharField):
    """Figures with spaces or slashes between them; ``95x1000`` repeats one.

    Read as whole units of ``scale`` to one: 1 for chips, 100 for percentages; None for money, whose
    currency says it.
    """

    CHIPS: Final = re.compile(r"[0-9]{1,12}|[0-9]{1,3}([.,'][0-9]{3}){1,3}", re.ASCII)
    DECIMAL: Final = re.compile(r"[0-9]{1,9}([.,][0-9]{1,2})?", re.ASCII)
    MANY: Final = re.compile(r"([1-9][0-9]{0,2})[x×](.+)", re.ASCII)
    default_error_messages = {
        "figures": _("Write figures with spaces between them, e.g. 50 30 20."),
        "too_many": _("There are more than %(most)s figures."),
    }

    def __init__(self, *, scale: int | None, most: int, **options: Any) -> None:
        super().__init__(max_length=2_000, **{"widget": LISTED, **options})
        self._scale, self.most = scale, most

    @property
    def scale(self) -> int:
        return 10 ** money.digits() if self._scale is None else self._scale

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        words = re.split(r"[\s/;]+", super().to_python(value) or "")
        figures = [figure for word in words if word for figure in self._figures(word)]
        if len(figures) > self.most:
            raise self._wrong("too_many", most=self.most)
        return figures

    def _figures(self, word: str) -> list[int]:
        times, figure = 1, word
        if many := self.MANY.fullmatch(word):
            times, figure = int(many[1]), many[2]
        pattern = self.CHIPS if self.scale == 1 else self.DECIMAL
        if not pattern.fullmatch(figure):
            raise self._wrong("figures")
        if self.scale == 1:
            return [int(re.sub(r"[.,']", "", figure))] * times
        return [int(Decimal(figure.replace(",", ".")) * self.scale)] * times

    def _wrong(self, code: str, **values: int) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages[code], code=code, params=values)


MOST_ENTRIES: Final = 50_000
MOST_STACKS: Final = 200
# ICM counts every order of finish of this many players.
MOST_AT_A_DEAL: Final = 9
MOST_TYPED: Final = 10_000_000_00
# The kinds that this form can describe: no table by size of field, no draw, no second ranking.
KINDS: Final = [
    (kind.value, kind.label)
    for kind in (
        PrizeScheme.Kind.WINNERS,
        PrizeScheme.Kind.STANDARD,
        PrizeScheme.Kind.SATELLITE,
        PrizeScheme.Kind.SPLIT,
    )
]
# The sentences of a scheme's faults, by the fault of ``Scheme.fault``.
FAULTS: Final = {
    "empty": _("Write the percentage of each place, e.g. 50 30 20."),
    "not_positive": _("Every place must win something."),
    "not_whole": _("The percentages must add up to 100."),
    "rising": _("A lower place cannot win more than a higher one."),
    "no_seat": _("A satellite needs the price of a seat."),
    "not_less": _("A secondary prize must be less than a seat."),
}
# The usual buy-ins.
ROUND: Final = (50, 100, 200, 250, 500, 1_000, 2_000)


def _stacks(most: int = MOST_STACKS, **options: Any) -> FiguresField:
    return FiguresField(scale=1, most=most, label=_("Chips of each remaining player"), **options)


class Calculator(forms.Form):
    """A form that needs no player, no event and no balance."""

    def cents(self, field: str) -> int:
        """Return an amount of a valid form; 0 where none was typed."""
        cents: int = self.cleaned_data[field] or 0
        return cents


class PrizesForm(Calculator):
    """PAY-*: the prize of each place."""

    kind = forms.ChoiceField(label=_("Prize scheme"), choices=KINDS)
    entries = forms.IntegerField(label=_("Entries"), min_value=1, max_value=MOST_ENTRIES)
    buy_in = money_field(1, 1_000_00, label=_("Buy-in without fee"))
    guarantee = money_field(0, MOST_TYPED, label=_("Guaranteed"), required=False)
    shares = FiguresField(
        scale=100, most=100, label=_("Winners: percent of each place"), required=False
    )
    seat = money_field(0, 10_000_00, label=_("Satellite: a seat"), required=False)
    secondary = money_field(0, 10_000_00, label=_("Satellite: secondary prize"), required=False)
    stacks = _stacks(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a scheme that staff could not publish."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        scheme = self.scheme()
        if fault := scheme.fault:
            field, word = fault
            self.add_error(field, FAULTS[word])
        if scheme.chips_part(schemes.WHOLE) and not sum(cleaned["stacks"]):
            self.add_error("stacks", _("Split needs the chips of the remaining players."))
        return cleaned

    def scheme(self) -> schemes.Scheme:
        """Return the scheme as an event stores it."""
        scheme = schemes.SCHEMES[self.cleaned_data["kind"]]
        typed = {
            "shares": self.cleaned_data["shares"],
            "seat": self.cents("seat"),
            "secondary": self.cents("secondary"),
        }
        return scheme.from_json({name: typed[name] for name in scheme.typed})


class RakeForm(Calculator):
    """RAKE-*: the house's part of one hand."""

    big_blind = money_field(1, 1_000_00, label=_("Big blind"))
    pot = money_field(1, MOST_TYPED, label=_("Pot, uncalled bets returned"))
    players = forms.IntegerField(label=_("Players dealt in"), min_value=2, max_value=10)
    no_flop = forms.BooleanField(label=_("No flop was seen"), required=False)
    tariff = forms.ChoiceField(
        label=_("Tariff"),
        choices=lambda: [("", _("of the regulations")), *tariffs.choices()],
        required=False,
    )

    def text(self) -> str:
        """Return the tariff of a valid form, as the engine takes it."""
        return tariffs.text_of(self.cleaned_data["tariff"])


class RefundsForm(Calculator):
    """CANCEL-*: the refunds of a cancelled event."""

    nothing_played = forms.BooleanField(label=_("No hand was completed"), required=False)
    rights = FiguresField(
        scale=None,
        most=MOST_STACKS,
        label=_("Entry with fee and rebuys: one amount for all, or one for each player"),
    )
    stacks = _stacks()
    pool = money_field(0, MOST_TYPED, label=_("Prize pool"))
    prizes = FiguresField(scale=None, most=MOST_STACKS, label=_("Prizes, from the first place"))
    locked_pays = forms.BooleanField(
        label=_("All remaining players are in the money: this counts as prizes paid (CANCEL-3)"),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        rights, stacks, prizes = cleaned["rights"], cleaned["stacks"], cleaned["prizes"]
        if len(rights) not in (1, len(stacks)):
            self.add_error("rights", _("Write one amount, or one for each player."))
        if not all(stacks):
            self.add_error("stacks", _("Each remaining player must have chips."))
        if sorted(prizes, reverse=True) != prizes:
            self.add_error("prizes", FAULTS["rising"])
        if sum(prizes) > self.cents("pool"):
            self.add_error("prizes", _("The prizes add up to more than the pool."))
        return cleaned

    def rights_of_all(self) -> list[int]:
        """Return the entry right of each player, cents."""
        rights = self.cleaned_data["rights"]
        return rights * len(self.cleaned_data["stacks"]) if len(rights) == 1 else list(rights)


class DealForm(Calculator):
    """DEAL-MAKE: the share of each player."""

    stacks = _stacks(MOST_AT_A_DEAL)
    prizes = FiguresField(scale=None, most=MOST_AT_A_DEAL, label=_("Prizes, from the first place"))
    kept = money_field(0, MOST_TYPED, label=_("Stays in play for the winner"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        stacks, prizes = cleaned["stacks"], cleaned["prizes"]
        if len(stacks) < 2 or not all(stacks):
            self.add_error("stacks", _("A deal needs two players with chips."))
        if len(prizes) > len(stacks) or not sum(prizes):
            self.add_error("prizes", _("There can be at most as many prizes as players."))
        if sorted(prizes, reverse=True) != prizes:
            self.add_error("prizes", FAULTS["rising"])
        return cleaned


def velox_games() -> list[tuple[str, str]]:
    """Return every VeloX that may be published at a round buy-in, as ``seats-cents``."""
    return [
        (f"{seats}-{cents}", f"{seats} × {short_money_text(cents)}")
        for seats, tables in TABLES.items()
        for least, most, _table in tables
        for cents in ROUND
        if least <= cents <= most
    ]


class VeloxForm(Calculator):
    """VELOX-2, VELOX-3: seats and buy-in."""

    game = forms.ChoiceField(label=_("Seats and buy-in"), choices=velox_games)

    def seats_and_cents(self) -> tuple[int, int]:
        seats, cents = self.cleaned_data["game"].split("-")
        return int(seats), int(cents)
