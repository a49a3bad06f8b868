"""The context of every template."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from core import room_clock
from payouts.bookkeeping import accounts, ledger
from payouts.wallets import play_money
from payouts.wallets.sign_up_money import WELCOME
from players import room_settings as players_house
from players.pages import guests
from poker_site.opening import state as opening
from poker_site.room_settings.room import House
from poker_site.version import VERSION
from tables.seated import attention_bar as strips
from tables.seated.attention_bar import AttentionBar
from tournaments.pages.lobby import place_tabs
from tournaments.pages.lobby.place_tabs import Tab


def room(request: HttpRequest) -> dict[str, Any]:
    """Return functions, so that a page without a balance or a strip runs no query for it."""

    @cache
    def balance() -> int:
        user_id = request.user.pk
        return 0 if user_id is None else ledger.balance(accounts.player(user_id))

    @cache
    def strip() -> AttentionBar:
        user_id = request.user.pk
        if user_id is None:
            return AttentionBar()
        return strips.read(user_id, at=request.path, now=room_clock.now())

    @cache
    def tabs() -> list[Tab]:
        return place_tabs.tabs(now=room_clock.now())

    @cache
    def guest() -> bool:
        return guests.is_guest(request)

    @cache
    def play_balance() -> int:
        user_id = request.user.pk
        return 0 if user_id is None else play_money.balance(user_id)

    return {
        "DEMO": settings.DEMO,
        "being_set_up": opening.going_on,
        "house": House(),
        "HELP_LINE": players_house.HELP_LINE.value,
        "balance": balance,
        "guest": guest,
        "place_tabs": tabs,
        "play_balance": play_balance,
        "strip": strip,
        "version": VERSION,
        "welcome": WELCOME,
    }
