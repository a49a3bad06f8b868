"""The page of a player's profile, and the one where they choose what it shows (PROFILE-1)."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.types import UserId
from players.models.profile import LONGEST_COUNTRY
from players.requests import PlayerRequest
from tournaments.profiles import choosing, reading


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's profile to a reader, who may be a visitor."""
    reader_id = UserId(request.user.pk) if request.user.is_authenticated else None
    shown = reading.of(name, reader_id=reader_id)
    if shown is None:
        raise Http404
    context = {"profile": shown, "own": shown.user.pk == request.user.pk}
    return render(request, "tournaments/profiles/profile.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choose(request: PlayerRequest) -> HttpResponse:
    """Show what the reader's profile shows, and store what they choose."""
    if request.method == "POST":
        with refusal_as_message(request):
            choosing.choose(
                user_id=who(request),
                country=request.POST.get("country", ""),
                shown=set(request.POST),
            )
            messages.success(request, _("Saved."))
        return redirect("own_profile")
    context = {"chosen": reading.choices(who(request)), "longest": LONGEST_COUNTRY}
    return render(request, "tournaments/profiles/choose.html", context)
