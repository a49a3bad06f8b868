"""What the tables of a live event ask of its floor (TRN-3, LIVE-4)."""

from enum import StrEnum
from typing import NamedTuple

from tournaments.floor.floorplan import Floorplan
from tournaments.rules import seating


class What(StrEnum):
    """What may be due."""

    FINAL = "final"
    BREAK = "break"
    BALANCE = "balance"


class DueMove(NamedTuple):
    """What is due: which table is broken, or which one gives a player to which."""

    what: What
    tables: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The same for the same."""
        return "-".join([self.what, *map(str, self.tables)])


def due(plan: Floorplan) -> DueMove | None:
    """What should be done next: the final table, a broken table, a balance. Nothing while hands of
    a round run, or somebody decides about a rebuy."""
    event = plan.tournament
    entry_open = event.may_still_enter(plan.now)
    if plan.deciding or len(plan.tables) < 2 or len(plan.ready()) < len(plan.tables):
        return None
    if any(table.able < len(table.stacks) for table in plan.tables.values()):
        return None
    field = plan.field()
    players = field.players + len(plan.latecomers)
    if not entry_open and players <= event.seats_per_table:
        return DueMove(What.FINAL)
    table_id = seating.table_to_break(field, spare=int(entry_open) + len(plan.latecomers))
    if table_id is not None:
        return DueMove(What.BREAK, (table_id,))
    step = seating.next_balancing(field, moved=plan.times_moved)
    return step and DueMove(What.BALANCE, (step.from_table, step.to_table))
