"""The dialogs of a feature table: the delay of its hands, and one hand, tapped or typed
(LIVE-13)."""

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from core.formats import moment
from core.pages.requests import number
from tables.models import Seat
from tournaments.admin.dialogs import Dialog, StaffRequest
from tournaments.live_room.models import FeatureTable
from tournaments.live_room.verbs.features import MINUTES, feature, keep_hand
from tournaments.models import Act

KEYS: Final = "tournaments/live_room/desk/card_keys.html"


class FeatureForm(BaseDialogForm):
    """The delay, in minutes, after which spectators see a hand."""

    minutes = forms.IntegerField(
        label=gettext_lazy("minutes until a hand is shown"),
        min_value=MINUTES.start,
        max_value=MINUTES.stop - 1,
        initial=30,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric", "autofocus": True}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        known = FeatureTable.objects.filter(pk=number(self.request.GET.get("table", "")) or 0)
        for minutes in known.values_list("minutes", flat=True):
            self.initial["minutes"] = minutes


class CardKeys(UnfoldAdminTextInputWidget):
    """A text field for cards, with keys below it to tap."""

    seats: tuple[int, ...] = ()

    def render(self, *args: Any, **more: Any) -> SafeString:
        keys = {"seats": self.seats, "ranks": "AKQJT98765432", "suits": "shdc"}
        return format_html("{}{}", super().render(*args, **more), render_to_string(KEYS, keys))


class HandForm(BaseDialogForm):
    """The hole cards by seat, and the board."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    cards = forms.CharField(
        label=gettext_lazy("cards"),
        max_length=300,
        help_text=gettext_lazy(
            "Seats with their cards, then the board: 4 AsKd 7 QhQc / Ts9h2d 3c 4h"
        ),
        widget=CardKeys(attrs={"autofocus": True, "autocomplete": "off", "autocapitalize": "off"}),
    )
    number = forms.IntegerField(
        label=gettext_lazy("corrects hand"),
        required=False,
        min_value=1,
        max_value=100_000,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["key"] = uuid4()
        table = number(self.request.GET.get("table", "")) or 0
        seats = Seat.objects.filter(table=table).order_by("no").values_list("no", flat=True)
        self.fields["cards"].widget.seats = tuple(seats)


def _feature(wish: StaffRequest, form: dict[str, Any]) -> None:
    feature(table_id=wish.table, minutes=form["minutes"], by=wish.by, now=wish.now)


def _keep(wish: StaffRequest, form: dict[str, Any]) -> str:
    hand = keep_hand(
        table_id=wish.table,
        cards=form["cards"],
        number=form["number"],
        key=form["key"],
        by=wish.by,
        now=wish.now,
    )
    words = {"number": hand.number, "at": moment(hand.shows_at)}
    return _("Hand %(number)s is saved, and shown from %(at)s on.") % words


FEATURES: Final[dict[str, Dialog]] = {
    Act.Verb.FEATURE: Dialog(
        gettext_lazy("Feature table"),
        gettext_lazy("Its hands are recorded, and shown to spectators later."),
        FeatureForm,
        _feature,
        gettext_lazy("This is a feature table."),
    ),
    Act.Verb.KEEP_HAND: Dialog(
        gettext_lazy("Save the hand"),
        gettext_lazy("Enter the cards once the hand is over; they are shown only at their time."),
        HandForm,
        _keep,
        gettext_lazy("Saved."),
    ),
}
