"""The page of cash games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from tables import cash_lobby


class HtmxRequest(HttpRequest):
    """A request as django-htmx's middleware leaves it."""

    htmx: HtmxDetails


@require_safe
def cash(request: HtmxRequest) -> HttpResponse:
    """Every cash table; htmx asks for the list alone."""
    offers = cash_lobby.offers(user_id=request.user.pk, now=timezone.now())
    context = {
        "games": cash_lobby.by_game(offers),
        "seated": [offer for offer in offers if offer.seated],
    }
    whole = not request.htmx or request.htmx.history_restore_request
    page = "tables/cash.html" if whole else "tables/parts/cash_tables.html"
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
