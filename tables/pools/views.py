"""The pages of a pool: coming in, and playing an entry."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import refusal_as_message
from core.types import Cents
from payouts import events
from payouts.pages.forms import money_field
from players.contacts.pages import marks
from players.requests import PlayerRequest
from tables.cash.lobby import rake_text
from tables.cash.views import StayPages
from tables.models import FastPool, PoolEntry
from tables.models.money_games import MOST_BROUGHT
from tables.models.pools import SEATS
from tables.pools import cashier, lobby, purse, receipts
from tables.wire.addresses import PoolAddress

STAYS = StayPages(
    of_player=receipts.of_player,
    of_stays=receipts.of_stays,
    title=gettext_lazy("My Strobe sessions"),
    address="my_pools",
    template="tables/my_pools.html",
    lobby="pools",
)


class BuyInForm(forms.Form):
    """The amount to come in with; ``key`` makes a double click one entry."""

    amount = money_field(1, MOST_BROUGHT, label=gettext_lazy("Buy-in"))
    key = forms.UUIDField(widget=forms.HiddenInput)

    def cents(self) -> Cents:
        """Return the amount of a valid form."""
        return Cents(self.cleaned_data["amount"])


@require_safe
def pools(request: HtmxRequest) -> HttpResponse:
    """List every pool; htmx asks for the list alone."""
    open_pools = lobby.open_pools(user_id=request.user.pk, now=room_clock.now())
    return whole_or_part(request, "tables/pools.html", "parts/pools.html", {"pools": open_pools})


@require_safe
@login_required
def stays(request: PlayerRequest) -> HttpResponse:
    """List the reader's own stays in pools, the latest first (INFO-3)."""
    return STAYS.listed(request)


@require_safe
@login_required
def receipt(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the receipt of one stay, to its player alone."""
    return STAYS.receipt(request, pk)


@require_safe
def pool(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a pool, the reader's entries in it, and the form to come in."""
    return _page(request, _found(pk))


@require_POST
@login_required
def join(request: PlayerRequest, pk: int) -> HttpResponse:
    """Come in, once per key, and play."""
    row = _found(pk)
    form = BuyInForm(request.POST)
    if not form.is_valid():
        return _page(request, row, form)
    with refusal_as_message(request):
        entry = cashier.join(
            pool_id=pk,
            user_id=request.user.pk,
            amount=form.cents(),
            key=form.cleaned_data["key"].hex,
            now=room_clock.now(),
        )
        return redirect("pool_entry", pk, entry.no)
    return redirect("pool", pk)


@require_safe
@login_required
@ensure_csrf_cookie
def entry(request: PlayerRequest, pk: int, no: int) -> HttpResponse:
    """Show the table at which one of the reader's entries in a pool plays; a closed entry leads to
    the pool's page. Everything on it comes through the socket."""
    mine = PoolEntry.objects.select_related("pool").filter(
        pool=pk, user=request.user.pk, no=no, closed_at=None
    )
    row = mine.first()
    if row is None:
        return redirect("pool", pk)
    return render(request, "tables/pool_table.html", felt_of(request, row))


def felt_of(request: HttpRequest, entry: PoolEntry) -> dict[str, Any]:
    """The facts that the felt of an entry shows its player, wherever the entry is."""
    pool = entry.pool
    now = room_clock.now()
    may = purse.buy_in_at(pool, user_id=request.user.pk, now=now)
    return {
        "table": pool,
        "pool": pool,
        "entry": entry,
        "event": events.find([pool.event]).get(pool.event),
        "speaks_for": pool.event,
        "at": str(PoolAddress(pool.pk, entry.no)),
        "marks": marks(request),
        "cash": pool,
        "rake": rake_text(pool, seats=SEATS, now=now),
        "buy_in": may,
        "may_bring": may.range(least=pool.least, most=pool.most),
    }


def _found(pk: int) -> FastPool:
    return get_object_or_404(FastPool.objects.select_related(*FastPool.TARIFFS), pk=pk)


def _page(request: HttpRequest, row: FastPool, form: BuyInForm | None = None) -> HttpResponse:
    opened = lobby.shown(row, user_id=request.user.pk, now=room_clock.now())
    first = {"amount": opened.may_bring.most, "key": uuid4()}
    context = {"open": opened, "pool": row, "form": form or BuyInForm(initial=first)}
    return render(request, "tables/pool.html", context, status=400 if form else 200)
