"""An entry, locked with its table: table first, entry after it."""

from typing import NamedTuple

from django.db import transaction

from core.refusal import Refusal
from core.types import SeatNo, UserId
from tables.live import record
from tables.live.record import TableRecord
from tables.live.state import Sitter
from tables.models import PoolEntry
from tables.refusals import TableCode

State = PoolEntry.State
# The states in which an entry has a table.
AT_A_TABLE = (State.PLAYING, State.WATCHING)


class Placed(NamedTuple):
    """An entry and, while it plays or watches a hand, the table of that hand; both locked."""

    entry: PoolEntry
    table: TableRecord | None

    @property
    def seat(self) -> tuple[TableRecord, SeatNo, Sitter]:
        """The seat of the entry in the hand that it plays or watches; NOT_IN_HAND elsewhere."""
        if self.table is not None:
            for no, sitter in self.table.live.seats.items():
                if sitter.entry == self.entry.pk:
                    return self.table, no, sitter
        raise Refusal(TableCode.NOT_IN_HAND)


class _Moved(Exception):
    """The entry was dealt in elsewhere while its table's lock was waited for."""


def find(*, pool_id: int, user_id: UserId | None, no: int) -> PoolEntry:
    """Return a player's open entry, as last committed; NOT_IN_POOL."""
    entry = PoolEntry.objects.filter(pool=pool_id, user=user_id, no=no, closed_at=None).first()
    if entry is None or user_id is None:
        raise Refusal(TableCode.NOT_IN_POOL)
    return entry


def lock(seen: PoolEntry) -> Placed:
    """Lock an entry and its table until the end of this transaction.

    Nothing stays locked of a table that the entry has left since it was ``seen``. NOT_IN_POOL.
    """
    while True:
        try:
            with transaction.atomic():
                return _lock(seen)
        except _Moved:
            seen = PoolEntry.objects.get(pk=seen.pk)


def _lock(seen: PoolEntry) -> Placed:
    at = _table_of(seen)
    table = None if at is None else record.lock(at)
    entry = PoolEntry.objects.select_for_update(no_key=True).get(pk=seen.pk)
    if entry.closed_at is not None:
        raise Refusal(TableCode.NOT_IN_POOL)
    if _table_of(entry) != at:
        raise _Moved
    return Placed(entry, table)


def _table_of(entry: PoolEntry) -> int | None:
    return entry.table_id if entry.state in AT_A_TABLE else None
