"""The moves that are due at the tables of a live event (TRN-3, LIVE-4)."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Count, Q

from core.types import Chips, SeatNo
from tables.models import Table
from tournaments.floor import floors
from tournaments.floor.arrivals import Latecomer, Latecomers
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.models import Tournament
from tournaments.rules import seating


class What(StrEnum):
    """The kinds of due moves."""

    FINAL = "final"
    BREAK = "break"
    BALANCE = "balance"


class DueMove(NamedTuple):
    """A due move: the table to break, or the tables that give and take a player."""

    what: What
    tables: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """A text that identifies the move."""
        return "-".join([self.what, *map(str, self.tables)])


def due_now(tournament: Tournament, *, now: datetime) -> DueMove | None:
    """Return the next due move of a live event, or None. Seats are read only when tables need
    balancing: the other moves follow from the number of players per table."""
    seen = glance(tournament, now=now)
    if _waits(seen):
        return None
    sizes = [len(table.users) for table in seen.tables.values()]
    if found := _by_sizes(seen):
        return found
    return due(floors.read(tournament, now=now)) if max(sizes) - min(sizes) > 1 else None


def due(plan: StoredFloor) -> DueMove | None:
    """Return the next due move: the final table, a table to break, a balance. None while hands of
    a round run, or a player without chips is still seated."""
    if _waits(plan):
        return None
    if found := _by_sizes(plan):
        return found
    step = seating.next_balancing(plan.field(), moved=plan.times_moved)
    return step and DueMove(What.BALANCE, (step.from_table, step.to_table))


def glance(tournament: Tournament, *, now: datetime) -> StoredFloor:
    """Return the open tables of a live event with their numbers of players, without user ids."""
    opened = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    rows = opened.annotate(
        taken=Count("seats"), broke=Count("seats", filter=Q(seats__stack=0))
    ).values_list("pk", "name", "max_seats", "notice", "taken", "broke")
    tables = []
    for pk, name, most, notice, sitting, without in rows.order_by("pk"):
        table = TableState(pk, name, most, None, notice)
        if tournament.in_round and notice is not None and notice["kind"] == "hand_for_hand":
            # As ``LiveFloor.read`` sees it (LIVE-4).
            table.hand_id = 0
        chairs = [SeatNo(no) for no in range(1, sitting + 1)]
        table.users = dict.fromkeys(chairs, 0)
        table.stacks = {no: Chips(no > without) for no in chairs}
        tables.append(table)
    plan = floors.kind_of(tournament)(tournament, tables, now=now)
    arriving = range(tournament.arriving_count)
    plan.latecomers = Latecomers(Latecomer(number, 0, Chips(0)) for number in arriving)
    return plan


def _waits(plan: StoredFloor) -> bool:
    """Return whether there is nothing to rearrange, or a player or hand to wait for."""
    if plan.deciding or len(plan.tables) < 2 or len(plan.ready()) < len(plan.tables):
        return True
    return any(table.able < len(table.stacks) for table in plan.tables.values())


def _by_sizes(plan: StoredFloor) -> DueMove | None:
    """Return a due final table or table to break, by the numbers of players per table."""
    event = plan.tournament
    entry_open = event.may_still_enter(plan.now)
    field = plan.field()
    players = field.players + len(plan.latecomers)
    if not entry_open and players <= event.seats_per_table:
        return DueMove(What.FINAL)
    spare = int(entry_open) + len(plan.latecomers)
    table_id = seating.table_to_break(field, spare=spare)
    return None if table_id is None else DueMove(What.BREAK, (table_id,))
