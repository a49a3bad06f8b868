"""Views of a play-money seat in one click: with an account, or as a guest (FREE-2)."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.pages.replies import refusal_as_message
from core.pages.requests import PlayerRequest, number, who
from core.types import UserId
from players.pages import guests
from tables.cash import quick_seat


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
            now=timezone.now(),
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
        quick_seat.fill_up(user_id=who(request), now=timezone.now())
        messages.success(request, _("Your play money has been refilled."))
    return redirect("cash")
