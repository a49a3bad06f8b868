"""The conditions for giving a latecomer the seat that they drew (LATE-1)."""

from typing import NamedTuple

from core.types import SeatNo
from tournaments.rules import seating
from tournaments.rules.table_occupancy import TablePlan

# A moved player plays so many hands before a latecomer may move them again.
HANDS_IN_PEACE = 10


class TableSeat(NamedTuple):
    """A seat of an event."""

    table: int
    seat: SeatNo


def place(number: int, tables: list[int], *, max_seats: int) -> TableSeat:
    """Return seat ``number``, counted from 0, among all seats of ``tables`` (ids)."""
    return TableSeat(tables[number // max_seats], SeatNo(1 + number % max_seats))


def may_move(table: TablePlan, seat: int, *, hands: int | None) -> bool:
    """Return whether the player at ``seat`` may make room: not when due for the next big blind, nor
    within ten hands of a move; ``hands`` were begun since their last move, None without one."""
    due = table.positions is not None and seating.due_for_big_blind(table) == seat
    return not due and (hands is None or hands >= HANDS_IN_PEACE)


def suits(table: TablePlan, seat: int) -> bool:
    """Return whether a latecomer may begin at ``seat``: never as the small blind (BTN-3)."""
    empty = table.without_seat(seat)
    return not empty.seats or not seating.due_for_small_blind(empty, seat)
