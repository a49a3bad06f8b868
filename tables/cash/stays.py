"""A player's stays at cash games, and the buy-in that they allow now (CASH-1)."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import F, Q, QuerySet, Sum

from core.refusal import Refusal
from core.types import UserId
from payouts.refusals import MoneyCode
from tables import room_settings
from tables.cash import buy_in
from tables.cash.buy_in import BuyIn, StayRecord
from tables.models import PLAY, CashGame, CashStay, Seat
from tables.models.money_games import MOST_BROUGHT, MoneyStay

Of = TypeVar("Of", bound=MoneyStay)


def of_wish(stays: QuerySet[Of], key: str) -> Of:
    """Return the player's stay that this key began; KEY_REUSED: the key brought other chips."""
    stay = stays.filter(key=key).first()
    if stay is None:
        raise Refusal(MoneyCode.KEY_REUSED, key=key)
    return stay


def within() -> timedelta:
    """The time after a stay during which its player counts as coming back."""
    return room_settings.CASH_RETURN.value()


def buy_ins(
    games: Iterable[CashGame], *, user_id: UserId | None, now: datetime
) -> dict[str, BuyIn]:
    """The buy-ins that a player may bring, by event: one query, none if anonymous (None)."""
    stays: defaultdict[str, list[StayRecord]] = defaultdict(list)
    events = [game.event for game in games]
    lately = Q(closed_at=None) | Q(closed_at__gt=now - within())
    lasting = CashStay.objects.filter(lately, user=user_id, table__event__in=events)
    if user_id is None:
        lasting = lasting.none()
    rows = lasting.annotate(event=F("table__event"), later=F("came_back__id"))
    columns = ("event", "pk", "brought", "brought_back", "took", "closed_at", "later")
    for event, pk, brought, back, took, closed_at, later in rows.values_list(*columns):
        stays[event].append(StayRecord(pk, brought, back, took, closed_at, later is not None))
    return {
        event: buy_in.buy_in(stays[event], most=MOST_BROUGHT, within=within(), now=now)
        for event in events
    }


def buy_in_at(game: CashGame, *, user_id: UserId | None, now: datetime) -> BuyIn:
    """The buy-in that a player may bring to one game."""
    return buy_ins([game], user_id=user_id, now=now)[game.event]


def at_tables(user_id: UserId) -> int:
    """Count the play-money chips that a player has at tables, including those in a current hand."""
    mine = Seat.objects.filter(user=user_id, table__event__startswith=f"{PLAY}:")
    sums = mine.aggregate(stacks=Sum("stack", default=0), pots=Sum("in_pot", default=0))
    return int(sums["stacks"] + sums["pots"])
