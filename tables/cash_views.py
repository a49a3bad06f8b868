"""The page of cash games."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from payouts.parts import HtmxRequest, whole_or_part
from tables import cash_lobby


@require_safe
def cash(request: HtmxRequest) -> HttpResponse:
    """Every cash table; htmx asks for the list alone."""
    offers = cash_lobby.offers(user_id=request.user.pk, now=timezone.now())
    context = {
        "games": cash_lobby.by_game(offers),
        "seated": [offer for offer in offers if offer.seated],
    }
    return whole_or_part(request, "tables/cash.html", "parts/cash_tables.html", context)
