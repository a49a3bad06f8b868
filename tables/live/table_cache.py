"""A cache of the tables that this process wrote last, so that the next action need not read them.

An action takes a table out and puts it back, so no two share a record. A record may be stale: it is
written only over the very row version that it was kept from (``TableRecord.mark``), and a refusal
based on it is not final (docs/decisions/0039-per-process-cache-of-the-last-written-table.md).
"""

from collections import OrderedDict

from django.db import connection

from tables.live.record import TableRecord

# Some 20 kB each.
KEPT = 2000
_kept: OrderedDict[int, TableRecord] = OrderedDict()


def pop(table_id: int, *, seen_version: int) -> TableRecord | None:
    """Take the table as last written here; None if absent, or older than the version seen."""
    table = _kept.pop(table_id, None)
    return table if table is not None and seen_version <= table.version else None


def put(table: TableRecord) -> None:
    """Keep a table that was just written, while a hand is played there.

    Not within a transaction: it may roll back, and all its writes share one ``xmin``.
    """
    if table.mark is None or table.live.playing is None or connection.in_atomic_block:
        return
    table.row = table.row_hand = None
    _kept[table.id] = table
    if len(_kept) > KEPT:
        _kept.popitem(last=False)
