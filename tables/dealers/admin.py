"""The dealer's guide at the desk: the mistake, the rule, and the next steps."""

import re
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from core import room_clock
from core.admin.staff import ReadOnly, action
from core.pages.requests import who
from tables.dealers import kinds, recording
from tables.engine.physical import MistakeOutcome
from tables.models import DealingError
from tables.models.dealing import LONGEST_NAME, LONGEST_NOTE

STREETS: Final = (
    ("flop", gettext_lazy("flop")),
    ("turn", gettext_lazy("turn")),
    ("river", gettext_lazy("river")),
)
# Days that a report covers.
PERIODS: Final = (7, 30, 365)
USUAL_PERIOD: Final = 30
# "3: 12500", a seat and its chips.
STACK: Final = re.compile(r"\s*(\d{1,2})\s*[:=]\s*(\d{1,9})\s*", re.ASCII)


def _switch(label: Any, **more: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, widget=UnfoldBooleanSwitchWidget, **more)


class FactsForm(forms.Form):
    """The facts that the ruling depends on; only the fields that the kind ``asks`` stay."""

    count = forms.IntegerField(
        label=gettext_lazy("how many cards"),
        min_value=1,
        max_value=20,
        initial=1,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    very_first = _switch(gettext_lazy("it was the very first card of the deal"))
    to_first = _switch(
        gettext_lazy("the first player has it, and all had their first card"), initial=True
    )
    in_deal = _switch(gettext_lazy("it was found among the hole cards"), initial=True)
    street = forms.ChoiceField(
        label=gettext_lazy("which street"), choices=STREETS, widget=UnfoldAdminSelectWidget
    )
    substantial = _switch(
        gettext_lazy("three actions have been taken since, or two with chips in one of them")
    )

    def __init__(self, *args: Any, asks: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {name: self.fields[name] for name in asks}


class RecordForm(forms.Form):
    """The table, the hand, the dealer, and the stacks put back."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    table = forms.CharField(
        label=gettext_lazy("table"), max_length=LONGEST_NAME, widget=UnfoldAdminTextInputWidget
    )
    hand_no = forms.IntegerField(
        label=gettext_lazy("hand"),
        required=False,
        min_value=1,
        max_value=1_000_000,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    dealer = forms.CharField(
        label=gettext_lazy("dealer"), max_length=LONGEST_NAME, widget=UnfoldAdminTextInputWidget
    )
    stacks = forms.CharField(
        label=gettext_lazy("stacks restored"),
        help_text=gettext_lazy("Seat and chips, with commas between: 1: 12500, 4: 9800"),
        required=False,
        max_length=300,
        widget=UnfoldAdminTextInputWidget,
    )
    note = forms.CharField(
        label=gettext_lazy("note"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, returns_bets: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not returns_bets:
            del self.fields["stacks"]

    def clean_stacks(self) -> dict[str, int]:
        stacks: dict[str, int] = {}
        for part in filter(str.strip, self.cleaned_data["stacks"].split(",")):
            read = STACK.fullmatch(part)
            if read is None or read[1] in stacks:
                raise forms.ValidationError(
                    _("“%(part)s” is not a seat and its chips, such as 4: 9800.")
                    % {"part": part.strip()}
                )
            stacks[read[1]] = int(read[2])
        return stacks


@admin.register(DealingError)
class DealingErrorAdmin(ReadOnly):
    """The record; its *add* page is the guide, since rulings are never entered by hand."""

    list_display = ("at", "table", "hand_no", "dealer", "kind", "outcome", "rule", "by")
    list_filter = ("kind", "outcome", "rule")
    search_fields = ("dealer", "table")
    date_hierarchy = "at"
    list_select_related = ("by",)
    actions_list = ("report",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tables.add_dealingerror")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        """Ask for the kind of mistake, then for its facts; show the ruling, and record it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        kind = request.GET.get("kind", "")
        context = {
            **self.admin_site.each_context(request),
            "title": _("A dealer's mistake"),
            "guides": [(kind, kind.label, kinds.GUIDES[kind]) for kind in DealingError.Kind],
        }
        if not kind:
            return render(request, "tables/dealers/guide.html", context)
        guide = kinds.GUIDES.get(kind)
        if guide is None:
            raise Http404
        submitted = "ask" not in request.GET
        facts = FactsForm(request.GET if submitted or not guide.asks else None, asks=guide.asks)
        context |= {"kind": DealingError.Kind(kind), "guide": guide, "facts": facts}
        if not facts.is_valid():
            return render(request, "tables/dealers/guide.html", context)
        ruling = kinds.ruling_on(kind, facts.cleaned_data)
        returns_bets = ruling.outcome is not MistakeOutcome.PLAY_ON
        form = RecordForm(request.POST or None, returns_bets=returns_bets, initial={"key": uuid4()})
        if form.is_valid():
            self._record(request, kind, facts.cleaned_data, form.cleaned_data)
            return redirect("admin:tables_dealingerror_changelist")
        context |= {
            "ruling": ruling,
            "verdict": kinds.VERDICTS[ruling.outcome],
            "steps": [kinds.STEPS[step] for step in ruling.steps],
            "form": form,
        }
        return render(request, "tables/dealers/guide.html", context)

    def _record(
        self, request: HttpRequest, kind: str, facts: dict[str, Any], mistake: dict[str, Any]
    ) -> None:
        recording.record(
            kind=kind,
            facts=facts,
            table=mistake["table"],
            hand_no=mistake["hand_no"],
            dealer=mistake["dealer"],
            stacks=mistake.get("stacks", {}),
            note=mistake["note"],
            by=who(request),
            key=mistake["key"],
            now=room_clock.now(),
        )
        messages.success(request, _("The mistake is on record."))

    @action(description=gettext_lazy("Mistakes by dealer"), url_path="report", permissions=["view"])
    def report(self, request: HttpRequest) -> HttpResponse:
        """Report the mistakes of the last days by dealer and by kind."""
        chosen = request.GET.get("days")
        days = next((days for days in PERIODS if str(days) == chosen), USUAL_PERIOD)
        lines = recording.by_dealer(since=room_clock.now() - timedelta(days=days))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Mistakes by dealer"),
            "kinds": DealingError.Kind.labels,
            "lines": lines,
            "totals": [
                sum(column) for column in zip(*[line.counts for line in lines], strict=True)
            ],
            "days": days,
            "periods": PERIODS,
            "guide_url": reverse("admin:tables_dealingerror_add"),
        }
        return render(request, "tables/dealers/report.html", context)
