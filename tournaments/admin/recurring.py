"""The short form of a plan that recurs: one page, with presets of levels and prizes."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from core import room_clock
from core.admin.staff import action
from core.money import as_chips
from core.refusal import Refusal
from core.sentences import say
from payouts.admin.money_fields import MOST_CENTS
from payouts.pages.forms import CentsField
from payouts.prizes.schemes import PrizeScheme
from payouts.rules.schemes import Velox
from tournaments.admin.acts import Recorded
from tournaments.admin.dates import HOURLY, MINUTES, RecurrenceForm
from tournaments.admin.dates_in_words import in_words
from tournaments.admin.entrance import FormOfPlan
from tournaments.entry import approvals, presets, scheduling
from tournaments.models import BlindStructure, Template

# Terms of the plan that the form does not ask for.
TERMS: dict[str, Any] = {"kind": Template.Kind.SCHEDULED, "min_entries": 4}
# How long before its start an event is announced, minutes; a week where nothing is said.
ANNOUNCED = {HOURLY: 12 * 60, MINUTES: 60}
A_WEEK = 7 * 24 * 60


def _money(label: Any, **options: Any) -> CentsField:
    widget = UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal", "autocomplete": "off"})
    return CentsField(label=label, most=MOST_CENTS, widget=widget, **options)


def _choices(rows: Sequence[Model], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the rows of the room, and the presets that it does not have yet, by name."""
    known = [str(row) for row in rows]
    return [(name, name) for name in [*(name for name in names if name not in known), *known]]


class RecurringForm(RecurrenceForm, FormOfPlan):
    """Name, dates, price, levels and prizes of a plan; its other terms have their usual values."""

    buy_in = _money(gettext_lazy("buy-in"), required=True)
    fee = _money(gettext_lazy("fee"))
    guarantee = _money(gettext_lazy("guaranteed pool"), help_text=gettext_lazy("Empty: none."))
    levels = forms.ChoiceField(
        label=gettext_lazy("blind structure"), widget=UnfoldAdminSelectWidget
    )
    prizes = forms.ChoiceField(label=gettext_lazy("prize scheme"), widget=UnfoldAdminSelectWidget)

    class Meta:
        model = Template
        fields = (
            *("name", "play_money", "buy_in", "fee", "guarantee", "starting_stack"),
            *("seats_per_table", "max_entries", "late_registration_levels"),
        )
        widgets = {
            "name": UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
            **dict.fromkeys(
                (
                    *("starting_stack", "seats_per_table"),
                    *("max_entries", "late_registration_levels"),
                ),
                UnfoldAdminIntegerFieldWidget,
            ),
        }

    field_order = (
        *("name", "repeats", "days", "at", "minute", "minutes", "own_rule", "until"),
        *("play_money", "buy_in", "fee", "guarantee", "levels", "prizes"),
    )
    usual = {
        "guarantee": None,
        "starting_stack": 10_000,
        "seats_per_table": 9,
        "max_entries": 500,
        "late_registration_levels": 4,
        "levels": presets.OF_AN_EVENING[0],
        "prizes": presets.FOR_MANY[0],
    }

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, instance=Template(**TERMS), initial=self.usual)
        structures = BlindStructure.objects.filter(levels__isnull=False).distinct()
        schemes = PrizeScheme.objects.exclude(kind=Velox.kind)
        for name, rows, known in (
            ("levels", structures.order_by("name"), presets.OF_AN_EVENING),
            ("prizes", schemes.order_by("name"), presets.FOR_MANY),
        ):
            self.fields[name].choices = _choices(list(rows), known)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            plan, minutes = self.instance, ANNOUNCED.get(cleaned["repeats"], A_WEEK)
            plan.recurrence, plan.announce_minutes = self.rule, minutes
            try:
                scheduling.check_announced(
                    self.rule, announce_minutes=minutes, now=room_clock.now()
                )
            except Refusal as refusal:
                self.add_error("repeats", say(refusal))
        return cleaned

    def take_parts(self) -> None:
        """Give the plan its levels and its prize scheme; make a preset that the room lacks."""
        prizes = self.cleaned_data["prizes"]
        self.instance.structure = presets.ensure_structure(self.cleaned_data["levels"])
        known = PrizeScheme.objects.filter(name=prizes).first()
        self.instance.scheme = known or presets.ensure_scheme(prizes)


class PlansRecurring(Recorded):
    """A list of plans with the short form."""

    def get_urls(self) -> list[URLPattern]:
        guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(self.recurring)
        return [
            path("recurring/", guarded, name="tournaments_template_recurring"),
            *super().get_urls(),
        ]

    @action(
        description=gettext_lazy("New recurring event"), icon="event_repeat", permissions=["add"]
    )
    def plan_recurring(self, request: HttpRequest) -> HttpResponse:
        return redirect("admin:tournaments_template_recurring")

    def recurring(self, request: HttpRequest) -> HttpResponse:
        """Show the short form; save the plan, and lead to its page."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        with as_chips("play_money" in request.POST):
            return self._recurring(request)

    def _recurring(self, request: HttpRequest) -> HttpResponse:
        form = RecurringForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                plan = self._lay_out(request, form)
            except Refusal as refusal:
                form.add_error(None, say(refusal))
            else:
                return redirect("admin:tournaments_template_change", plan.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": _("New recurring event"),
            "form": form,
        }
        return render(request, "tournaments/desk/recurring.html", context)

    def _lay_out(self, request: HttpRequest, form: RecurringForm) -> Template:
        """Save the plan as its long form does. Refuses what its events would be refused for."""
        plan: Template = form.save(commit=False)
        with transaction.atomic():
            form.take_parts()
            self.save_model(request, plan, form, change=False)
            if refusal := scheduling.why_not(plan, now=room_clock.now()):
                raise refusal
            self.save_related(request, form, [], change=False)
            self.log_addition(request, plan, [{"added": {}}])
        done = _("“%(name)s” is planned: %(dates)s.")
        messages.success(request, done % {"name": plan.name, "dates": in_words(plan.recurrence)})
        try:
            approvals.check(plan.pk)
        except Refusal as refusal:
            messages.warning(request, say(refusal))
        return plan
