"""The page of cash games."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.parts import HtmxRequest, whole_or_part
from tables.cash import lobby


@require_safe
def cash(request: HtmxRequest) -> HttpResponse:
    """Every cash table; htmx asks for the list alone."""
    tables = lobby.open_tables(user_id=request.user.pk, now=timezone.now())
    context = {"games": lobby.by_game(tables)}
    return whole_or_part(request, "tables/cash.html", "parts/cash_tables.html", context)
