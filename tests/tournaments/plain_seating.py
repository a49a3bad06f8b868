"""Seating and latecomers said plainly: every table is looked at for each question.

The second implementation, with which ``tournaments.rules.seating`` and
``tournaments.play.latecomers`` must agree to the last draw.
"""

from collections.abc import Callable, Sequence

import pytest

from core.types import SeatNo
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import StoredFloor
from tournaments.models import Move
from tournaments.play import arrangement, latecomers
from tournaments.rules import late_seating, seating
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import BlindLevel
from tournaments.rules.seating import Balancing, due_for_big_blind, seat_for_newcomer
from tournaments.rules.table_occupancy import TablePlan


def place_for_newcomer(
    tables: Sequence[TablePlan], *, but: int | None = None
) -> tuple[int, SeatNo] | None:
    with_room = [table for table in tables if table.room and table.id != but]
    for table in sorted(with_room, key=lambda table: len(table.seats)):
        if (seat := seat_for_newcomer(table)) is not None:
            return table.id, seat
    return None


def table_to_break(tables: Sequence[TablePlan], *, spare: int) -> int | None:
    if len(tables) < 2:
        return None
    shortest = min(tables, key=lambda table: (len(table.seats), not table.ready, -table.id))
    others = sum(table.room for table in tables if table.id != shortest.id)
    needed = len(shortest.seats) + (spare if len(shortest.seats) > 1 else 0)
    return shortest.id if needed <= others else None


def too_short(tables: Sequence[TablePlan]) -> set[int]:
    fullest = max((len(table.seats) for table in tables), default=0)
    return {
        table.id
        for table in tables
        if fullest - len(table.seats) >= seating.SHORT and seat_for_newcomer(table) is not None
    }


def next_balancing(
    tables: Sequence[TablePlan], *, moved: Callable[[int, SeatNo], int]
) -> Balancing | None:
    if len(tables) < 2:
        return None
    sizes = [len(table.seats) for table in tables]
    fewest, fullest = min(sizes), max(sizes)
    fair = seating.tables_needed(sum(sizes), max_seats=len(sizes))
    givers = [
        table
        for table in tables
        if table.ready
        and len(table.seats) - fewest > 1
        and len(table.seats) >= min(fullest, fair + 1)
    ]

    def turn(giver: TablePlan) -> tuple[int, int, int]:
        return -len(giver.seats), moved(giver.id, due_for_big_blind(giver)), giver.id

    for giver in sorted(givers, key=turn):
        for taker in sorted(tables, key=lambda table: table.id):
            if len(taker.seats) == fewest and (seat := seat_for_newcomer(taker)) is not None:
                return Balancing(giver.id, due_for_big_blind(giver), taker.id, seat)
    return None


def tables_of(plan: StoredFloor) -> list[TablePlan]:
    return [plan.plan_of(table) for table in plan.tables.values()]


def seat_those_waiting(plan: StoredFloor, *, level: BlindLevel) -> None:
    """Try everybody again, whatever has happened since."""
    for newcomer in list(plan.latecomers):
        while sum(table.room for table in tables_of(plan)) < len(plan.latecomers):
            plan.open_table(plan.next_label(), level)
        _seat(plan, newcomer, level=level)


def _seat(plan: StoredFloor, newcomer: Latecomer, *, level: BlindLevel) -> None:
    for _ in range(latecomers.DRAWS):
        drawn = plan.latecomers.give_up(newcomer) or _draw(plan)
        if not _can_be(plan, drawn):
            continue
        table = plan.tables[drawn.table]
        if drawn.seat in table.users:
            if not table.movable(plan.now):
                plan.hold(table)
                plan.expect(newcomer, drawn)
                return
            to = place_for_newcomer(tables_of(plan), but=drawn.table)
            assert to is not None
            plan.move(*drawn, *to, Move.Reason.LATE)
        plan.welcome(newcomer, drawn)
        return
    if not any(table.room for table in tables_of(plan)):
        plan.open_table(plan.next_label(), level)
    place = place_for_newcomer(tables_of(plan)) or arrangement.any_seat(plan)
    plan.welcome(newcomer, TableSeat(*place))


def _draw(plan: StoredFloor) -> TableSeat:
    tables, max_seats = list(plan.tables), plan.tournament.seats_per_table
    number = plan.below(len(tables) * max_seats)
    return late_seating.place(number, tables, max_seats=max_seats)


def _can_be(plan: StoredFloor, drawn: TableSeat) -> bool:
    table = plan.tables.get(drawn.table)
    if table is None or any(drawn == other.drawn for other in plan.latecomers):
        return False
    seen = plan.plan_of(table)
    if not late_seating.suits(seen, drawn.seat):
        return False
    if drawn.seat not in table.users:
        return True
    elsewhere = place_for_newcomer(tables_of(plan), but=drawn.table)
    return elsewhere is not None and late_seating.may_move(
        seen, drawn.seat, hands=plan.hands_since_moved(table, drawn.seat)
    )


def use(patch: pytest.MonkeyPatch) -> None:
    """Let the room seat by this module."""
    patch.setattr(latecomers, "seat_those_waiting", seat_those_waiting)
    patch.setattr(
        StoredFloor,
        "field",
        lambda plan: _Plain(tables_of(plan)),
    )
    for name in ("place_for_newcomer", "table_to_break", "too_short", "next_balancing"):
        patch.setattr(seating, name, globals()[name])


class _Plain(list[TablePlan]):
    """What else is asked of a field."""

    @property
    def players(self) -> int:
        return sum(len(table.seats) for table in self)

    @property
    def room(self) -> int:
        return sum(table.room for table in self)

    def emptiest(self, count: int, *, but: Sequence[int] = ()) -> list[TablePlan]:
        """All there are, however few will be needed."""
        return [table for table in self if table.id not in but]
