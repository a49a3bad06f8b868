"""A player's own statistics, page and API (STATS-1 to STATS-5); no other player is shown them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from itertools import accumulate
from typing import Any, Final, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import permission_classes
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import money
from core.admin import charts
from core.money import money_text
from core.pages.api_views import api_view
from core.pages.requests import who
from core.settings import room_time
from core.templatetags.money import chips, signed_chips, signed_money
from core.types import UserId
from payouts import events
from players.requests import PlayerRequest
from tables import games
from tables.models import CASH, HOME, PLAY, POOL, PlayedHand
from tables.models.own_hands import Position
from tables.own_hands import figures, marking, sessions
from tables.own_hands.figures import FIGURES, Hands, HourLine, OwnFigures
from tables.own_hands.search import HandQuery
from tables.pages.hand_filter import KINDS, HandFilterForm
from tables.pages.own_hands_api import FILTER
from tournaments.models import Terms
from tournaments.models.events import KIND
from tournaments.pages import own_results
from tournaments.pages.own_results import OwnEntry, Results


class StatisticsTab(NamedTuple):
    """A part of the statistics; money, play money and chips of events are never summed."""

    key: str
    title: str | Promise
    kinds: tuple[str, ...]


CASH_TAB: Final = StatisticsTab("cash", gettext_lazy("Cash and pools"), (CASH, POOL))
EVENTS_TAB: Final = StatisticsTab("tournaments", gettext_lazy("Tournaments"), (KIND,))
PLAY_TAB: Final = StatisticsTab("play", gettext_lazy("Play money"), (PLAY,))
# Chips that players write down among themselves.
HOME_TAB: Final = StatisticsTab("home", gettext_lazy("Home cash games"), (HOME,))
TABS: Final = (CASH_TAB, EVENTS_TAB, PLAY_TAB, HOME_TAB)
# Points of a chart: more days become weeks, and more weeks months.
MOST_POINTS: Final = 120
FORMATS: Final = {
    Terms.Kind.SIT_AND_GO: gettext_lazy("Sit&Go"),
    Terms.Kind.SCHEDULED: gettext_lazy("Tournaments"),
    "velox": gettext_lazy("VeloX"),
}


class FigureLine(NamedTuple):
    """A line of a table of sums; ``net`` is "" where chips of several events would be added."""

    name: str
    hands: int
    net: str
    sign: int
    big_blinds: float
    rate: float


class OwnBreakdown(NamedTuple):
    title: str
    lines: list[FigureLine]


@require_safe
@login_required
def statistics(request: PlayerRequest) -> HttpResponse:
    """Show the reader's own statistics."""
    form = HandFilterForm(request.GET)
    query = form.query
    tab = _tab(who(request), query, request.GET.get("of", ""))
    found = figures.read(who(request), query, kinds=tab.kinds)
    context: dict[str, Any] = {
        "form": form,
        "tab": tab.key,
        "tabs": TABS,
        "address": form.address,
        "event": request.GET.get("event", ""),
        "events": events.find(filter(None, [request.GET.get("event")])),
        "tags": marking.tags_of(who(request)),
        "found": found,
        "looked_at": figures.LOOKED_AT,
        "total": _line(tab, "", found.total),
        "frequencies": _frequencies(found),
        "positions": [(place, Position(place).label) for place in found.by_position if place],
        "hands_by_position": [found.hands(place) for place in found.by_position],
        "breakdowns": _breakdowns(tab, found),
        "biggest": _biggest(who(request), query, tab),
    }
    if tab == EVENTS_TAB:
        context |= _of_events(own_results.read(who(request), query))
    else:
        played = sessions.read(who(request), query, kinds=tab.kinds)
        context |= {"sessions": played, "for_money": tab == CASH_TAB}
        context["chart"] = _chart(
            ((line.hour, line.sums.net) for line in found.hours), for_money=tab == CASH_TAB
        )
    return render(request, "tournaments/statistics.html", context)


@extend_schema(
    parameters=[*FILTER, OpenApiParameter("of", str, enum=[tab.key for tab in TABS])],
    responses=OpenApiTypes.OBJECT,
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def api_statistics(request: Request) -> Response:
    """Return the reader's own statistics; money in cents, big blinds in hundredths."""
    form = HandFilterForm(request.query_params)
    if not form.is_valid():
        raise ValidationError(form.sentences)
    query, user_id = form.query, who(request)
    tab = _tab(user_id, query, request.query_params.get("of", ""))
    found = figures.read(user_id, query, kinds=tab.kinds)
    told: dict[str, Any] = {
        "of": tab.key,
        "only_latest": figures.LOOKED_AT if found.limited else None,
        "hands": found.total.hands,
        "net_bb": found.total.net_bb,
        "net": None if tab == EVENTS_TAB else found.total.net,
        "figures": {
            figure.key: {
                place or "all": found.cell(figure, place)._asdict() for place in found.by_position
            }
            for figure in FIGURES
        },
    }
    if tab == EVENTS_TAB:
        results = own_results.add(own_results.read(user_id, query))
        told["tournaments"] = {
            **results._asdict(),
            "net": results.net,
            "roi_percent": results.roi,
            "itm_percent": results.itm,
            "average": results.average,
        }
    else:
        played = sessions.read(user_id, query, kinds=tab.kinds)
        told["sessions"] = {
            "count": played.number,
            "minutes": round(played.hours * 60),
            "net": played.net,
            "net_an_hour": played.an_hour,
        }
    return Response(told)


def _tab(user_id: UserId, query: HandQuery, wanted: str) -> StatisticsTab:
    """Return the tab of the kind or name that is asked for, else the first with hands."""
    for tab in TABS:
        if query.kind in tab.kinds or (not query.kind and tab.key == wanted):
            return tab
    played = figures.kinds_played(user_id)
    return next((tab for tab in TABS if played & {*tab.kinds}), CASH_TAB)


def _frequencies(found: OwnFigures) -> list[tuple[figures.PlayFigure, list[figures.Share]]]:
    return [
        (figure, [found.cell(figure, place) for place in found.by_position])
        for figure in FIGURES
        if found.cell(figure).chance
    ]


def _line(tab: StatisticsTab, name: str, sums: Hands) -> FigureLine:
    net = "" if tab == EVENTS_TAB else _signed(tab)(sums.net)
    sign = (sums.net > 0) - (sums.net < 0)
    return FigureLine(name, sums.hands, net, sign, sums.net_bb / 100, sums.rate)


def _signed(tab: StatisticsTab) -> Callable[[int], str]:
    return signed_money if tab == CASH_TAB else signed_chips


def _breakdowns(tab: StatisticsTab, found: OwnFigures) -> list[OwnBreakdown]:
    zone = room_time.zone()
    kinds = dict(KINDS)
    asked: list[tuple[str, Callable[[HourLine], Any], Callable[[Any], str]]] = [
        (_("By game"), lambda line: line.game, lambda code: str(games.NAMES[code])),
        (_("By stakes"), lambda line: line.big_blind, lambda big: _big_blind(tab, big)),
        (_("By format"), lambda line: line.kind, lambda kind: str(kinds[kind])),
        (_("By weekday"), lambda line: line.hour.astimezone(zone).weekday(), _weekday),
        (_("By hour of the day"), lambda line: line.hour.astimezone(zone).hour, _hour),
    ]
    made = []
    for title, key, name in asked:
        grouped = found.by(key)
        lines = [_line(tab, name(value), sums) for value, sums in grouped.items()]
        # One line alone says what stands above.
        if len(lines) > 1:
            made.append(OwnBreakdown(title, lines))
    return made


def _big_blind(tab: StatisticsTab, big: int) -> str:
    amount = money_text(big) if tab == CASH_TAB else chips(big)
    return _("big blind %(amount)s") % {"amount": amount}


def _weekday(day: int) -> str:
    return str(WEEKDAYS[day]).capitalize()


def _hour(hour: int) -> str:
    return f"{hour:02}–{(hour + 1) % 24:02}"


class BigPot(NamedTuple):
    """A hand that won or lost much; ``net`` as its table counts chips."""

    hand: PlayedHand
    net: str
    big_blinds: float


def _biggest(
    user_id: UserId, query: HandQuery, tab: StatisticsTab
) -> list[tuple[str, list[BigPot]]]:
    signed = _signed(tab)
    won, lost = figures.biggest(user_id, query, kinds=tab.kinds)
    parts = ((_("Most won"), won), (_("Most lost"), lost))
    return [
        (title, [BigPot(row, signed(row.net), row.net_bb / 100) for row in rows])
        for title, rows in parts
        if rows
    ]


class OwnResult(NamedTuple):
    name: str
    sums: Results


def _of_events(entries: Sequence[OwnEntry]) -> dict[str, Any]:
    zone = room_time.zone()
    parts: list[tuple[str, Callable[[OwnEntry], Any], Callable[[Any], str]]] = [
        (_("By format"), lambda entry: entry.kind, lambda kind: str(FORMATS[kind])),
        (_("By buy-in"), lambda entry: entry.price, money_text),
        (_("By weekday"), lambda entry: entry.at.astimezone(zone).weekday(), _weekday),
    ]
    priced = [entry for entry in entries if entry.price]
    return {
        "results": own_results.add(entries),
        "places": own_results.places(entries),
        "result_parts": [
            (title, [OwnResult(name(value), sums) for value, sums in by.items()])
            for title, key, name in parts
            if (by := own_results.by(priced, key))
        ],
        "best": sorted(priced, key=lambda entry: entry.net, reverse=True)[:5],
        "chart": _chart(((entry.at, entry.net) for entry in priced), for_money=True),
    }


class Chart(NamedTuple):
    """The result over time: the JSON of the drawing, and its points for the table beside it."""

    data: str
    points: list[tuple[str, str]]


def _chart(results: Iterable[tuple[datetime, int]], *, for_money: bool) -> Chart | None:
    """Add results up by days of the room's clock, or by weeks or months where there are many."""
    by_day: dict[date, int] = {}
    zone = room_time.zone()
    for at, net in results:
        day = at.astimezone(zone).date()
        by_day[day] = by_day.get(day, 0) + net
    if len(by_day) < 2:
        return None
    days = sorted(by_day)
    totals = dict(zip(days, accumulate(by_day[day] for day in days), strict=True))
    # The last day of a week or a month has its total.
    for period in (_day, _week, _month):
        shown = {period(day): day for day in days}
        if len(shown) <= MOST_POINTS:
            break
    names = [date_format(day, "j M Y") for day in shown.values()]
    sums = [totals[day] for day in shown.values()]
    series = charts.Series(
        _("Result"), "line", [cents / 100 if for_money else cents for cents in sums]
    )
    unit = money.currency() if for_money else ""
    signed = signed_money if for_money else signed_chips
    data = charts.as_json(along=_("Day"), x=names, series=[series], unit=unit)
    return Chart(data, [*zip(names, map(signed, sums), strict=True)])


def _day(day: date) -> object:
    return day


def _week(day: date) -> object:
    return day.isocalendar()[:2]


def _month(day: date) -> object:
    return day.year, day.month
