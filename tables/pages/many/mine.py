"""The tables that a player sits at."""

from core.types import UserId
from tables.models import FAST, FastEntry, Seat, Table
from tables.wire.addresses import PoolAddress, TableAddress


def ats(user_id: UserId) -> list[str]:
    """The seats at open tables, and entries in pools, as addresses of sockets, in the order in
    which they were taken: two queries."""
    seats = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN)
    # A seat at a table of a pool belongs to an entry.
    alone = seats.exclude(table__event__startswith=f"{FAST}:").order_by("pk")
    entries = FastEntry.objects.filter(user_id=user_id, closed_at=None).order_by("pk")
    return [
        *(str(TableAddress(table_id)) for table_id in alone.values_list("table_id", flat=True)),
        *(str(PoolAddress(*entry)) for entry in entries.values_list("pool_id", "no")),
    ]
