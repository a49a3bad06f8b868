"""Receivers of signals about players: bars, merges, names, pictures and access."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from core import room_clock
from core.refusal import Refusal
from core.types import UserId
from tables.cash import cashier, waiting
from tables.live import seating
from tables.models import CashStay, PoolEntry, Seat, Table
from tables.pools import cashier as pool_cashier
from tables.refusals import TableCode
from tables.wire import push


def let_go_of_barred_player(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Let a barred player leave cash tables and pools with their chips, and all waiting lists."""
    waiting.forget(user_id=user_id, now=now)
    open_ones = CashStay.objects.filter(user=user_id, closed_at=None)
    for table_id in open_ones.order_by("table").values_list("table_id", flat=True):
        cashier.let_go(table_id=table_id, user_id=user_id, now=now)
    entries = PoolEntry.objects.filter(user=user_id, closed_at=None)
    for entry_id in entries.order_by("pk").values_list("pk", flat=True):
        pool_cashier.let_go(entry_id=entry_id, now=now)


def keep_while_at_table(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Refuse to anonymise a player with a seat or a stay; else end their places on waiting lists.
    STILL_AT_TABLE."""
    seats = Seat.objects.filter(user=user_id, table__status=Table.Status.OPEN)
    stays = [kind.objects.filter(user=user_id, closed_at=None) for kind in (CashStay, PoolEntry)]
    if seats.exists() or any(rows.exists() for rows in stays):
        raise Refusal(TableCode.STILL_AT_TABLE)
    waiting.forget(user_id=user_id, now=now)


def refuse_merge(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """Refuse a merge while one of the accounts has a seat or a stay (STAFF-12). SITS_SOMEWHERE."""
    both = (user_id, other_id)
    seats = Seat.objects.filter(user__in=both, table__status=Table.Status.OPEN)
    stays = [kind.objects.filter(user__in=both, closed_at=None) for kind in (CashStay, PoolEntry)]
    if seats.exists() or any(rows.exists() for rows in stays):
        raise Refusal(TableCode.SITS_SOMEWHERE)


def look_at_pages(sender: Any, *, user_ids: Iterable[UserId], **_: Any) -> None:
    """Tell the pages of these players to fetch their news."""
    push.tell_people(user_ids)


def show_picture(sender: Any, *, user_id: UserId, key: str, **_: Any) -> None:
    """Change a player's picture at every table where they sit, at once."""
    sits = Seat.objects.filter(user=user_id, table__status=Table.Status.OPEN).order_by("table")
    for table_id in sits.values_list("table_id", flat=True):
        seating.set_avatar(table_id=table_id, user_id=user_id, key=key, now=room_clock.now())


def rename(sender: Any, *, user_id: UserId, name: str, now: datetime, **_: Any) -> None:
    """Show a player's new name where they sit; hands that were dealt keep the old one."""
    seats = Seat.objects.filter(user=user_id).order_by("table")
    for table_id in seats.values_list("table_id", flat=True):
        seating.rename(table_id=table_id, user_id=user_id, name=name, now=now)


def look_at_sockets(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Tell every web process to check at once whether a player's sockets may stay."""
    push.tell_access(user_id)
