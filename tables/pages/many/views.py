"""The page of many tables: all that a player sits at, on one connection."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from core.pages.requests import who
from core.types import UserId
from players.requests import PlayerRequest
from tables.models import POOL, PoolEntry, Seat, Table
from tables.pages import views
from tables.pools import views as pool_views
from tables.sockets.consumers import MOST_TABLES
from tables.wire.addresses import PoolAddress, TableAddress, parse

# The number shown unless the player wants more.
USUAL_TABLES = 12


@require_safe
@login_required
@ensure_csrf_cookie
def tables(request: PlayerRequest) -> HttpResponse:
    """Show the reader's tables beside each other; ``?at=table/5`` adds one, to watch."""
    wanted = dict.fromkeys([*own_addresses(who(request)), *request.GET.getlist("at")])
    tiles = [tile for at in [*wanted][:MOST_TABLES] if (tile := _tile(request, at))]
    context = {"tiles": tiles, "usual": USUAL_TABLES, "most": MOST_TABLES}
    return render(request, "tables/many.html", context)


@require_safe
@login_required
def mine_now(request: PlayerRequest) -> HttpResponse:
    """Return the tables that the reader sits at; the page asks every few seconds."""
    return JsonResponse({"tables": own_addresses(who(request))})


@require_safe
@login_required
def tile(request: PlayerRequest) -> HttpResponse:
    """Return one more table for the open page, ``?at=table/5``."""
    html = _tile(request, request.GET.get("at", ""))
    if html is None:
        raise Http404
    return HttpResponse(html)


def _tile(request: PlayerRequest, at: str) -> str | None:
    """Render a table for the page; None where there is none, or none that the reader may see."""
    context = _context(request, at)
    if context is None:
        return None
    return render_to_string("tables/parts/tile.html", context, request=request)


def _context(request: PlayerRequest, at: str) -> dict[str, Any] | None:
    address = parse(at)
    if isinstance(address, TableAddress):
        table = Table.objects.only("pk", "name", "event").filter(pk=address.table_id).first()
        return None if table is None else views.shown_to(request, table)
    if address is None:
        return None
    entries = PoolEntry.objects.select_related("pool")
    entry = entries.filter(
        pool=address.pool_id, user=request.user.pk, no=address.no, closed_at=None
    ).first()
    return None if entry is None else pool_views.felt_of(request, entry)


def own_addresses(user_id: UserId) -> list[str]:
    """The seats at open tables, and entries in pools, as addresses of sockets, in the order in
    which they were taken: two queries."""
    seats = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN)
    # A seat at a table of a pool belongs to an entry.
    alone = seats.exclude(table__event__startswith=f"{POOL}:").order_by("pk")
    entries = PoolEntry.objects.filter(user_id=user_id, closed_at=None).order_by("pk")
    return [
        *(str(TableAddress(table_id)) for table_id in alone.values_list("table_id", flat=True)),
        *(str(PoolAddress(*entry)) for entry in entries.values_list("pool_id", "no")),
    ]
