"""The dialogs for the chips of a live event: the room's stock, and colour-ups (LIVE-7, LIVE-8)."""

import re
from typing import Any, Final

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget

from core.pages.replies import lead_to
from core.refusal import Refusal
from core.sentences import say
from tournaments.admin.dialogs import Dialog, StaffRequest
from tournaments.live_room.verbs import chips, races
from tournaments.models import Act, Tournament
from tournaments.refusals import EventCode

Verb = Act.Verb
# "100: 600", a kind and its number of chips; or 100 x 600.
LINE: Final = re.compile(r"\s*(\d{1,9})\s*[:=x×]\s*(\d{1,7})\s*", re.ASCII)


class StockForm(BaseDialogForm):
    """The kinds of chips by value, with the number of each."""

    stock = forms.CharField(
        label=gettext_lazy("chips of the room"),
        max_length=400,
        help_text=gettext_lazy("One line for each chip: value and number. 100: 600"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 7, "inputmode": "text"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        stock = chips.known(Tournament.objects.get(pk=int(self.object_id or 0)))
        self.initial["stock"] = "\n".join(f"{kind}: {number}" for kind, number in stock.items())

    def clean_stock(self) -> dict[int, int]:
        """Return the number of chips by kind."""
        stock: dict[int, int] = {}
        for line in filter(str.strip, re.split(r"[\n,;]", self.cleaned_data["stock"])):
            match = LINE.fullmatch(line)
            if match is None or not int(match[1]) or int(match[1]) in stock:
                refusal = Refusal(EventCode.CHIPS_UNREADABLE, line=line.strip())
                raise forms.ValidationError(say(refusal))
            stock[int(match[1])] = int(match[2])
        return stock


def _stock(wish: StaffRequest, form: dict[str, Any]) -> None:
    chips.take_stock(tournament_id=wish.event, stock=form["stock"], by=wish.by, now=wish.now)


def _announce(wish: StaffRequest, form: dict[str, Any]) -> None:
    races.announce(tournament_id=wish.event, by=wish.by, now=wish.now)


def _race(wish: StaffRequest, form: dict[str, Any]) -> HttpResponse:
    races.draw(tournament_id=wish.event, by=wish.by, now=wish.now)
    return lead_to(reverse("chip_races", args=[wish.event]))


CHIPS: Final[dict[str, Dialog]] = {
    Verb.STOCK_CHIPS: Dialog(
        gettext_lazy("Chips of the room"),
        gettext_lazy("They must be enough for the starting stacks of all seats."),
        StockForm,
        _stock,
        gettext_lazy("Entered. Seat cards show the chips of a stack."),
    ),
    Verb.ANNOUNCE_RACE: Dialog(
        gettext_lazy("Announce the colour-up"),
        gettext_lazy(
            "The small chips leave play in the next break. A fingerprint published "
            "now fixes how the odd ones are drawn. Then count all chips."
        ),
        BaseDialogForm,
        _announce,
        gettext_lazy("Announced. Count all chips in the break, then race."),
    ),
    Verb.RACE: Dialog(
        gettext_lazy("Race off the odd chips"),
        gettext_lazy(
            "Every player's odd chips are changed, at most one chip a player; no "
            "player goes out. The next page shows what to hand out at each table."
        ),
        BaseDialogForm,
        _race,
        gettext_lazy("Raced."),
    ),
}
