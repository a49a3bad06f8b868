"""Tables where all players sit out (OUT-1): without rising blinds a last level would never end.

Players who sit out are counted when a hand is dealt, so a short return between hands has no effect.
"""

from datetime import datetime

from tables.live import seating
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.rules import desertion as rules
from tournaments.rules.level_clock import BlindLevel, ClockReading


def blinds(plan: StoredFloor, table: TableState, reading: ClockReading) -> BlindLevel:
    """Return the blinds of a table's next hand."""
    note(plan, table)
    since = _deserted_since(plan, table)
    # Until the last level blinds rise by themselves.
    if since is None or reading.left is not None:
        return reading.blinds
    stood_still = plan.tournament.stood_still(since=since, until=plan.now)
    return rules.blinds(reading.blinds, gone_for=plan.now - since - stood_still)


def note(plan: StoredFloor, table: TableState) -> None:
    """Record since when all players with chips at a table sit out; the table is about to deal."""
    there = [table.users[no] for no, stack in table.stacks.items() if stack]
    deserted = plan.away.issuperset(there)
    if deserted != (table.deserted_at is not None):
        table.deserted_at = plan.now if deserted else None
        seating.set_deserted(table_id=table.id, at=table.deserted_at)


def _deserted_since(plan: StoredFloor, table: TableState) -> datetime | None:
    """Return since when all players sit out, at this table in a shootout, else at all; or None."""
    apart = plan.tournament.plays_apart
    since = [table.deserted_at for table in ([table] if apart else plan.tables.values())]
    known = [at for at in since if at is not None]
    return max(known) if len(known) == len(since) else None
