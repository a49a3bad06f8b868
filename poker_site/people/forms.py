"""The forms of staff for acts on a player (STAFF-7)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from core.admin.staff import ReasonForm
from core.reasons import LONGEST_REASON
from payouts.pages.forms import MoneyForm, money_field
from payouts.wallets import bonuses, corrections
from players.models import Demand, RealName
from players.models.player_file import LONGEST_NOTE
from players.staff import restrictions
from tournaments.models import Template

TYPED = {"inputmode": "decimal", "autocomplete": "off"}


class NoteForm(BaseDialogForm):  # type: ignore[misc]  # unfold's
    """A note, for colleagues alone."""

    text = forms.CharField(
        label=gettext_lazy("note"), max_length=LONGEST_NOTE, widget=UnfoldAdminTextareaWidget
    )
    pinned = forms.BooleanField(
        label=gettext_lazy("on top of the others"),
        required=False,
        widget=UnfoldBooleanSwitchWidget,
    )


class RealNameForm(BaseDialogForm):  # type: ignore[misc]  # unfold's
    """A player's real name and membership number."""

    name = forms.CharField(
        label=gettext_lazy("real name"),
        required=False,
        max_length=80,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    number = forms.CharField(
        label=gettext_lazy("membership number"),
        required=False,
        max_length=20,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if stored := RealName.objects.filter(user=self.object_id).first():
            self.initial |= {"name": stored.name, "number": stored.number}


class MessageForm(BaseDialogForm):  # type: ignore[misc]  # unfold's
    """A message that the player reads."""

    text = forms.CharField(
        label=gettext_lazy("message"), max_length=LONGEST_REASON, widget=UnfoldAdminTextareaWidget
    )


class DemandForm(ReasonForm):
    """A demand on the player: its kind, and the reason."""

    kind = forms.ChoiceField(
        label=gettext_lazy("what"), choices=Demand.Kind, widget=UnfoldAdminSelectWidget
    )
    field_order = ("kind", "reason")


class RestrictForm(ReasonForm):
    """A restriction: the kind of game, and the reason."""

    game = forms.ChoiceField(
        label=gettext_lazy("game"),
        choices=restrictions.Game,
        widget=UnfoldAdminSelectWidget,
    )
    field_order = ("game", "reason")


class TicketForm(ReasonForm, MoneyForm):
    """A ticket: its value, and the events that it is good for."""

    amount = money_field(1, 1_000_000_00, widget=UnfoldAdminTextInputWidget(attrs=TYPED))
    template = forms.ModelChoiceField(
        label=gettext_lazy("good for"),
        queryset=Template.objects.filter(play_money=False).order_by("name"),
        required=False,
        empty_label=gettext_lazy("any event of its value"),
        widget=UnfoldAdminSelectWidget,
    )
    field_order = ("amount", "template", "reason")


class BonusForm(ReasonForm, MoneyForm):
    """A bonus: its amount and its terms."""

    amount = money_field(1, 1_000_000_00, widget=UnfoldAdminTextInputWidget(attrs=TYPED))
    wager = money_field(
        1,
        1_000_000_00,
        label=gettext_lazy("fees to be paid"),
        widget=UnfoldAdminTextInputWidget(attrs=TYPED),
    )
    days = forms.IntegerField(
        label=gettext_lazy("valid for, days"),
        min_value=1,
        max_value=bonuses.MOST_DAYS,
        initial=30,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "number"}),
    )
    field_order = ("amount", "wager", "days", "reason")


class CorrectionForm(ReasonForm, MoneyForm):
    """A correction: its direction, its amount, and the reason."""

    kind = forms.ChoiceField(
        label=gettext_lazy("direction"),
        choices=corrections.Kind,
        widget=UnfoldAdminSelectWidget,
    )
    amount = money_field(1, 1_000_000_00, widget=UnfoldAdminTextInputWidget(attrs=TYPED))
    field_order = ("kind", "amount", "reason")
