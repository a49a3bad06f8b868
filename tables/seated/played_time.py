"""Time at tables of players who have limited theirs: counted each minute, and enforced (PLAY-3)."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db.models import Q

from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from payouts import events
from payouts.protection import limits, played_time
from tables.cash import cashier
from tables.models import HOME, PLAY, CashStay, PoolEntry, Seat, Table
from tables.models.owners import FOR_MONEY
from tables.pools import cashier as pool_cashier


def count(*, now: datetime) -> int:
    """Count this minute for players who sit at a table and are there; idempotent.

    Play money is not counted (FREE-1). A player whose time is over leaves the cash tables and the
    pools after the hand; an event that has begun may be played to its end. Return the number of
    players counted.
    """
    if not (counted := played_time.counted()):
        return 0
    sitting = sorted(_at_tables(counted) | _in_pools(counted))
    played_time.count(sitting, now=now)
    for user_id in sitting:
        attempt("show out", partial(_show_out_if_over, user_id, now=now), user=user_id)
    return len(sitting)


def _show_out_if_over(user_id: UserId, *, now: datetime) -> None:
    if limits.time_left(user_id=user_id, now=now) == 0:
        _show_out(user_id, now=now)


def _at_tables(counted: Collection[UserId]) -> set[UserId]:
    # At the table of a pool a seat stays until the next hand, even if its player has gone on.
    seats = Seat.objects.filter(user__in=counted, away=False, table__status=Table.Status.OPEN)
    toys = Q(table__event__startswith=f"{PLAY}:") | Q(table__event__startswith=f"{HOME}:")
    there = list(
        seats.filter(table__pooltable=None).exclude(toys).values_list("user", "table__event")
    )
    named = events.find({event for _user, event in there})
    free = {name for name, event in named.items() if event.free}
    return {UserId(user) for user, event in there if event not in free}


def _in_pools(counted: Collection[UserId]) -> set[UserId]:
    here = PoolEntry.objects.filter(user__in=counted, closed_at=None)
    users = here.exclude(state=PoolEntry.State.OUT).values_list("user", flat=True)
    return {UserId(user) for user in users}


def _show_out(user_id: UserId, *, now: datetime) -> None:
    stays = CashStay.objects.filter(FOR_MONEY, user=user_id, closed_at=None)
    for table_id in stays.order_by("table").values_list("table_id", flat=True):
        # A player who has left meanwhile is already out.
        with suppress(Refusal):
            cashier.let_go(table_id=table_id, user_id=user_id, after_hand=True, now=now)
    entries = PoolEntry.objects.filter(user=user_id, closed_at=None, leaving=False)
    for entry_id in entries.order_by("pk").values_list("pk", flat=True):
        with suppress(Refusal):
            pool_cashier.let_go(entry_id=entry_id, after_hand=True, now=now)
