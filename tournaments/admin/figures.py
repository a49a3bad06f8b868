"""The desk's page of play: players by day and hour, guarantees, lengths of events, retention."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin

from core.admin import charts
from core.admin.charts import Series
from core.admin.spreadsheets import cell, workbook
from core.admin.staff import action
from core.csv_text import Csv
from core.formats import written
from core.money import currency, units
from payouts.reports.revenue import midnight
from tournaments.admin.calendar import SpanForm
from tournaments.staff import figures
from tournaments.staff.figures import DayFigures, Figures

# Days shown by default; events on a page, while a file has all.
USUAL: Final = 14
SHOWN: Final = 100
# Months of a cohort that the page shows.
MONTHS: Final = 12
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Row = list[Any]


class WithFigures(ModelAdmin):
    """A list of events with the page of figures."""

    actions_list: Any = ("figures",)

    @action(
        description=gettext_lazy("Figures of play"),
        url_path="figures",
        permissions=["view"],
        icon="query_stats",
    )
    def figures(self, request: HttpRequest) -> HttpResponse:
        """Show the figures of play in a span of days, as a page or a file."""
        today = timezone.localdate()
        usual: dict[str, Any] = {"first": today - timedelta(days=USUAL - 1), "last": today}
        form = SpanForm({**usual, **request.GET.dict()})
        cleaned = form.cleaned_data if form.is_valid() else usual
        begin, end = cleaned["first"], cleaned["last"]
        in_span = figures.figures(begin=begin, end=end)
        if (kind := request.GET.get("as")) in FILES and form.is_valid():
            return FILES[kind](begin, end, in_span)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Figures of play"),
            "form": form,
            "found": in_span,
            "charts": _charts(in_span),
            "promises": in_span.promises[:SHOWN],
            "lengths": in_span.lengths[:SHOWN],
            "more": len(in_span.lengths[SHOWN:]),
            "cohorts": [(one.month, one.came[0], _shares(one)) for one in figures.retention()],
            "months": range(1, MONTHS),
            "asked": request.GET.urlencode(),
        }
        return render(request, "tournaments/desk/figures.html", context)


def _shares(cohort: figures.Cohort) -> list[int | None]:
    """The percentage of a cohort that played in each later month; None for months to come."""
    later = [round(100 * came / cohort.came[0]) for came in cohort.came[1:MONTHS]]
    return [*later, *[None] * (MONTHS - 1 - len(later))]


def _charts(play: Figures) -> dict[str, str]:
    """Return a chart for each table, of the lines shown on the page."""
    promises, lengths = play.promises[:SHOWN], play.lengths[:SHOWN]
    return {
        "players": charts.as_json(
            along=_("Day"),
            x=[written(midnight(day.day), "j M") for day in play.days],
            series=[
                Series(_("Players"), "bars", [day.players for day in play.days]),
                Series(_("Most in an hour"), "line", [day.peak for day in play.days]),
            ],
        ),
        "promises": charts.as_json(
            along=_("Event"),
            x=[one.event.name for one in promises],
            unit=currency(),
            series=[
                Series(_("Brought"), "bars", [float(units(one.brought)) for one in promises]),
                Series(_("Guaranteed"), "dots", [float(units(one.promised)) for one in promises]),
            ],
        ),
        "lengths": charts.as_json(
            along=_("Event"),
            x=[one.event.name for one in lengths],
            series=[
                Series(_("Took, minutes"), "bars", [one.took // MINUTE for one in lengths]),
                Series(_("Planned, minutes"), "dots", [one.planned // MINUTE for one in lengths]),
            ],
        ),
    }


def _sheets(play: Figures) -> Iterator[tuple[str, list[Row]]]:
    """Yield the sheets of a file; amounts in whole units, lengths in minutes."""
    yield (
        _("Players"),
        [
            [_("Day"), _("Players"), _("Hands"), _("Most in an hour"), _("From")],
            *[[day.day, day.players, day.hands, day.peak, _clock(day)] for day in play.days],
        ],
    )
    yield (
        _("Guarantees"),
        [
            [_("Event"), _("Entries"), _("Guaranteed"), _("Brought"), _("Added by the house")],
            *[
                [
                    cell(one.event.name),
                    one.event.entry_count,
                    *[units(cents) for cents in (one.promised, one.brought, one.added)],
                ]
                for one in play.promises
            ],
        ],
    )
    yield (
        _("Lengths"),
        [
            [_("Event"), _("Entries"), _("Planned, minutes"), _("Took, minutes"), "%"],
            *[
                [
                    cell(one.event.name),
                    one.event.entry_count,
                    one.planned // MINUTE,
                    one.took // MINUTE,
                    one.percent,
                ]
                for one in play.lengths
            ],
        ],
    )


MINUTE: Final = timedelta(minutes=1)


def _clock(day: DayFigures) -> str:
    return "" if day.peak_at is None else f"{timezone.localtime(day.peak_at):%H:%M}"


def _csv(begin: date, end: date, play: Figures) -> HttpResponse:
    """Return the sheets as one CSV file, with an empty line between them."""
    answer = _file(begin, end, "csv", "text/csv; charset=utf-8")
    rows = [row for title, sheet in _sheets(play) for row in [[title], *sheet, []]]
    answer.write(Csv.for_reader().file(rows))
    return answer


def _xlsx(begin: date, end: date, play: Figures) -> HttpResponse:
    answer = _file(begin, end, "xlsx", XLSX)
    answer.write(workbook(_sheets(play)))
    return answer


def _file(begin: date, end: date, ending: str, kind: str) -> HttpResponse:
    name = f"play-{begin}-{end}.{ending}"
    return HttpResponse(
        content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


FILES: Final = {"csv": _csv, "xlsx": _xlsx}
