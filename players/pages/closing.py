"""The page on which players close their account (ACCOUNT-6)."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.formats import moment
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from players.closing import closings, obstacles
from players.protection import exclusions
from players.requests import PlayerRequest
from players.sign_in import proof


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    """Say what must be done first, what goes and what stays."""
    user_id, now = who(request), room_clock.now()
    context = {
        "obstacles": obstacles.of(user_id, now=now),
        "until": exclusions.excluded_until(user_id=user_id, now=now),
        "days": closings.COOLING_OFF.days,
    }
    return render(request, "players/close_account.html", context)


@require_POST
@login_required
def ask(request: PlayerRequest) -> HttpResponse:
    """Ask for the closing, and sign out everywhere."""
    proof.require(request)
    if "sure" not in request.POST:
        messages.error(request, _("Confirm that you want to close your account."))
        return redirect("close_account")
    with refusal_as_message(request):
        closing = closings.ask(user_id=who(request), now=room_clock.now())
        logout(request)
        text = _("You are signed out. Your account closes on %(when)s; a sign-in cancels that.")
        messages.success(request, text % {"when": moment(closing.asked_at + closings.COOLING_OFF)})
        return redirect("lobby")
    return redirect("close_account")
