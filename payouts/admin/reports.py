"""The desk's revenue page: periods, comparison, files, and the two signatures of each day."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminSingleDateWidget

from core import room_clock
from core.admin import charts
from core.admin.charts import Series
from core.admin.spreadsheets import cell, workbook
from core.admin.staff import ReadOnly, action, button
from core.csv_text import Csv
from core.formats import written
from core.money import currency, money_text, units
from core.pages.replies import go_to, lead_to, refusal_as_message
from core.pages.requests import who
from payouts.models import AuditRun, DayClosing
from payouts.reports import breakdowns, closing, revenue
from payouts.reports.breakdowns import Breakdown, Parts, RevenuePart
from payouts.reports.by_mail import NAMES
from payouts.reports.revenue import By, Report, RevenueFigures

# The number of days shown by default, and the most.
USUAL, MOST = 14, 800
# The most parts on a page; a file has them all.
PARTS_SHOWN = 100
YEARS: Final = range(2000, 2200)
# A line of a file.
Row = list[date | Decimal | str]


class DaysForm(forms.Form):
    """The form for a first and a last day."""

    begin = forms.DateField(label=gettext_lazy("from"), widget=UnfoldAdminSingleDateWidget)
    end = forms.DateField(label=gettext_lazy("to"), widget=UnfoldAdminSingleDateWidget)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        begin, end = cleaned.get("begin"), cleaned.get("end")
        if begin and end and not timedelta() <= end - begin < timedelta(days=MOST):
            raise forms.ValidationError(
                _("A report covers at least one day, and at most %(most)s.") % {"most": MOST}
            )
        if any(day.year not in YEARS for day in (begin, end) if day):
            raise forms.ValidationError(_("The year is out of range."))
        return cleaned


class PeriodForm(DaysForm):
    """The form for a span of days and their grouping."""

    by = forms.ChoiceField(
        label=gettext_lazy("grouped by"),
        choices=(
            (By.DAY, gettext_lazy("day")),
            (By.WEEK, gettext_lazy("week")),
            (By.MONTH, gettext_lazy("month")),
        ),
        widget=UnfoldAdminSelectWidget,
    )


class PartsForm(PeriodForm):
    """The form for a span of days and the kind of parts."""

    by = forms.ChoiceField(
        label=gettext_lazy("broken down by"),
        choices=(
            (Parts.EVENT, gettext_lazy("event")),
            (Parts.GAME, gettext_lazy("game")),
            (Parts.STAKE, gettext_lazy("stake")),
            (Parts.PLAYER, gettext_lazy("player")),
        ),
        widget=UnfoldAdminSelectWidget,
    )


class SignForm(BaseDialogForm):
    """The day to sign, shown with its result."""

    day = forms.DateField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["day"] = closing.next_day()

    def render_before_template(self) -> str:
        day = self.initial["day"]
        if day is None:
            return ""
        result = closing.in_ledger(begin=day, end=day)[day]["figures"]["result"]
        words = (date_format(day, "D j M Y"), NAMES["result"], money_text(result))
        return format_html('<p class="mb-4"><b>{}</b> · {} {}</p>', *words)


@admin.register(DayClosing)
class DayClosingAdmin(ReadOnly):
    """Signed days, and the page with the figures to sign."""

    list_display = ("day", "result", "signed_by", "closed_by")
    list_select_related = ("signed_by", "closed_by")
    date_hierarchy = "day"
    fields = ("day", "signed_figures", "signed_by", "signed_at", "closed_by", "closed_at")
    actions_list = ("report", "parts", "sign_next")
    actions_detail = ("close",)

    def offers(self, button: str, row: DayClosing, request: HttpRequest) -> bool:
        return row.closed_by_id is None and row.signed_by_id != request.user.pk

    def has_sign_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm(closing.RIGHT)

    @admin.display(description=NAMES["result"])
    def result(self, row: DayClosing) -> str:
        return money_text(row.figures["result"])

    @admin.display(description=gettext_lazy("figures"))
    def signed_figures(self, row: DayClosing) -> SafeString:
        lines = [(NAMES[name], money_text(row.figures[name])) for name in RevenueFigures._fields]
        rows = format_html_join("", "<tr><th scope='row'>{}</th><td>{}</td></tr>", lines)
        return format_html('<table class="desk-figures">{}</table>', rows)

    @action(description=gettext_lazy("Revenue"), url_path="report", permissions=["view"])
    def report(self, request: HttpRequest) -> HttpResponse:
        """Show the room's revenue by periods, with the previous period; as a page or a file."""
        today = timezone.localdate()
        usual: dict[str, Any] = {
            "begin": today - timedelta(days=USUAL - 1),
            "end": today,
            "by": By.DAY,
        }
        form = PeriodForm({**usual, **request.GET.dict()})
        cleaned = form.cleaned_data if form.is_valid() else usual
        by = By(cleaned["by"])
        report = revenue.report(begin=cleaned["begin"], end=cleaned["end"], by=by)
        if (kind := request.GET.get("as")) in FILES and form.is_valid():
            name = f"revenue-by-{by.value}-{report.begin}-{report.end}"
            return FILES[kind](name, _table(report))
        shown = _shown([line.figures for line in report.lines])
        signed = {row.day: row for row in self._signed(report)} if by is By.DAY else {}
        context = {
            **self.admin_site.each_context(request),
            "title": _("Revenue"),
            "form": form,
            "report": report,
            "names": [NAMES[name] for name in shown],
            "lines": [
                (line, _cells(line.figures, shown), signed.get(line.begins))
                for line in report.lines
            ],
            "compared": [
                (name, now, then, now - then)
                for name, now, then in zip(NAMES.values(), report.total, report.before, strict=True)
            ],
            "chart": _chart(report),
            "asked": request.GET.urlencode(),
            "due": closing.next_day(),
        }
        return render(request, "payouts/desk/report.html", context)

    @action(description=gettext_lazy("Revenue breakdown"), url_path="parts", permissions=["view"])
    def parts(self, request: HttpRequest) -> HttpResponse:
        """Show the revenue of each event, game, stake or player; as a page or a file."""
        today = timezone.localdate()
        usual: dict[str, Any] = {
            "begin": today - timedelta(days=USUAL - 1),
            "end": today,
            "by": Parts.EVENT,
        }
        form = PartsForm({**usual, **request.GET.dict()})
        chosen = form.cleaned_data if form.is_valid() else usual
        span = {"begin": chosen["begin"], "end": chosen["end"]}
        kind = request.GET.get("as")
        as_file = kind in FILES and form.is_valid()
        listed = breakdowns.parts(
            **span, by=Parts(chosen["by"]), most=None if as_file else PARTS_SHOWN
        )
        if kind is not None and as_file:
            name = f"revenue-parts-by-{Parts(chosen['by']).value}-{span['begin']}-{span['end']}"
            return FILES[kind](name, _parts_table(listed))
        shown = _shown([*[part.figures for part in listed.parts], listed.total])
        context = {
            **self.admin_site.each_context(request),
            "title": _("Revenue breakdown"),
            "form": form,
            "parts": [(part, _cells(part.figures, shown)) for part in listed.parts],
            "more": listed.more,
            "total": _cells(listed.total, shown),
            "names": [NAMES[name] for name in shown],
            "asked": request.GET.urlencode(),
        }
        return render(request, "payouts/desk/parts.html", context)

    def _signed(self, report: Report) -> QuerySet[DayClosing]:
        rows = DayClosing.objects.filter(day__range=(report.begin, report.end))
        return rows.select_related("signed_by", "closed_by")

    @action(
        description=gettext_lazy("Sign the next day"),
        permissions=["sign"],
        dialog={
            "title": gettext_lazy("Sign the next day"),
            "description": gettext_lazy(
                "You sign the figures of the revenue page. A second person closes the day."
            ),
            "form_class": SignForm,
        },
    )
    def sign_next(self, request: HttpRequest, form: SignForm) -> HttpResponse:
        with refusal_as_message(request):
            if day := form.cleaned_data["day"] or closing.next_day():
                row = closing.sign(day=day, by=who(request), now=room_clock.now())
                messages.success(request, _("Signed. It waits for a second signature."))
                return go_to("payouts_dayclosing", row.pk)
            messages.info(request, _("No money has moved yet: there is nothing to sign."))
        return lead_to(reverse("admin:payouts_dayclosing_changelist"))

    @button(
        description=gettext_lazy("Sign as the second, and close"),
        permissions=["sign"],
        dialog={
            "title": gettext_lazy("Close this day"),
            "description": gettext_lazy(
                "You and the first signer are both responsible for its figures."
            ),
        },
    )
    def close(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        row = DayClosing.objects.get(pk=object_id)
        with refusal_as_message(request):
            closing.close(day=row.day, by=who(request), now=room_clock.now())
            messages.success(request, _("The day is closed."))
        return go_to("payouts_dayclosing", object_id)


def _shown(figures: list[RevenueFigures]) -> list[str]:
    """Return the names of the columns that are not zero in all lines, and the result."""
    return [
        name
        for name, column in zip(
            RevenueFigures._fields, zip(*(figures or [RevenueFigures()]), strict=True), strict=True
        )
        if name == "result" or any(column)
    ]


def _cells(figures: RevenueFigures, shown: list[str]) -> list[int]:
    return [getattr(figures, name) for name in shown]


def _chart(report: Report) -> str:
    """Return a chart of the house's result line by line, beside the previous period's."""
    return charts.as_json(
        along=_("Begins"),
        x=[written(revenue.midnight(line.begins), "j M") for line in report.lines],
        unit=currency(),
        series=[
            Series(
                _("Period"), "bars", [float(units(line.figures.result)) for line in report.lines]
            ),
            Series(
                _("Previous period"), "line", [float(units(one.result)) for one in report.earlier]
            ),
        ],
    )


def _table(report: Report) -> Iterator[Row]:
    """Yield lines for a file: amounts in whole units with their decimals."""
    yield [_("Begins"), *[str(name) for name in NAMES.values()]]
    for line in report.lines:
        yield [line.begins, *[units(cents) for cents in line.figures]]
    yield [_("Sum"), *[units(cents) for cents in report.total]]


def _parts_table(listed: Breakdown) -> Iterator[Row]:
    yield [_("Part"), *[str(name) for name in NAMES.values()]]
    for part in [*listed.parts, RevenuePart(_("Sum"), "", listed.total)]:
        yield [cell(part.name), *[units(cents) for cents in part.figures]]


def _csv(name: str, table: Iterable[Row], *, title: str = "") -> HttpResponse:
    answer = _file(f"{name}.csv", "text/csv; charset=utf-8")
    answer.write(Csv.for_reader().file(table))
    return answer


def _xlsx(name: str, table: Iterable[Row], *, title: str = "") -> HttpResponse:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    answer = _file(f"{name}.xlsx", kind)
    answer.write(workbook([(title or _("Revenue"), table)]))
    return answer


def _file(name: str, kind: str) -> HttpResponse:
    return HttpResponse(
        content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


FILES: Final = {"csv": _csv, "xlsx": _xlsx}


@admin.register(AuditRun)
class AuditRunAdmin(ReadOnly):
    """The findings of each audit: the nightly ones, and those of the command line."""

    list_display = ("at", "sound", "accounts", "transfers", "total")
    list_filter = ("sound",)
    date_hierarchy = "at"
    fields = (*list_display, "drifts", "missing_guards", "moved_days", "findings")
