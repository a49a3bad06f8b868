"""Time at tables, for those who have limited theirs: counted each minute, and held (PLAY-3)."""

from contextlib import suppress
from datetime import datetime

from core.refusal import Refusal
from core.types import UserId
from payouts import limits, played_time
from tables.cash import cashier
from tables.models import CashSession, Seat, Table


def count(*, now: datetime) -> int:
    """Count this minute for whoever sits at a table and is there; safe to run twice.

    Whose time is over leaves the cash tables after the hand; an event that has begun they may
    play to its end. Returns for how many it was counted.
    """
    if not (counted := played_time.counted()):
        return 0
    seats = Seat.objects.filter(user__in=counted, away=False, table__status=Table.Status.OPEN)
    users = seats.order_by("user").values_list("user", flat=True).distinct()
    sitting = [UserId(user) for user in users]
    played_time.count(sitting, now=now)
    for user_id in sitting:
        if limits.time_left(user_id=user_id, now=now) == 0:
            _show_out(user_id, now=now)
    return len(sitting)


def _show_out(user_id: UserId, *, now: datetime) -> None:
    stays = CashSession.objects.filter(user=user_id, closed_at=None)
    for table_id in stays.order_by("table").values_list("table_id", flat=True):
        # Whoever has left meanwhile need not be told.
        with suppress(Refusal):
            cashier.let_go(table_id=table_id, user_id=user_id, after_hand=True, now=now)
