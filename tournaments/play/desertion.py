"""Tables that everybody has left (OUT-1): there a last level would last for ever.

Who sits out is looked at when a hand is dealt, so a short visit in between does not count.
"""

from datetime import datetime

from tables.live import usher
from tournaments.floor.floorplan import Floorplan, TableState
from tournaments.models import Tournament
from tournaments.rules import desertion as rules
from tournaments.rules.level_clock import ClockReading, Level


def blinds(plan: Floorplan, table: TableState, reading: ClockReading) -> Level:
    """What the next hand of a table is played for."""
    note(plan, table)
    since = _deserted_since(plan, table)
    # Until the last level blinds rise by themselves.
    if since is None or reading.left is not None:
        return reading.blinds
    stood_still = plan.tournament.stood_still(since=since, until=plan.now)
    return rules.blinds(reading.blinds, gone_for=plan.now - since - stood_still)


def note(plan: Floorplan, table: TableState) -> None:
    """Keep in mind since when nobody is there at a table that is to be dealt to."""
    there = [table.users[no] for no, stack in table.stacks.items() if stack]
    deserted = plan.away.issuperset(there)
    if deserted != (table.deserted_at is not None):
        table.deserted_at = plan.now if deserted else None
        usher.set_deserted(table_id=table.id, at=table.deserted_at)


def _deserted_since(plan: Floorplan, table: TableState) -> datetime | None:
    """Since when nobody is there, at any table that decides who plays on with whom."""
    apart = plan.tournament.format == Tournament.Format.SHOOTOUT
    since = [table.deserted_at for table in ([table] if apart else plan.tables.values())]
    known = [at for at in since if at is not None]
    return max(known) if len(known) == len(since) else None
