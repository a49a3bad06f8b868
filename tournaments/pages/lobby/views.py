"""The lobby: its first page, its places, and their refresh by difference (LOBBY-2)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.next_url import next_url
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.types import UserId
from players.requests import PlayerRequest
from tables.cash import lobby as cash
from tables.cash import quick_seat
from tables.pools import lobby as pools
from tournaments.models import Tournament
from tournaments.pages.lobby import board, place_tabs, places
from tournaments.pages.lobby import views as lobby_views
from tournaments.pages.lobby.board import BoardRow
from tournaments.pages.lobby.event_filter import EventFilter, plain_query
from tournaments.pages.lobby.listed import Listing, listings
from tournaments.saved import favourites, searches

ROWS_A_PAGE, CARDS_A_PAGE = 30, 24
# The number of events that the first page shows of each place, and their order.
BEST = {"late": (3, "-guarantee"), "soon": (5, ""), "sng": (4, "-entries"), "running": (3, "")}
# The number of the liveliest tables, and of pools, on the first page.
LIVELY = 3
_TAB = "tournaments/parts/place_tab.html"
# VeloX have a page of their own.
LISTED = ("all", *(name for name in places.PLACES if name != "velox"))


@require_safe
def front(request: HtmxRequest) -> HttpResponse:
    """Show the best of each place, for new visitors."""
    now = room_clock.now()
    by_place = _best(now=now)
    reader = _reader(request, now)
    listing_of = iter(listings([event for rows in by_place.values() for event in rows], **reader))
    sections = {
        name: [board.row_of(request, next(listing_of), card=name == "sng") for _ in rows]
        for name, rows in by_place.items()
    }
    tabs = place_tabs.tabs(now=now)
    lively = [*cash.liveliest(LIVELY), *pools.liveliest(LIVELY)]
    had = board.known(request)
    if had is not None:
        listed = [row for rows in sections.values() for row in rows]
        beside = [
            *_tab_rows(request, tabs, "front"),
            *(_lively_row(request, one) for one in lively),
        ]
        return board.difference(
            request, had, listed=listed, left=_left(request, had, listed, reader), beside=beside
        )
    context = {
        "sections": [(name, places.PLACES[name], rows) for name, rows in sections.items() if rows],
        "tabs": tabs,
        "here": "front",
        "lively": lively,
        "searches": searches.of_player(request.user.pk),
        "takes_guests": not request.user.is_authenticated and quick_seat.takes_guests(),
    }
    return whole_or_part(request, "tournaments/lobby.html", "parts/front.html", context)


@require_safe
def place(request: HtmxRequest, name: str) -> HttpResponse:
    """Show one place, filtered and sorted by its address; htmx asks for the list alone."""
    if name not in LISTED:
        raise Http404
    chosen = _asked(request, name)
    now = chosen.now
    reader = _reader(request, now)
    events = chosen.qs if chosen.sorted else places.in_order(chosen.qs, place=name)
    cards = name == "sng"
    pages = Paginator(events, CARDS_A_PAGE if cards else ROWS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = [board.row_of(request, one, card=cards) for one in listings(page.object_list, **reader)]
    tabs = place_tabs.tabs(now=now)
    had = board.known(request)
    if had is not None:
        left = _left(request, had, rows, reader)
        return board.difference(
            request, had, listed=rows, left=left, beside=_tab_rows(request, tabs, name)
        )
    context = {
        "filter": chosen,
        "rows": rows,
        "cards": cards,
        "page": page,
        "tabs": tabs,
        "here": name,
        "place": places.PLACES.get(name),
        "searches": searches.of_player(request.user.pk),
    }
    return whole_or_part(request, "tournaments/place.html", "parts/events.html", context)


def _asked(request: HtmxRequest, name: str) -> EventFilter:
    """The filter of this address; the place is in its path."""
    data = request.GET.copy()
    data.pop("place", None)
    if name != "all":
        data["place"] = name
    return EventFilter(data, queryset=places.listed(), request=request)


def _best(*, now: datetime) -> dict[str, list[Tournament]]:
    """Return the best events by place. Ids are read first, their long rows in one statement."""
    chosen = {}
    for name, (most, sort) in BEST.items():
        standing = places.listed().filter(places.standing_in(name, now=now))
        ordered = places.in_order(standing, place=name, sort=sort)
        chosen[name] = list(ordered.values_list("pk", flat=True)[:most])
    every = [pk for pks in chosen.values() for pk in pks]
    events = Tournament.objects.select_related("draw").in_bulk(every)
    return {name: [events[pk] for pk in pks] for name, pks in chosen.items()}


def _reader(request: HtmxRequest, now: datetime) -> dict[str, Any]:
    """The arguments of ``listings`` for this reader."""
    user_id: UserId | None = request.user.pk
    return {"user_id": user_id, "now": now, "starred": favourites.series_of(user_id)}


def _left(
    request: HttpRequest, had: Iterable[str], listed: Sequence[BoardRow], reader: dict[str, Any]
) -> list[BoardRow]:
    """Return the reader's rows that are now elsewhere: begun, full, or on another page."""
    here = {row.id for row in listed}
    missing = board.numbers(name for name in had if name not in here)
    if not missing:
        return []
    events = places.listed().filter(pk__in=missing).select_related("draw")
    left: list[Listing] = listings(events, **reader)
    return [board.row_of(request, one) for one in left]


def _tab_rows(request: HttpRequest, tabs: Iterable[place_tabs.Tab], here: str) -> list[BoardRow]:
    return [
        BoardRow(f"place-{tab.name}", tab.version, _TAB, {"tab": tab, "here": here}, request)
        for tab in tabs
        if tab.size is not None
    ]


def _lively_row(request: HttpRequest, one: cash.Lively) -> BoardRow:
    return BoardRow(one.key, str(one.players), "tables/parts/lively.html", {"lively": one}, request)


@require_POST
@login_required
def star_series(request: PlayerRequest, pk: int) -> HttpResponse:
    """Mark a series as a favourite, or with ``wanted=no`` remove the mark; 204 for a script."""
    with refusal_as_message(request):
        wanted = request.POST.get("wanted") != "no"
        favourites.star(user_id=who(request), template_id=pk, wanted=wanted)
        if request.headers.get("X-Requested-With") == "fetch":
            return HttpResponse(status=204)
    return redirect(next_url(request, reverse("lobby")))


@require_POST
@login_required
def save_search(request: PlayerRequest) -> HttpResponse:
    """Save a search: ``name``, ``place``, ``query``."""
    place, query = request.POST.get("place", ""), request.POST.get("query", "")
    if place not in lobby_views.LISTED:
        place = "all"
    saved_query = plain_query(query, request)
    with refusal_as_message(request):
        searches.save(
            user_id=who(request), name=request.POST.get("name", ""), place=place, query=saved_query
        )
        messages.success(request, _("The search is saved: you find it above the list."))
    return redirect(f"{reverse('place', args=[place])}?{saved_query}")


@require_POST
@login_required
def forget_search(request: PlayerRequest, pk: int) -> HttpResponse:
    searches.forget(user_id=who(request), search_id=pk)
    return redirect(next_url(request, reverse("lobby")))
