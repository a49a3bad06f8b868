"""Whether a seat that a latecomer has drawn can be theirs (LATE-1)."""

from typing import NamedTuple

from core.types import SeatNo
from tournaments.rules import seating
from tournaments.rules.fields import TablePlan

# Who was moved plays so many hands before a latecomer may move them again.
HANDS_IN_PEACE = 10


class TableSeat(NamedTuple):
    """A seat of an event."""

    table: int
    seat: SeatNo


def place(number: int, tables: list[int], *, max_seats: int) -> TableSeat:
    """The seat that goes by ``number``, from 0 on, among all seats of ``tables`` (ids)."""
    return TableSeat(tables[number // max_seats], SeatNo(1 + number % max_seats))


def may_move(table: TablePlan, seat: int, *, hands: int | None) -> bool:
    """Whether who sits there may make room: not when due for the big blind next, and not within
    ten hands of a move; ``hands`` were played since the last one, None without any."""
    due = table.positions is not None and seating.due_for_big_blind(table) == seat
    return not due and (hands is None or hands >= HANDS_IN_PEACE)


def suits(table: TablePlan, seat: int) -> bool:
    """Whether a latecomer may begin there: never as the small blind (BTN-3)."""
    empty = table.without_seat(seat)
    return not empty.seats or not seating.due_for_small_blind(empty, seat)
