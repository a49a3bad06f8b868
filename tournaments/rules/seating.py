"""The rules of seating (TRN-3). Chance comes in as an order that the caller has drawn."""

import heapq
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.types import SeatNo
from tables.engine import dealt_in, next_positions
from tournaments.rules.table_occupancy import Field, TablePlan

# With so many players fewer than the fullest table, a table stops until it is balanced.
SHORT = 3


class Placing(NamedTuple):
    """A player's new place."""

    player: int
    table: int
    seat: SeatNo


class Balancing(NamedTuple):
    """A move of a player from one seat to another."""

    from_table: int
    from_seat: SeatNo
    to_table: int
    to_seat: SeatNo


def tables_needed(players: int, *, max_seats: int) -> int:
    """Return the least number of tables that seat all players."""
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
        seat = SeatNo(next(no for no in seat_order if no not in table.seats))
        placings.append(Placing(player, table.id, seat))
        table = table.with_seat(seat)
        if table.room:
            heapq.heapreplace(with_room, (len(table.seats), order, table))
        else:
            heapq.heappop(with_room)
    return placings


def place_for_newcomer(field: Field, *, but: int | None = None) -> tuple[int, SeatNo] | None:
    """Return a newcomer's table and seat: the seat due for the big blind soonest, at the emptiest
    table but ``but`` that has one which would not post the small blind; None without such a table.
    """
    for table in field.emptiest_first():
        if table.id != but and (seat := seat_for_newcomer(table)) is not None:
            return table.id, seat
    return None


def table_to_break(field: Field, *, spare: int) -> int | None:
    """Return the table with the fewest players, once the others can seat them and keep ``spare``.

    A single player cannot play, and may take another table's last seat.
    """
    if len(field) < 2:
        return None
    fewest = field.fewest
    # Of equally short tables one between hands is broken first.
    shortest = max(field.ready(fewest) or (table.id for table in field.of_size(fewest)))
    others = field.room - field[shortest].room
    needed = fewest + (spare if fewest > 1 else 0)
    return shortest if needed <= others else None


def too_short(field: Field) -> set[int]:
    """Return the tables that wait until they are balanced: three players short of the fullest.

    A table whose free seats would all post the small blind plays its next hand instead.
    """
    return {
        table.id
        for size in range(field.fewest, field.fullest - SHORT + 1)
        for table in field.of_size(size)
        if seat_for_newcomer(table) is not None
    }


def next_balancing(field: Field, *, moved: Callable[[int, SeatNo], int]) -> Balancing | None:
    """Return a move that brings the tables closer to within one player of each other, or None.

    From a ready table, the player due for the next big blind moves to the seat due for it soonest.
    ``moved`` returns how often the player at (table, seat) was moved: of equals the least goes.
    """
    if len(field) < 2:
        return None
    fewest, fullest = field.fewest, field.fullest
    fair = tables_needed(field.players, max_seats=len(field))
    # A table above its fair share has to give up a player in any case; it need not be the fullest.
    least = max(fewest + 2, min(fullest, fair + 1))
    givers = next((ids for size in range(fullest, least - 1, -1) if (ids := field.ready(size))), ())
    for taker in field.of_size(fewest) if givers else ():
        if (seat := seat_for_newcomer(taker)) is not None:
            giver = _least_moved(field, givers, moved)
            return Balancing(giver, due_for_big_blind(field[giver]), taker.id, seat)
    return None


def _least_moved(field: Field, givers: Collection[int], moved: Callable[[int, SeatNo], int]) -> int:
    """Return the table whose player to move was moved least often, of equals the first."""
    times = {}
    for giver in sorted(givers):
        times[giver] = moved(giver, due_for_big_blind(field[giver]))
        # A large field has thousands of them, and mostly the first is as good as any.
        if not times[giver]:
            return giver
    return min(times, key=times.__getitem__)


def givers_to_come(sizes: Mapping[int, int], *, waiting: Collection[int]) -> list[int]:
    """Return the tables (``sizes`` by id) that give up a player until all are within one player.

    Of equally full tables those that are ``waiting`` come first. A table may be listed twice.
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
    """Return the seat that posts the next big blind."""
    if table.positions is None or len(table.seats) < 2:
        return SeatNo(min(table.seats))
    seats = sorted(table.seats)
    coming = next_positions(table.positions, seats, button=table.button)
    return SeatNo(coming.big_blind)


def due_for_a_blind(table: TablePlan) -> set[SeatNo]:
    """Return the seats that post the next small and big blind if all players there play; none
    before the first hand."""
    if table.positions is None or len(table.seats) < 2:
        return set()
    seats = sorted(table.seats)
    coming = next_positions(table.positions, seats, button=table.button)
    return {SeatNo(coming.small_blind), SeatNo(coming.big_blind)}


# Called with the same few tables for each newcomer.
@lru_cache(maxsize=256)
def seat_for_newcomer(table: TablePlan) -> SeatNo | None:
    """Return the empty seat due for the big blind soonest; None if each would post the small blind.

    A seat that is not dealt in, between button and small blind, is chosen only without another.
    """
    if table.positions is None or not table.seats:
        return min(table.free, default=None)
    waits = {no: hands_before_big_blind(table, no) for no in table.free}
    soonest = min(((wait, no) for no, wait in waits.items() if wait is not None), default=None)
    return soonest and soonest[1]


def due_for_small_blind(table: TablePlan, newcomer: int) -> bool:
    """Return whether ``newcomer``, a free seat, would post the next small blind; False beside a
    single player, who cannot play alone."""
    seats = sorted({*table.seats, newcomer})
    if table.positions is None or len(seats) < 3:
        return False
    return next_positions(table.positions, seats, button=table.button).small_blind == newcomer


def hands_before_big_blind(table: TablePlan, newcomer: int) -> tuple[bool, int] | None:
    """Return whether ``newcomer`` (a free seat) misses the next hand, and the number of hands
    before its big blind; None for a seat due for the small blind."""
    if table.positions is None:
        return False, 0
    seats = sorted({*table.seats, newcomer})
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
