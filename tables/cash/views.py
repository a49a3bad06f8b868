"""The page of cash games, and what a player's stays there were."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.parts import HtmxRequest, whole_or_part
from core.requests import PlayerRequest, who
from tables.cash import lobby, receipts

SESSIONS_A_PAGE = 25


@require_safe
def cash(request: HtmxRequest) -> HttpResponse:
    """Every cash table; htmx asks for the list alone."""
    tables = lobby.open_tables(user_id=request.user.pk, now=timezone.now())
    context = {"games": lobby.by_game(tables)}
    return whole_or_part(request, "tables/cash.html", "parts/cash_tables.html", context)


@require_safe
@login_required
def sessions(request: PlayerRequest) -> HttpResponse:
    """One's own stays at cash tables, the latest first (INFO-3)."""
    mine = receipts.of_player(who(request))
    page = Paginator(mine, SESSIONS_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "receipts": receipts.told(page.object_list)}
    return render(request, "tables/my_cash.html", context)


@require_safe
@login_required
def receipt(request: PlayerRequest, pk: int) -> HttpResponse:
    """The receipt of one stay, for its player alone."""
    found = receipts.told(receipts.of_player(who(request)).filter(pk=pk))
    if not found:
        raise Http404
    return render(request, "tables/cash_receipt.html", {"receipt": found[0]})
