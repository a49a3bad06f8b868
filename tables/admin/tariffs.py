"""Rake tariffs at the desk: their terms, the form for a new version, and decisions on it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.validators import DecimalValidator, MaxValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from core import room_clock
from core.admin.rows import TypedRow
from core.admin.staff import ReadOnly, ReasonForm, button
from core.formats import moment
from core.money import cents_of, digits, units
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.reasons import LONGEST_REASON
from core.types import UserId
from payouts.pages.forms import CentsField
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down, versions
from tables.cash import tariffs
from tables.cash.tariffs import Dates
from tables.engine import rake
from tables.engine.rake import NO_END, Rate, Tariff
from tables.models import RakeTariff, TariffVersion

# The most rows of a tariff's tables, and the empty ones below those that are filled in.
MOST_ROWS, SPARE_ROWS = 40, 2
MOST_CENTS = 1_000_000
PLAYERS = (2, 10)


def _cents(label: Any, **options: Any) -> CentsField:
    widget = UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal", "autocomplete": "off"})
    return CentsField(label=label, empty=None, most=MOST_CENTS, widget=widget, **options)


class TenthsField(forms.DecimalField):
    """A share of an amount: one decimal more than amounts have, since tariffs take tenths of a
    cent."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(required=False, min_value=0, localize=True, widget=widget, **options)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None:
            DecimalValidator(None, digits() + 1)(value)
            MaxValueValidator(units(MOST_CENTS))(value)


class RateRow(TypedRow):
    """A rate: the amount taken of each unit, from a big blind on (RAKE-2)."""

    NEEDED = ("first", "taken", "unit")

    first = _cents(gettext_lazy("big blind from"))
    last = _cents(gettext_lazy("to"))
    taken = TenthsField(label=gettext_lazy("takes"))
    unit = _cents(gettext_lazy("of each whole"))
    chip = _cents(gettext_lazy("rounded down to"))


class CapRow(TypedRow):
    """A cap: the most that is taken, by players dealt in and stakes (RAKE-3)."""

    NEEDED = ("players", "first", "most")

    players = forms.IntegerField(
        label=gettext_lazy("players from"),
        required=False,
        min_value=PLAYERS[0],
        max_value=PLAYERS[1],
        widget=UnfoldAdminIntegerFieldWidget,
    )
    first = _cents(gettext_lazy("big blind from"))
    most = _cents(gettext_lazy("at most"))


Rates = forms.formset_factory(RateRow, extra=SPARE_ROWS, max_num=MOST_ROWS)
Caps = forms.formset_factory(CapRow, extra=SPARE_ROWS, max_num=MOST_ROWS)


def _moment(label: Any) -> forms.DateTimeField:
    widget = UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"})
    return forms.DateTimeField(label=label, required=False, widget=widget)


class TariffForm(forms.Form):
    """A version of a tariff beside its two tables. A new tariff has a name, and may be a promotion;
    of one that ``changes`` both stay as they are."""

    name = forms.CharField(
        label=gettext_lazy("name"), max_length=60, widget=UnfoldAdminTextInputWidget
    )
    heads_up_free = forms.BooleanField(
        label=gettext_lazy("two players pay no rake"), required=False, widget=UnfoldBooleanWidget
    )
    begins_at = _moment(gettext_lazy("promotion from"))
    ends_at = _moment(gettext_lazy("promotion until"))
    reason = forms.CharField(
        label=gettext_lazy("reason"), max_length=LONGEST_REASON, widget=UnfoldAdminTextInputWidget
    )

    def __init__(self, *args: Any, changes: RakeTariff | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        if changes is not None:
            del self.fields["name"]
            if not changes.promotional:
                del self.fields["begins_at"], self.fields["ends_at"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (cleaned.get("begins_at") is None) != (cleaned.get("ends_at") is None):
            self.add_error("ends_at", _("A promotion needs a beginning and an end."))
        return cleaned

    @property
    def dates(self) -> Dates | None:
        begins_at, ends_at = (self.cleaned_data.get(name) for name in ("begins_at", "ends_at"))
        return Dates(begins_at, ends_at) if begins_at and ends_at else None


def _rows(tariff: Tariff) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the two tables of a tariff as the form shows them."""
    nexts = [*(rate.first for rate in tariff.rates[1:]), NO_END + 1]
    rates = [
        {
            "first": rate.first,
            "last": None if rate.last == later - 1 else rate.last,
            "taken": units(rate.tenths).scaleb(-1),
            "unit": rate.unit,
            "chip": rate.chip,
        }
        for rate, later in zip(tariff.rates, nexts, strict=True)
    ]
    caps = [
        {"players": players, "first": first, "most": cents}
        for players, steps in sorted(tariff.caps.items())
        for first, cents in steps
    ]
    return rates, caps


def _tariff(rates: Any, caps: Any, *, heads_up_free: bool) -> Tariff:
    """Return the tariff of two valid tables, in any order of rows."""
    rows = sorted(
        (row.cleaned_data for row in rates if row.cleaned_data and row.filled),
        key=lambda row: row["first"],
    )
    nexts = [*(row["first"] for row in rows[1:]), NO_END + 1]
    by_players: dict[int, list[tuple[int, int]]] = {}
    for row in (row.cleaned_data for row in caps if row.cleaned_data and row.filled):
        by_players.setdefault(row["players"], []).append((row["first"], row["most"]))
    return Tariff(
        tuple(
            Rate(
                row["first"],
                later - 1 if row["last"] is None else row["last"],
                cents_of(row["taken"].scaleb(1)),
                row["unit"],
                1 if row["chip"] is None else row["chip"],
            )
            for row, later in zip(rows, nexts, strict=False)
        ),
        {players: tuple(sorted(steps)) for players, steps in sorted(by_players.items())},
        heads_up_free,
    )


def _terms(text: str) -> SafeString:
    """Render a tariff's two tables and its rake on example pots."""
    tariff = rake.named(text)
    rates, caps = _rows(tariff)
    context = {
        "rates": rates,
        "caps": caps,
        "heads_up_free": tariff.heads_up_free,
        "players": tariffs.EXAMPLE_PLAYERS,
        "examples": tariffs.examples(text),
    }
    return SafeString(render_to_string("tables/desk/tariff_terms.html", context))


def _dates(tariff: RakeTariff | TariffVersion) -> str:
    if tariff.begins_at is None or tariff.ends_at is None:
        return "–"
    return f"{moment(tariff.begins_at)} – {moment(tariff.ends_at)}"


@admin.register(RakeTariff)
class RakeTariffAdmin(ReadOnly):
    """The room's own tariffs; below them those of the regulations, which never change."""

    list_display = ("name", "promotional", "holds", "dates", "used_by", "retired_at")
    list_filter = ("promotional",)
    search_fields = ("name",)
    list_after_template = "tables/desk/regulations.html"
    fields = (
        *("name", "promotional", "holds", "dates", "terms", "used_by", "history"),
        *("retired_at", "retired_by", "retired_why"),
    )
    actions_detail = ("order_change", "retire")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(tariffs.RIGHT))

    def has_set_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self.has_add_permission(request)

    def offers(self, button: str, row: RakeTariff, request: HttpRequest) -> bool:
        return row.retired_at is None

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"regulations": [_terms(name) for name in (rake.TODAY, "first")]}
        page: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **context})
        return page

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the form for a new tariff, which begins as that of the regulations."""
        return self._order(request, None)

    def _order(self, request: HttpRequest, changes: RakeTariff | None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        terms, preview = rake.named((changes and changes.text) or rake.TODAY), None
        form = TariffForm(initial=_initial(changes, terms), changes=changes)
        rates, caps = (each(initial=rows, prefix=name) for each, rows, name in _sets(terms))
        if request.method == "POST":
            form = TariffForm(request.POST, changes=changes)
            rates, caps = (each(request.POST, prefix=name) for each, _rows, name in _sets(terms))
            if all([form.is_valid(), rates.is_valid(), caps.is_valid()]):
                terms = _tariff(rates, caps, heads_up_free=form.cleaned_data["heads_up_free"])
                if fault := terms.fault:
                    form.add_error(None, str(tariffs.FAULTS[fault]))
                elif "show" in request.POST:
                    preview = _terms(terms.text)
                    # With empty rows for more.
                    rates, caps = (
                        each(initial=rows, prefix=name) for each, rows, name in _sets(terms)
                    )
                else:
                    with refusal_as_message(request):
                        row = tariffs.order(
                            name=form.cleaned_data.get("name", ""),
                            terms=terms,
                            dates=form.dates,
                            changes=None if changes is None else changes.pk,
                            by=who(request),
                            why=form.cleaned_data["reason"],
                            now=room_clock.now(),
                        )
                        words = _("Nothing has changed yet: a second person must confirm this.")
                        messages.warning(request, words)
                        return redirect("admin:tables_tariffversion_change", row.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": changes.name if changes else _("New rake tariff"),
            "opts": self.opts,
            "form": form,
            "tables": [(_("Rates"), rates), (_("Caps"), caps)],
            "preview": preview,
        }
        return render(request, "tables/desk/tariff_form.html", context)

    @button(description=gettext_lazy("Order a change"), permissions=["set"])
    def order_change(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the form for the next version, which begins as the current one."""
        return self._order(request, RakeTariff.objects.get(pk=object_id))

    @button(
        description=gettext_lazy("Retire"),
        permissions=["set"],
        dialog={
            "title": gettext_lazy("Retire this tariff"),
            "description": gettext_lazy("Games can no longer choose it; its versions are kept."),
            "form_class": ReasonForm,
        },
    )
    def retire(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            tariffs.retire(tariff_id=object_id, by=who(request), why=why, now=room_clock.now())
            messages.success(request, _("Done, and on record."))
        return go_to("tables_raketariff", object_id)

    @admin.display(description=gettext_lazy("version"))
    def holds(self, tariff: RakeTariff) -> str:
        return str(tariff.number or _("not confirmed yet"))

    @admin.display(description=gettext_lazy("dates"))
    def dates(self, tariff: RakeTariff) -> str:
        return _dates(tariff)

    @admin.display(description=gettext_lazy("rates and caps"))
    def terms(self, tariff: RakeTariff) -> str:
        return _terms(tariff.text) if tariff.text else "–"

    @admin.display(description=gettext_lazy("games that use it"))
    def used_by(self, tariff: RakeTariff) -> str:
        games = tariffs.games_with(tariff)
        return ", ".join(game.name for game in games) or "–"

    @admin.display(description=gettext_lazy("history"))
    def history(self, tariff: RakeTariff) -> str:
        return versions(tariff.versions.all())


def _sets(terms: Tariff) -> Sequence[tuple[Any, list[dict[str, Any]], str]]:
    """The form's two tables, each with the rows of a tariff and its prefix."""
    rates, caps = _rows(terms)
    return (Rates, rates, "rates"), (Caps, caps, "caps")


def _initial(changes: RakeTariff | None, terms: Tariff) -> Mapping[str, Any]:
    """Return the form's initial values."""
    values: dict[str, Any] = {"heads_up_free": terms.heads_up_free}
    if changes and changes.begins_at and changes.ends_at:
        for name, at in (("begins_at", changes.begins_at), ("ends_at", changes.ends_at)):
            values[name] = timezone.localtime(at).strftime("%Y-%m-%dT%H:%M")
    return values


@admin.register(TariffVersion)
class TariffVersionAdmin(SecondPersonAdmin, ReadOnly):
    """Versions of tariffs, which wait for a second person or have been decided."""

    list_display = ("tariff", "number", "given_by", "given_at", "status", "decided_by")
    list_filter = ("status",)
    list_select_related = ("tariff", "given_by", "decided_by")
    search_fields = ("tariff__name",)
    fields = (
        *("tariff", "number", "dates", "terms", "before", "used_by", "why", "given_by"),
        *("given_at", "status", "decided_by", "decided_at", "why_not"),
    )
    confirm = confirming(
        gettext_lazy("Confirm this tariff"),
        gettext_lazy(
            "It applies to all hands dealt from now on, in every game that uses it. "
            "You and the person who ordered it are both responsible."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this tariff down"),
        gettext_lazy("Nothing changes. If the order is your own, it is withdrawn."),
    )

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(tariffs.RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        tariffs.confirm(version_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        tariffs.turn_down(version_id=pk, by=by, why=why, now=now)

    @admin.display(description=gettext_lazy("dates"))
    def dates(self, version: TariffVersion) -> str:
        return _dates(version)

    @admin.display(description=gettext_lazy("rates and caps"))
    def terms(self, version: TariffVersion) -> str:
        return _terms(version.text)

    @admin.display(description=gettext_lazy("in force now"))
    def before(self, version: TariffVersion) -> str:
        holds = version.tariff
        return "–" if holds.number in (None, version.number) else _terms(holds.text)

    @admin.display(description=gettext_lazy("games that use it"))
    def used_by(self, version: TariffVersion) -> str:
        return ", ".join(game.name for game in tariffs.games_with(version.tariff)) or "–"
