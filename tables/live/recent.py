"""Tables as this process wrote them last: whoever acts there next need not read them.

A table is taken out by one action and put back by it, so no two share a record. What is kept may
be old: it is written only over the very row that it was kept from (``TableRecord.mark``), and a
refusal that follows from it is no answer (docs/decisions/0039-an-action-remembers-its-table.md).
"""

from collections import OrderedDict

from django.db import connection

from tables.live.record import TableRecord

# Some 20 kB each.
KEPT = 2000
_kept: OrderedDict[int, TableRecord] = OrderedDict()


def take(table_id: int, *, seen_version: int) -> TableRecord | None:
    """The table as it was written here last; None where somebody has seen a later version."""
    table = _kept.pop(table_id, None)
    return table if table is not None and seen_version <= table.version else None


def keep(table: TableRecord) -> None:
    """Keep a table that was just written, while a hand is played there.

    Not within a transaction, which may still be undone, and has one mark for all that it writes.
    """
    if table.mark is None or table.live.playing is None or connection.in_atomic_block:
        return
    table.row = table.row_hand = None
    _kept[table.id] = table
    if len(_kept) > KEPT:
        _kept.popitem(last=False)
