"""Who sits where (TRN-3). Chance comes in as an order that the caller has drawn."""

import heapq
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.types import SeatNo
from tables.engine import Button, Positions, dealt_in, next_positions

# So many players fewer than at the fullest table, and a table stops until it is balanced.
SHORT = 3


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table as seating sees it; ``ready`` while no hand is running: its players may be moved.

    ``button`` says how it moves (BTN-3), None in games without blinds.
    """

    id: int
    max_seats: int
    seats: frozenset[int] = frozenset()
    positions: Positions | None = None
    ready: bool = True
    button: Button | None = "dead"

    @property
    def free(self) -> list[SeatNo]:
        return [SeatNo(no) for no in range(1, self.max_seats + 1) if no not in self.seats]

    @property
    def room(self) -> int:
        """How many more it seats."""
        return self.max_seats - len(self.seats)

    def with_seat(self, no: int) -> "TablePlan":
        return replace(self, seats=self.seats | {no})

    def without_seat(self, no: int) -> "TablePlan":
        return replace(self, seats=self.seats - {no})


class Placing(NamedTuple):
    """A player's new place."""

    player: int
    table: int
    seat: SeatNo


class Balancing(NamedTuple):
    """Who gets up, and where to sit down."""

    from_table: int
    from_seat: SeatNo
    to_table: int
    to_seat: SeatNo


def tables_needed(players: int, *, max_seats: int) -> int:
    """The fewest tables that seat everybody."""
    return -(-players // max_seats)


def place(
    players: Sequence[int], tables: Sequence[TablePlan], *, seat_order: Sequence[int]
) -> list[Placing]:
    """Seat ``players`` (in drawn order), each at the emptiest table, as long as there is room.

    A table's free seats are taken in ``seat_order`` (drawn). Serves the first draw, the players of
    a broken table and the final table.
    """
    # A heap, since large fields have hundreds of tables; of equally empty ones the first given.
    with_room = [
        (len(table.seats), order, table) for order, table in enumerate(tables) if table.room
    ]
    heapq.heapify(with_room)
    placings = []
    for player in players:
        if not with_room:
            break
        _, order, table = with_room[0]
        seat = SeatNo(next(no for no in seat_order if no in table.free))
        placings.append(Placing(player, table.id, seat))
        table = table.with_seat(seat)
        if table.room:
            heapq.heapreplace(with_room, (len(table.seats), order, table))
        else:
            heapq.heappop(with_room)
    return placings


def place_for_newcomer(tables: Collection[TablePlan]) -> tuple[int, SeatNo] | None:
    """Table and seat of who comes late: at the emptiest table the seat due for the big blind
    soonest; at another one, or None, where each free seat would post the small blind."""
    with_room = [table for table in tables if table.room]
    for table in sorted(with_room, key=lambda table: len(table.seats)):
        if (seat := seat_for_newcomer(table)) is not None:
            return table.id, seat
    return None


def table_to_break(tables: Collection[TablePlan], *, spare: int) -> int | None:
    """The table with the fewest players, once the others can take them and keep ``spare`` seats.

    A single player cannot play, and sits down at another table's last seat.
    """
    if len(tables) < 2:
        return None
    # Of equally short tables one that waits anyway is broken first.
    shortest = min(tables, key=lambda table: (len(table.seats), not table.ready, -table.id))
    others = sum(table.room for table in tables if table.id != shortest.id)
    needed = len(shortest.seats) + (spare if len(shortest.seats) > 1 else 0)
    return shortest.id if needed <= others else None


def too_short(tables: Collection[TablePlan]) -> set[int]:
    """The tables that deal no hand before they are balanced: three players short of the fullest.

    Where a newcomer would find only the small blind, the table plays the hand that they wait.
    """
    fullest = max((len(table.seats) for table in tables), default=0)
    return {
        table.id
        for table in tables
        if fullest - len(table.seats) >= SHORT and seat_for_newcomer(table) is not None
    }


def next_balancing(
    tables: Collection[TablePlan], *, moved: Callable[[int, SeatNo], int]
) -> Balancing | None:
    """A move that brings the tables closer to within one player of each other, if one can be made.

    From a ready table the player due for the big blind next, to the empty seat due for it soonest.
    ``moved`` says how often who sits there (table, seat) was moved: of equals the least goes.
    """
    if len(tables) < 2:
        return None
    sizes = [len(table.seats) for table in tables]
    fewest, fullest, fair = min(sizes), max(sizes), tables_needed(sum(sizes), max_seats=len(sizes))
    # A table above its fair share has to give somebody up in any case; it need not be the fullest.
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


def givers_to_come(sizes: Mapping[int, int], *, waiting: Collection[int]) -> list[int]:
    """The tables, ``sizes`` by id, that give somebody up until all are within one player.

    Of equally full ones those come first that are ``waiting`` anyway. One may come twice.
    """
    fullest = [(-size, table not in waiting, table) for table, size in sizes.items()]
    emptiest = list(sizes.values())
    heapq.heapify(fullest)
    heapq.heapify(emptiest)
    givers = []
    while fullest and -fullest[0][0] - emptiest[0] > 1:
        size, moves_on, table = fullest[0]
        heapq.heapreplace(fullest, (size + 1, moves_on, table))
        heapq.heapreplace(emptiest, emptiest[0] + 1)
        givers.append(table)
    return givers


def due_for_big_blind(table: TablePlan) -> SeatNo:
    """The seat that posts the next big blind."""
    if table.positions is None or len(table.seats) < 2:
        return SeatNo(min(table.seats))
    seats = sorted(table.seats)
    coming = next_positions(table.positions, seats, button=table.button)
    return SeatNo(coming.big_blind)


def due_for_a_blind(table: TablePlan) -> set[SeatNo]:
    """The seats that post small and big blind next, if everybody there plays; none before the
    first hand."""
    if table.positions is None or len(table.seats) < 2:
        return set()
    seats = sorted(table.seats)
    coming = next_positions(table.positions, seats, button=table.button)
    return {SeatNo(coming.small_blind), SeatNo(coming.big_blind)}


def seat_for_newcomer(table: TablePlan) -> SeatNo | None:
    """The empty seat due for the big blind soonest; None when each would post the small blind.

    A seat between button and small blind, where one would not be dealt in, only without another.
    """
    if table.positions is None or not table.seats:
        return min(table.free, default=None)
    waits = {no: hands_before_big_blind(table, no) for no in table.free}
    soonest = min(((wait, no) for no, wait in waits.items() if wait is not None), default=None)
    return soonest and soonest[1]


def hands_before_big_blind(table: TablePlan, newcomer: int) -> tuple[bool, int] | None:
    """Whether ``newcomer`` (a free seat) is not dealt into the next hand, and how many hands pass
    before they have the big blind; None for a seat due for the small blind."""
    if table.positions is None:
        return False, 0
    seats = sorted(table.with_seat(newcomer).seats)
    positions = next_positions(table.positions, seats, button=table.button)
    # Beside a single player, who cannot play alone, any seat will do.
    if positions.small_blind == newcomer and len(seats) > 2:
        return None
    left_out = table.button is not None and newcomer not in dealt_in(positions, seats)
    hands = 0
    while positions.big_blind != newcomer:
        positions = next_positions(positions, seats, button=table.button)
        hands += 1
    return left_out, hands
