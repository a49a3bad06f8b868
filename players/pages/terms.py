"""The pages of the room's terms and of their acceptance (HOUSE-3)."""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from core import room_clock
from core.pages.next_url import next_url
from core.pages.replies import lead_to, refusal_as_message, refusal_json
from core.refusal import Refusal
from players.models import User
from players.refusals import PlayerCode
from players.requests import PlayerRequest
from players.sign_in import terms

# The version that a session is known to have accepted.
MARK = "terms"
# Paths that stay open without acceptance: the way out, a player's money and its withdrawal, their
# limits, a hand and an event in progress, the desk.
OPEN = ("/accounts/", "/static/", "/rules/", "/i18n/", "/terms/", "/wallet/", "/tables/", "/admin/")
OPEN_API = ("/api/terms/", "/api/payments/", "/api/limits/", "/api/tables/", "/api/me/")
OF_PLAY = re.compile(
    r"/my/tournaments/|(/api)?/tournaments/[0-9]+/((unregister|standing|deal)/)?"
    r"|/pools/[0-9]+/[0-9]+/|/seat/.+"
)


class Accepting:
    """Middleware that leads players who have not accepted the terms in force to them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not _is_new(request):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return JsonResponse(refusal_json(Refusal(PlayerCode.TERMS_NEW)), status=403)
        back = request.get_full_path() if request.method == "GET" else "/"
        page = f"{reverse('accept_terms')}?{urlencode({'next': back})}"
        return lead_to(page) if request.headers.get("HX-Request") else redirect(page)


def _is_new(request: HttpRequest) -> bool:
    """Return whether this request needs an acceptance of the terms in force first."""
    if request.path.startswith((*OPEN, *OPEN_API)) or OF_PLAY.fullmatch(request.path):
        return False
    now = terms.version()
    if not now or request.session.get(MARK) == now:
        return False
    user = request.user
    # Guests have no account, and bots cannot accept anything: neither has a password.
    if not isinstance(user, User) or not user.has_usable_password():
        return False
    if terms.accepted(user.pk):
        request.session[MARK] = now
        return False
    return True


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the terms in force, to all visitors."""
    if not terms.version():
        raise Http404
    return render(request, "players/terms.html", {"text": terms.text()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def accept(request: PlayerRequest) -> HttpResponse:
    """Show the terms with a button; a POST accepts the version that was read."""
    wanted = request.POST.get("next", request.GET.get("next", "/"))
    back = next_url(request, "/", asked=wanted)
    if request.method == "POST":
        with refusal_as_message(request):
            seen = request.POST.get("version", "")[:12]
            terms.accept(user_id=request.user.pk, seen=seen, now=room_clock.now())
            return redirect(back)
        return redirect(f"{reverse('accept_terms')}?{urlencode({'next': back})}")
    if terms.accepted(request.user.pk):
        return redirect(back)
    context: dict[str, Any] = {"text": terms.text(), "version": terms.version(), "back": back}
    context["before"] = terms.last(request.user.pk)
    return render(request, "players/terms.html", context)
