"""The dialogs of a deal at a live final table: its figures, the signing, or no deal
(DEAL-MAKE)."""

from typing import Any, Final, NamedTuple

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import localize_input
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from core.money import units
from core.pages.replies import lead_to
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.types import Chips, EntryId
from payouts.pages.forms import CentsField
from tables.models import Table
from tournaments.admin.change_dialogs import ShownForm
from tournaments.admin.dialogs import Dialog, StaffRequest
from tournaments.live_room.verbs import busts, final_deals
from tournaments.models import Act, DealProposal, Entry
from tournaments.play import deals
from tournaments.templatetags.events import stack

Verb, Method = Act.Verb, DealProposal.Method
MONEY: Final = {"inputmode": "decimal", "autocomplete": "off"}


class ShareLine(NamedTuple):
    """A finalist's cents by each calculation, None where it is not possible, and the chosen
    ``share``."""

    name: str
    stack: int
    icm: int | None
    chips: int | None
    share: int


class FinalDealForm(ShownForm):
    """The counted stacks, and the method by which the prizes are shared."""

    form_before_template = "tournaments/live_room/desk/deal_preview.html"
    method = forms.ChoiceField(
        label=gettext_lazy("share the prizes by"),
        choices=Method.choices,
        widget=UnfoldAdminSelectWidget,
    )
    kept = CentsField(
        label=gettext_lazy("left to play for"),
        help_text=gettext_lazy("Empty: the deal ends the event."),
        widget=UnfoldAdminTextInputWidget(attrs=MONEY),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["why"]
        self.shares: list[ShareLine] = []
        open_table = Table.objects.filter(event=self.event.event, status=Table.Status.OPEN).first()
        at_table = busts.at_table(self.event, open_table.pk) if open_table else {}
        seated = {pk: seat for pk, seat in at_table.items() if seat.stack}
        self.names = dict(Entry.objects.filter(pk__in=seated).values_list("pk", "user__username"))
        self.named: list[str] = []
        counted = not self.event.stacks_estimated
        for pk, seat in seated.items():
            self.fields[f"chips_{pk}"] = forms.IntegerField(
                label=_("chips of %(name)s, as counted") % {"name": self.names[pk]},
                min_value=1,
                initial=seat.stack if counted else None,
                help_text="" if counted else stack(seat.stack, self.event),
                widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric"}),
            )
        for pk in seated if self.data.get("method") == Method.AGREED else ():
            self.named.append(f"agreed_{pk}")
            self.fields[f"agreed_{pk}"] = CentsField(
                label=_("share of %(name)s") % {"name": self.names[pk]},
                widget=UnfoldAdminTextInputWidget(attrs=MONEY),
            )

    def clean(self) -> dict[str, Any]:
        if self.errors or not self.named or any(name in self.data for name in self.named):
            cleaned = super().clean()
            return {**cleaned, "stacks": self.stacks(), "agreed": self.agreed()}
        # Figures to start from, which the players then change.
        try:
            self.lines = self.shares = self.shared(Method.ICM)
        except Refusal as refusal:
            raise forms.ValidationError(say(refusal)) from refusal
        self.data = self.data.copy()
        by_name = {line.name: line.share for line in self.shares}
        for pk, name in self.names.items():
            figure = units(by_name.get(name, 0))
            self.data[f"agreed_{pk}"] = localize_input(figure)
        self.add_error(None, forms.ValidationError("", code="look"))
        typed: dict[str, Any] = self.cleaned_data
        return typed

    def look(self) -> list[ShareLine]:
        self.shares = self.shared(self.cleaned_data["method"])
        return self.shares

    def done(self) -> bool:
        return self.event.acts.filter(
            verb=Verb.OFFER_DEAL, after__key=self.cleaned_data["key"]
        ).exists()

    def stacks(self) -> dict[EntryId, Chips]:
        """Return the typed chips by entry."""
        typed = {EntryId(pk): self.cleaned_data.get(f"chips_{pk}") for pk in self.names}
        return {pk: Chips(chips) for pk, chips in typed.items() if chips}

    def agreed(self) -> dict[int, int]:
        """Return the typed figures, cents by entry."""
        return {pk: self.cleaned_data.get(f"agreed_{pk}") or 0 for pk in self.names}

    def shared(self, method: str) -> list[ShareLine]:
        """Return each finalist's shares by a ``method``, as a deal would freeze them; rolled back.
        Refuses what ``final_deals.offer`` does."""
        kept = self.cleaned_data["kept"]
        with transaction.atomic():
            deal = final_deals.offer(
                tournament_id=self.event.pk,
                method=method,
                kept=kept,
                agreed=self.agreed(),
                stacks=self.stacks(),
                key=self.cleaned_data["key"],
                by=who(self.request),
                now=self.now,
            )
            frozen = deals.snapshot(self.event, now=self.now)
            transaction.set_rollback(True)
        ways = [_by(way, frozen, kept=kept) for way in (Method.ICM, Method.CHIPS)]
        rows = zip(deal.shares, *ways, strict=True)
        return [
            ShareLine(row["name"], row["stack"], icm, chips, row["amount"])
            for row, icm, chips in rows
        ]

    def get_before_template_context(
        self, request: HttpRequest, object_id: int | str | None = None
    ) -> dict[str, Any]:
        context = super().get_before_template_context(request, object_id)
        return {**context, "kept": self.cleaned_data.get("kept") if self.shares else 0}


def _by(method: str, frozen: deals.Snapshot, *, kept: int) -> list[int | None]:
    """Return each finalist's cents by a method; None where it cannot leave ``kept`` in play."""
    try:
        return [*frozen.shares(method, kept=kept)]
    except Refusal:
        return [None] * len(frozen.players)


def _offer(wish: StaffRequest, form: dict[str, Any]) -> HttpResponse:
    deal = final_deals.offer(
        tournament_id=wish.event,
        method=form["method"],
        kept=form["kept"],
        agreed=form["agreed"],
        stacks=form["stacks"],
        key=form["key"],
        by=wish.by,
        now=wish.now,
    )
    return lead_to(reverse("admin:tournaments_tournament_deal_slip", args=[wish.event, deal.pk]))


def _sign(wish: StaffRequest, form: dict[str, Any]) -> None:
    final_deals.sign(deal_id=wish.deal, by=wish.by, now=wish.now)


def _drop(wish: StaffRequest, form: dict[str, Any]) -> None:
    final_deals.drop(deal_id=wish.deal, by=wish.by, now=wish.now)


FINAL_DEALS: Final[dict[str, Dialog]] = {
    Verb.OFFER_DEAL: Dialog(
        gettext_lazy("Make a deal"),
        gettext_lazy(
            "Count the chips of all players. Then the slip is printed: all players "
            "sign it, and only then is the deal carried out."
        ),
        FinalDealForm,
        _offer,
        gettext_lazy("Print the slip, and let all players sign it."),
    ),
    Verb.SIGN_DEAL: Dialog(
        gettext_lazy("All have signed"),
        gettext_lazy(
            "You have seen every player's signature on the slip. The shares belong "
            "to the players at once; if nothing is left to play for, the event ends."
        ),
        BaseDialogForm,
        _sign,
        gettext_lazy("The deal is made."),
    ),
    Verb.DROP_DEAL: Dialog(
        gettext_lazy("No deal"),
        gettext_lazy("A player does not sign: play continues without a deal."),
        BaseDialogForm,
        _drop,
        gettext_lazy("There is no deal. Play continues."),
    ),
}
