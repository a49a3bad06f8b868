"""The forms of a club: its choices, and the games that it plans."""

from datetime import time, timedelta
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from core.formats import written
from core.reasons import LONGEST_REASON
from core.refusal import Refusal
from core.sentences import say
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.membership import MOST_DAYS, MOST_USES
from tournaments.clubs.models import LONGEST_DESCRIPTION, LONGEST_NAME, MONDAY, Club
from tournaments.home.events import LIVE_PACES
from tournaments.home.forms import HomeForm


class ClubForm(forms.Form):
    """The choices of an owner (CLUB-1)."""

    name = forms.CharField(label=_("name"), max_length=LONGEST_NAME)
    description = forms.CharField(
        label=_("description"),
        required=False,
        max_length=LONGEST_DESCRIPTION,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Anyone who knows the address of the club reads it."),
    )
    ground = forms.CharField(label=_("colour"), widget=forms.TextInput(attrs={"type": "color"}))
    text_colour = forms.CharField(
        label=_("colour of the text on it"), widget=forms.TextInput(attrs={"type": "color"})
    )
    members_open = forms.BooleanField(label=_("Every member may open games"), required=False)

    @classmethod
    def of(cls, club: Club) -> "ClubForm":
        """Return the form as the club is now."""
        return cls(initial={name: getattr(club, name) for name in ClubChoices._fields})

    def choices(self) -> ClubChoices:
        return ClubChoices(**self.cleaned_data)

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal in the form."""
        self.add_error(None, say(refusal))


class ClubGameForm(HomeForm):
    """A game of a club: a home game with a name and a start; managers may save its choices."""

    name = forms.CharField(label=_("name"), max_length=LONGEST_NAME)
    starts_at = forms.DateTimeField(
        label=_("start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
        help_text=_("Left empty, the game opens now."),
    )
    saves = forms.BooleanField(label=_("Save these choices under this name"), required=False)
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Every week on"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    at = forms.TimeField(
        label=_("time of the start"),
        required=False,
        initial=time(21, 0),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *args: Any, manages: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not manages:
            for name in ("saves", "weekdays", "at"):
                del self.fields[name]
            return
        days = cast(forms.TypedMultipleChoiceField, self.fields["weekdays"])
        days.choices = [(no, written(MONDAY + timedelta(days=no), "l")) for no in range(7)]

    def clean(self) -> dict[str, Any] | None:
        """A game of every week needs a time."""
        cleaned = super().clean()
        if self.cleaned_data.get("weekdays") and not self.cleaned_data.get("at"):
            self.add_error("at", _("Choose a time."))
        return cleaned


def initial(terms: dict[str, Any]) -> dict[str, Any]:
    """Return stored terms as the form shows them: amounts in whole units, and the speed in the
    field of its venue."""
    amounts = {name: Decimal(terms.get(name, 0)) / 100 or None for name in ("buy_in", "bounty")}
    speed = terms.get("speed")
    paces = {"live_speed": speed, "speed": "turbo"} if speed in LIVE_PACES else {}
    return {**terms, **amounts, **paces}


class ClubInvitationForm(forms.Form):
    """The limits of an invitation (CLUB-3)."""

    days = forms.IntegerField(
        label=_("valid for days"), initial=7, min_value=1, max_value=MOST_DAYS
    )
    most_uses = forms.IntegerField(
        label=_("players let in at most"), initial=10, min_value=1, max_value=MOST_USES
    )


class ReportForm(forms.Form):
    """A report of a club to staff (CLUB-6)."""

    why = forms.CharField(label=_("What is wrong?"), max_length=LONGEST_REASON)
