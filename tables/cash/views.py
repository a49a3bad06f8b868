"""The page of cash games, a play-money seat in one click (FREE-2), and a player's stays."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import refusal_as_message
from core.pages.requests import number, who
from core.types import UserId
from players.models import User
from players.pages import guests
from players.requests import PlayerRequest
from tables.cash import lobby, quick_seat, receipts, waiting
from tables.history.stays import StayReceipt

STAYS_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class StayPages:
    """The pages of a player's stays in one kind of game, at tables or in pools (INFO-3): their
    receipts, and the names of the list's address, template and lobby."""

    of_player: Callable[[UserId], QuerySet[Any]]
    of_stays: Callable[[Iterable[Any]], list[StayReceipt]]
    title: Promise
    address: str
    template: str
    lobby: str

    def listed(self, request: PlayerRequest) -> HttpResponse:
        """List the reader's own stays, the latest first, each with its receipt."""
        mine = self.of_player(who(request))
        page = Paginator(mine, STAYS_A_PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "receipts": self.of_stays(page.object_list),
            "title": self.title,
            "lobby": reverse(self.lobby),
        }
        return render(request, self.template, context)

    def receipt(self, request: PlayerRequest, pk: int) -> HttpResponse:
        """Show the receipt of one stay, to its player alone."""
        receipts = self.of_stays(self.of_player(who(request)).filter(pk=pk))
        if not receipts:
            raise Http404
        context = {
            "receipt": receipts[0],
            "all": reverse(self.address),
            "all_title": self.title,
        }
        return render(request, "tables/stay_receipt.html", context)


STAYS = StayPages(
    of_player=receipts.of_player,
    of_stays=receipts.of_stays,
    title=gettext_lazy("My cash sessions"),
    address="my_cash",
    template="tables/my_cash.html",
    lobby="cash",
)


@require_safe
def cash(request: HtmxRequest) -> HttpResponse:
    """List every cash table, play money first for guests and anonymous readers; htmx asks for the
    list alone."""
    tables = lobby.open_tables(user_id=request.user.pk, now=room_clock.now())
    if guests.is_guest(request) or not request.user.is_authenticated:
        tables.sort(key=lambda one: not one.game.play_money)
    context = {"games": lobby.by_game(tables)}
    return whole_or_part(request, "tables/cash.html", "parts/cash_tables.html", context)


@require_POST
@login_required
def wait(request: PlayerRequest, pk: int) -> HttpResponse:
    """Join the waiting list of a table's game, or leave it with ``leave``."""
    wish: dict[str, Any] = {"table_id": pk, "user_id": who(request), "now": room_clock.now()}
    with refusal_as_message(request):
        if "leave" in request.POST:
            waiting.leave(**wish)
            messages.success(request, _("You are no longer on the waiting list."))
        else:
            waiting.join(**wish, any_table="this_table" not in request.POST)
            messages.success(request, _("You are on the waiting list. You will be called here."))
    return redirect("cash")


@require_safe
@login_required
def stays(request: PlayerRequest) -> HttpResponse:
    """List the reader's own stays at cash tables, the latest first (INFO-3)."""
    return STAYS.listed(request)


@require_safe
@login_required
def receipt(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the receipt of one stay, to its player alone."""
    return STAYS.receipt(request, pk)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Take a seat for play money; an anonymous visitor becomes a guest who confirms their age."""
    response = redirect("lobby")
    with refusal_as_message(request):
        user = request.user if isinstance(request.user, User) else None
        if user is None:
            user = guests.come_in(request, of_age="of_age" in request.POST)
        table_id = quick_seat.take_a_seat(
            user_id=UserId(user.pk),
            key=secrets.token_hex(8),
            wanted=number(request.POST.get("table", "")),
            now=room_clock.now(),
        )
        response = redirect("table", table_id)
    if guests.is_guest(request):
        guests.remember(request, response)
    return response


@require_POST
@login_required
def fill_up(request: PlayerRequest) -> HttpResponse:
    """Add play money for a player who has little."""
    with refusal_as_message(request):
        quick_seat.fill_up(user_id=who(request), now=room_clock.now())
        messages.success(request, _("Your play money has been refilled."))
    return redirect("cash")
