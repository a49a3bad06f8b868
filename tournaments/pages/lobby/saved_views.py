"""Favourite series and saved searches of a player, by buttons that work without a script."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.pages.next_url import next_url
from core.pages.replies import refusal_as_message
from core.pages.requests import PlayerRequest, who
from tournaments.pages.lobby import views as lobby_views
from tournaments.pages.lobby.event_filter import plain_query
from tournaments.saved import favourites, searches


@require_POST
@login_required
def star_series(request: PlayerRequest, pk: int) -> HttpResponse:
    """Mark a series as a favourite, or with ``wanted=no`` remove the mark; 204 for a script."""
    with refusal_as_message(request):
        wanted = request.POST.get("wanted") != "no"
        favourites.star(user_id=who(request), template_id=pk, wanted=wanted)
        if request.headers.get("X-Requested-With") == "fetch":
            return HttpResponse(status=204)
    return redirect(next_url(request, reverse("lobby")))


@require_POST
@login_required
def save_search(request: PlayerRequest) -> HttpResponse:
    """Save a search: ``name``, ``place``, ``query``."""
    place, query = request.POST.get("place", ""), request.POST.get("query", "")
    if place not in lobby_views.LISTED:
        place = "all"
    kept = plain_query(query, request)
    with refusal_as_message(request):
        searches.save(
            user_id=who(request), name=request.POST.get("name", ""), place=place, query=kept
        )
        messages.success(request, _("The search is kept: you find it above the list."))
    return redirect(f"{reverse('place', args=[place])}?{kept}")


@require_POST
@login_required
def forget_search(request: PlayerRequest, pk: int) -> HttpResponse:
    searches.forget(user_id=who(request), search_id=pk)
    return redirect(next_url(request, reverse("lobby")))
