"""News of players who take a rest."""

from datetime import datetime
from typing import Any

from tables.cash import cashier
from tables.models import Seat
from tables.models.cash import CASH


def let_go_of_excluded_player(sender: Any, *, user_id: int, now: datetime, **_: Any) -> None:
    """Whoever has excluded themselves leaves the cash tables, with what they hold."""
    seats = Seat.objects.filter(user_id=user_id, table__event__startswith=CASH)
    for table_id in seats.order_by("table").values_list("table_id", flat=True):
        cashier.let_go(table_id=table_id, user_id=user_id, now=now)
