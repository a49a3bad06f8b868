"""The filter of a player's own hands: one definition for their list, their figures and the API
(FIND-1)."""

from datetime import datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.settings import room_time
from core.types import UserId
from players.models import User
from tables import games
from tables.engine import GAMES
from tables.models.own_hands import LONGEST_TAG, Position
from tables.models.owners import CASH, HOME, PLAY, POOL
from tables.own_hands.search import HandQuery
from tables.rules import starting_hands

# Big blinds of the largest pot that can be asked for.
MOST_POT = 100_000
ANY = _("any")
KINDS = [
    (CASH, _("Cash games")),
    (POOL, _("Fast-fold pools")),
    ("tournament", _("Tournaments and Sit&Go")),
    (PLAY, _("Play money")),
    (HOME, _("Home cash games")),
]


class HandFilterForm(forms.Form):
    """A filter of a player's own hands; every field may stay empty."""

    kind = forms.ChoiceField(label=pgettext_lazy("kind of play", "Format"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    position = forms.ChoiceField(label=_("Position"), required=False)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("Until"), required=False)
    starting = forms.CharField(
        label=_("Own cards"),
        required=False,
        max_length=100,
        help_text=_("Hold'em only: AKs, QQ+, ATo+, several with commas."),
    )
    result = forms.ChoiceField(label=_("Result"), required=False)
    showdown = forms.ChoiceField(label=_("Showdown"), required=False)
    least_pot = forms.IntegerField(
        label=_("Pot from, big blinds"), required=False, min_value=0, max_value=MOST_POT
    )
    most_pot = forms.IntegerField(
        label=_("Pot to, big blinds"), required=False, min_value=0, max_value=MOST_POT
    )
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=150)
    tag = forms.CharField(label=_("Tag"), required=False, max_length=LONGEST_TAG)
    event = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    all_in = forms.BooleanField(label=_("I was all-in"), required=False)
    starred = forms.BooleanField(label=_("Starred"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: dict[str, list[tuple[str, Any]]] = {
            "kind": KINDS,
            "game": [(code, games.NAMES[code]) for code in GAMES],
            "position": list(Position.choices),
            "result": [("won", _("won")), ("lost", _("lost"))],
            "showdown": [("yes", _("with showdown")), ("no", _("without showdown"))],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", ANY), *offered]
        for name in ("since", "until"):
            self.fields[name].widget = forms.DateInput(
                format="%Y-%m-%d", attrs={"type": "date", "max": "9998-12-31"}
            )

    def clean_starting(self) -> frozenset[str]:
        try:
            return starting_hands.in_range(self.cleaned_data["starting"])
        except starting_hands.UnknownRange as unknown:
            raise ValidationError(
                _("“%(part)s” is no starting hand: write AKs, AKo, QQ or QQ+."),
                params={"part": unknown.args[0]},
            ) from unknown

    def clean_opponent(self) -> UserId | None:
        name = self.cleaned_data["opponent"].strip()
        if not name:
            return None
        pk = User.objects.filter(username__iexact=name).values_list("pk", flat=True).first()
        if pk is None:
            raise ValidationError(_("There is no player of this name."))
        return UserId(pk)

    @property
    def sentences(self) -> dict[str, list[str]]:
        """Return the errors of each field, as the API tells them."""
        return {name: [str(text) for text in texts] for name, texts in self.errors.items()}

    @property
    def query(self) -> HandQuery:
        """Return the query of the valid fields; a field with an error asks for nothing."""
        self.is_valid()
        wanted = self.cleaned_data
        until = wanted.get("until")
        return HandQuery(
            kind=wanted.get("kind", ""),
            game=wanted.get("game", ""),
            position=wanted.get("position", ""),
            since=_midnight(wanted.get("since")),
            until=_midnight(until and until + timedelta(days=1)),
            event=wanted.get("event", ""),
            result=wanted.get("result", ""),
            showdown={"yes": True, "no": False}.get(wanted.get("showdown", "")),
            all_in=wanted.get("all_in", False),
            starting=wanted.get("starting", frozenset()),
            least_pot=wanted.get("least_pot"),
            most_pot=wanted.get("most_pot"),
            opponent=wanted.get("opponent"),
            starred=wanted.get("starred", False),
            tag=wanted.get("tag", "").lower(),
        )

    @property
    def menus(self) -> list[forms.BoundField]:
        """The fields with a label above them."""
        return [field for field in self.visible_fields() if field.widget_type != "checkbox"]

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.widget_type == "checkbox"]

    @property
    def narrows(self) -> bool:
        """Return whether anything is asked for."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def address(self) -> str:
        """Return the filter as the beginning of a query string, such as ``game=plo&``."""
        typed = {name: text for name in self.fields if (text := self.data.get(name))}
        return f"{urlencode(typed)}&" if typed else ""


def _midnight(day: Any) -> datetime | None:
    """Return the moment at which a day of the room's clock begins."""
    return None if day is None else datetime.combine(day, time.min, room_time.zone())
