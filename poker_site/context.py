"""What every template may mention."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from payouts import accounts, ledger
from tables.cash import waiting
from tables.cash.waiting import HeldSeat
from tables.live import calls as seats
from tables.live.calls import Call


def room(request: HttpRequest) -> dict[str, Any]:
    """Functions, so that a page that shows no balance, or calls nobody, asks for none."""

    @cache
    def balance() -> int:
        user_id = request.user.pk
        return 0 if user_id is None else ledger.balance(accounts.player(user_id))

    @cache
    def calls() -> list[Call]:
        user_id = request.user.pk
        return [] if user_id is None else seats.calls(user_id=user_id)

    @cache
    def held_seats() -> list[HeldSeat]:
        user_id = request.user.pk
        return [] if user_id is None else waiting.held_for(user_id, now=timezone.now())

    def turns() -> int:
        return sum(call.turn for call in calls()) + len(held_seats())

    return {
        "DEMO": settings.DEMO,
        "HELP_LINE": settings.HELP_LINE,
        "balance": balance,
        "calls": calls,
        "held_seats": held_seats,
        "turns": turns,
    }
