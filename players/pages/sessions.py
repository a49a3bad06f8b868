"""The page of a player's own sessions, with buttons that end them."""

from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.pages.replies import refusal_as_message
from players import known_browsers
from players.requests import PlayerRequest
from players.sign_in import logins, proof, sessions

# Sign-ins that the page shows.
LATEST = 20


class SessionRow(NamedTuple):
    """A session as the list shows it."""

    session: UserSession
    browser: str
    system: str
    here: bool


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    """List the player's sessions, the one of this browser first, and recent sign-ins."""
    key = request.session.session_key
    rows = [
        SessionRow(session, *known_browsers.called(session.user_agent), session.session_key == key)
        for session in sessions.of(user_id=request.user.pk)
    ]
    rows.sort(key=lambda row: not row.here)
    others = any(not row.here for row in rows)
    recent = logins.of(request.user.pk)[:LATEST]
    context = {"rows": rows, "others": others, "logins": recent}
    return render(request, "players/sessions.html", context)


@require_POST
@login_required
def end(request: PlayerRequest, pk: int) -> HttpResponse:
    """End one of the player's own sessions."""
    proof.require(request)
    with refusal_as_message(request):
        sessions.end(user_id=request.user.pk, session_id=pk)
        messages.success(request, _("That session is closed."))
    return redirect("sessions")


@require_POST
@login_required
def end_others(request: PlayerRequest) -> HttpResponse:
    """End all of the player's own sessions but this one."""
    proof.require(request)
    sessions.end_all(user_id=request.user.pk, but=request.session.session_key)
    messages.success(request, _("All other sessions are closed."))
    return redirect("sessions")
