"""The money of a pool: one account for all its chips, and the buy-in of players (CASH-1)."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from tables.cash import buy_in, stays
from tables.cash.buy_in import BuyIn, StayRecord
from tables.models import FastPool, PoolEntry
from tables.models.money_games import MOST_BROUGHT


def account(pool_id: int) -> str:
    """The account that holds a cent for every chip of a pool."""
    return accounts.escrow_of(FastPool(pk=pool_id).event)


def hold(pool_id: int, users: Iterable[UserId]) -> None:
    """Lock a pool's money and these wallets, for several transfers in one transaction."""
    ledger.hold([account(pool_id), *map(accounts.player, users)])


def buy(*, pool_id: int, user_id: UserId, amount: Cents, key: str, now: datetime) -> bool:
    """Sell chips, once per key; return whether this call did it. Refuse as ``ledger.post`` does."""
    leg = Leg(accounts.player(user_id), account(pool_id), amount, Reason.CHIPS)
    return ledger.post([leg], key=key, now=now).created


def cash_in(*, pool_id: int, user_id: UserId, amount: Cents, key: str, now: datetime) -> None:
    """Turn a player's chips into money again."""
    leg = Leg(account(pool_id), accounts.player(user_id), amount, Reason.CASH_OUT)
    ledger.post([leg], key=key, now=now)


def buy_in_at(pool: FastPool, *, user_id: UserId | None, now: datetime) -> BuyIn:
    """The buy-in that a player may bring to a pool: one query, none if anonymous (None)."""
    return buy_ins([pool], user_id=user_id, now=now)[pool.pk]


def buy_ins(
    pools: Iterable[FastPool], *, user_id: UserId | None, now: datetime
) -> dict[int, BuyIn]:
    """Return ``buy_in_at`` of several, by pool. An entry that is not yet fully paid still lasts."""
    records: dict[int, list[StayRecord]] = {pool.pk: [] for pool in pools}
    if user_id is not None:
        rows = lately(user_id, now=now).filter(pool__in=records)
        columns = ("pool", "pk", "brought", "brought_back", "took", "closed_at", "came_back")
        for pool_id, pk, brought, back, took, left_at, later in rows.values_list(*columns):
            took = None if left_at is None else took
            records[pool_id].append(StayRecord(pk, brought, back, took, left_at, later is not None))
    within = stays.within()
    return {
        pool_id: buy_in.buy_in(own, most=MOST_BROUGHT, within=within, now=now)
        for pool_id, own in records.items()
    }


def lately(user_id: UserId, *, now: datetime) -> QuerySet[PoolEntry]:
    """The entries of a player that are open, or were left so lately that they count."""
    open_ones = PoolEntry.objects.filter(user=user_id, closed_at=None)
    return open_ones | PoolEntry.objects.filter(user=user_id, closed_at__gt=now - stays.within())
