"""Demands of staff, to be met after a sign-in before anything else."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core import room_clock
from core.pages.replies import refusal_json
from core.refusal import Refusal
from players.models import Demand, User
from players.refusals import PlayerCode
from players.staff import demands

MARK = "demanded"
PAGES = {Demand.Kind.PASSWORD: "account_change_password", Demand.Kind.FACTOR: "mfa_index"}
# Paths that stay open: those pages, signing in again on the way, signing out.
OPEN = ("/accounts/", "/static/", "/rules/", "/i18n/")


class Demands:
    """Middleware that leads a session opened under a demand to the page where it is met.

    All earlier sessions have been ended, so that only marked sessions are checked.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A request without the cookie must not touch the session: its answer may be cached.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.session.get(MARK):
            return self.get_response(request)
        user_id = request.user.pk
        waiting = [] if user_id is None else demands.waiting(user_id=user_id)
        if not waiting:
            del request.session[MARK]
            return self.get_response(request)
        if request.path.startswith(OPEN):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return JsonResponse(refusal_json(Refusal(PlayerCode.DEMANDED)), status=403)
        messages.warning(request, _("The room needs this from you first."))
        return redirect(PAGES[Demand.Kind(waiting[0])])


def mark(request: HttpRequest, user: User) -> None:
    """Mark the session of a player who has just signed in, if demands are waiting."""
    if demands.waiting(user_id=user.pk):
        request.session[MARK] = True


def password_changed(sender: Any, user: User, **_: Any) -> None:
    """Close staff's demand for a new password: the player has just set one."""
    demands.meet(user_id=user.pk, kind=Demand.Kind.PASSWORD, now=room_clock.now())


def factor_added(sender: Any, user: User, **_: Any) -> None:
    """Meet the demand for a second factor once the player has added one."""
    demands.meet(user_id=user.pk, kind=Demand.Kind.FACTOR, now=room_clock.now())
