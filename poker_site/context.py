"""What every template may mention."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from payouts import accounts, ledger
from tables import strip as strips
from tables.strip import Strip
from tournaments.pages import place_tabs
from tournaments.pages.place_tabs import Tab


def room(request: HttpRequest) -> dict[str, Any]:
    """Functions, so that a page that shows no balance, or calls nobody, asks for none."""

    @cache
    def balance() -> int:
        user_id = request.user.pk
        return 0 if user_id is None else ledger.balance(accounts.player(user_id))

    @cache
    def strip() -> Strip:
        user_id = request.user.pk
        return Strip() if user_id is None else strips.read(user_id, now=timezone.now())

    @cache
    def tabs() -> list[Tab]:
        return place_tabs.tabs(now=timezone.now())

    return {
        "DEMO": settings.DEMO,
        "HELP_LINE": settings.HELP_LINE,
        "balance": balance,
        "place_tabs": tabs,
        "strip": strip,
    }
