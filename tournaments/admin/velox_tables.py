"""VeloX tables at the desk: their multipliers, the form for a version, and its confirmation."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from core import room_clock
from core.admin.rows import TypedRow
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.reasons import LONGEST_REASON
from core.types import UserId
from payouts.rules import velox, velox_odds
from payouts.rules import velox_tables as rules
from payouts.rules.velox_tables import HIGHEST, MOST_ROWS, Row
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down, versions
from tournaments.entry import velox_tables
from tournaments.models import VeloxTable, VeloxTableVersion

SPARE_ROWS = 3
# The buy-in, cents, for which the desk shows the prizes of a table.
EXAMPLE = 100
# The regulations' tables, by seats and buy-in, cents.
REGULATIONS = ((3, 500), (3, 1_000), (3, 2_000), (6, 100))


def _whole(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=most,
        widget=UnfoldAdminIntegerFieldWidget,
    )


class MultiplierRow(TypedRow):
    """A multiplier and its frequency (VELOX-2)."""

    NEEDED = ("multiplier", "tickets")

    multiplier = _whole(gettext_lazy("multiplier"), HIGHEST)
    tickets = _whole(gettext_lazy("frequency per million"), velox.TICKETS)


class MultiplierRows(forms.BaseFormSet):  # type: ignore[type-arg]
    """The rows of a table, for a number of ``seats``."""

    seats: int | None = None

    def clean(self) -> None:
        """Refuse an invalid table; the error is at its row if one row is at fault."""
        if self.seats is None or any(self.errors):
            return
        filled = [form for form in self.forms if form.cleaned_data and form.filled]
        fault = rules.fault(self.rows, seats=self.seats)
        if fault is None:
            return
        words = velox_tables.sentence(fault)
        if not fault.row:
            raise forms.ValidationError(words)
        filled[fault.row - 1].add_error("multiplier", words)

    @property
    def rows(self) -> list[Row]:
        """The typed rows that are complete."""
        return [
            (form.cleaned_data["multiplier"], form.cleaned_data["tickets"])
            for form in self.forms
            if form.cleaned_data and form.filled
        ]


Rows = forms.formset_factory(
    MultiplierRow, formset=MultiplierRows, extra=SPARE_ROWS, max_num=MOST_ROWS
)


class VeloxTableForm(forms.Form):
    """A version of a table, without its rows. With ``changes``, its name and seats are fixed."""

    name = forms.CharField(
        label=gettext_lazy("name"), max_length=60, widget=UnfoldAdminTextInputWidget
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("seats"),
        choices=[(seats, str(seats)) for seats in sorted(velox.SHARES)],
        coerce=int,
        widget=UnfoldAdminSelectWidget,
    )
    reason = forms.CharField(
        label=gettext_lazy("reason"), max_length=LONGEST_REASON, widget=UnfoldAdminTextInputWidget
    )

    def __init__(self, *args: Any, changes: VeloxTable | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        if changes is not None:
            del self.fields["name"], self.fields["seats"]


def _terms(*, seats: int, odds: str, buy_in: int = EXAMPLE) -> SafeString:
    """Render a table's multipliers with their prizes, the percentage returned, and the most that
    the house adds to a draw."""
    terms: dict[str, Any] = {"seats": seats, "buy_in": buy_in, "odds": odds}
    context = {
        **terms,
        "chances": velox_odds.chances(**terms),
        "returned": velox_odds.percent_returned(**terms),
        "at_risk": velox.at_risk(**terms),
    }
    return SafeString(render_to_string("tournaments/desk/velox_terms.html", context))


def _initial(rows: velox.Table) -> list[dict[str, int]]:
    return [{"multiplier": times, "tickets": tickets} for times, tickets in rows.items()]


@admin.register(VeloxTable)
class VeloxTableAdmin(ReadOnly):
    """The room's own tables; below them those of the regulations, which cannot be changed."""

    list_display = ("name", "seats", "holds", "returned", "used_by", "retired_at")
    list_filter = ("seats",)
    search_fields = ("name",)
    list_after_template = "tournaments/desk/velox_regulations.html"
    fields = (
        *("name", "seats", "holds", "terms", "used_by", "history"),
        *("retired_at", "retired_by", "retired_why"),
    )
    actions_detail = ("order_change", "retire")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(velox_tables.RIGHT))

    def has_set_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self.has_add_permission(request)

    def offers(self, button: str, row: VeloxTable, request: HttpRequest) -> bool:
        return row.retired_at is None

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        regulations = [_terms(seats=seats, odds="", buy_in=buy_in) for seats, buy_in in REGULATIONS]
        context = {**(extra_context or {}), "regulations": regulations}
        page: HttpResponse = super().changelist_view(request, context)
        return page

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the form for a new table, filled in with one of the regulations."""
        return self._order(request, None)

    def _order(self, request: HttpRequest, changes: VeloxTable | None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        begins = velox.read(changes.odds) if changes and changes.odds else velox.UP_TO_5
        form = VeloxTableForm(changes=changes)
        rows: Any = Rows(initial=_initial(begins), prefix="rows")
        preview = None
        if request.method == "POST":
            form = VeloxTableForm(request.POST, changes=changes)
            rows = Rows(request.POST, prefix="rows")
            valid = form.is_valid()
            rows.seats = changes.seats if changes else form.cleaned_data.get("seats")
            if rows.is_valid() and valid:
                if "show" in request.POST:
                    odds = velox.written(dict(rows.rows))
                    preview = _terms(seats=rows.seats, odds=odds)
                    # A new formset, with empty rows for more multipliers.
                    rows = Rows(initial=_initial(velox.read(odds)), prefix="rows")
                else:
                    with refusal_as_message(request):
                        version = velox_tables.order(
                            name=form.cleaned_data.get("name", ""),
                            seats=rows.seats,
                            rows=rows.rows,
                            changes=None if changes is None else changes.pk,
                            by=who(request),
                            why=form.cleaned_data["reason"],
                            now=room_clock.now(),
                        )
                        words = _("Nothing has changed yet: a second person must confirm this.")
                        messages.warning(request, words)
                        return redirect("admin:tournaments_veloxtableversion_change", version.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": changes.name if changes else _("New VeloX table"),
            "opts": self.opts,
            "form": form,
            "rows": rows,
            "preview": preview,
        }
        return render(request, "tournaments/desk/velox_form.html", context)

    @button(description=gettext_lazy("Order a change"), permissions=["set"])
    def order_change(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the form for the next version, filled in with the current one."""
        return self._order(request, VeloxTable.objects.get(pk=object_id))

    @button(
        description=gettext_lazy("Retire"),
        permissions=["set"],
        dialog={
            "title": gettext_lazy("Retire this table"),
            "description": gettext_lazy("Plans can no longer choose it; its games stay."),
            "form_class": ReasonForm,
        },
    )
    def retire(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            velox_tables.retire(table_id=object_id, by=who(request), why=why, now=room_clock.now())
            messages.success(request, _("Done, and on record."))
        return go_to("tournaments_veloxtable", object_id)

    @admin.display(description=gettext_lazy("version"))
    def holds(self, table: VeloxTable) -> str:
        return str(table.number or _("not confirmed yet"))

    @admin.display(description=gettext_lazy("paid back"))
    def returned(self, table: VeloxTable) -> str:
        if not table.odds:
            return "–"
        percentage = velox_odds.percent_returned(seats=table.seats, buy_in=EXAMPLE, odds=table.odds)
        return f"{percentage:.10g} %"

    @admin.display(description=gettext_lazy("multipliers"))
    def terms(self, table: VeloxTable) -> str:
        return _terms(seats=table.seats, odds=table.odds) if table.odds else "–"

    @admin.display(description=gettext_lazy("plans that use it"))
    def used_by(self, table: VeloxTable) -> str:
        return _plans(table)

    @admin.display(description=gettext_lazy("history"))
    def history(self, table: VeloxTable) -> str:
        return versions(table.versions.all())


@admin.register(VeloxTableVersion)
class VeloxTableVersionAdmin(SecondPersonAdmin, ReadOnly):
    """The versions of tables, waiting for a second person or decided."""

    list_display = ("table", "number", "given_by", "given_at", "status", "decided_by")
    list_filter = ("status",)
    list_select_related = ("table", "given_by", "decided_by")
    search_fields = ("table__name",)
    fields = (
        *("table", "number", "terms", "before", "used_by", "why", "given_by"),
        *("given_at", "status", "decided_by", "decided_at", "why_not"),
    )
    confirm = confirming(
        gettext_lazy("Confirm this table"),
        gettext_lazy(
            "It applies to games published from now on, in every plan that uses it; "
            "open games keep theirs. You and the person who ordered it are both "
            "responsible."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this table down"),
        gettext_lazy("Nothing changes. If the order is your own, it is withdrawn."),
    )

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(velox_tables.RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        velox_tables.confirm(version_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        velox_tables.turn_down(version_id=pk, by=by, why=why, now=now)

    @admin.display(description=gettext_lazy("multipliers"))
    def terms(self, version: VeloxTableVersion) -> str:
        return _terms(seats=version.table.seats, odds=version.odds)

    @admin.display(description=gettext_lazy("in force now"))
    def before(self, version: VeloxTableVersion) -> str:
        holds = version.table
        if holds.number in (None, version.number):
            return "–"
        return _terms(seats=holds.seats, odds=holds.odds)

    @admin.display(description=gettext_lazy("plans that use it"))
    def used_by(self, version: VeloxTableVersion) -> str:
        return _plans(version.table)


def _plans(table: VeloxTable) -> str:
    return ", ".join(plan.name for plan in velox_tables.plans_with(table)) or "–"
