"""The seating of latecomers: each draws a seat, and may wait for it until a hand is over (LATE-1).

With the setting ``shortest`` they fill the shortest table instead: a group that enters at once may
sit together and stall. A draw from all seats parts them.
"""

from core.types import SeatNo
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import Floor
from tournaments.models import Move, Tournament
from tournaments.play import arrangement
from tournaments.rules import late_seating, seating
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import BlindLevel

# So many draws may fail before a latecomer gets a seat by TRN-3: where all players were moved a
# moment ago, each draw fails.
DRAWS = 100


def let_in(plan: Floor, newcomer: Latecomer, *, level: BlindLevel) -> None:
    """Seat a late registration, at once or after the hand in progress at the drawn seat."""
    plan.latecomers.append(newcomer)
    if plan.tournament.late_seating == Tournament.LateSeating.SHORTEST:
        _seat_at_the_shortest(plan, newcomer, level=level)
    else:
        seat_those_waiting(plan, level=level)


def seat_those_waiting(plan: Floor, *, level: BlindLevel) -> None:
    """Seat each latecomer whose drawn seat no hand keeps any more."""
    _look_again(plan, level=level)
    for newcomer in plan.latecomers.to_try():
        _seat(plan, newcomer, level=level)
        _look_again(plan, level=level)


def _look_again(plan: Floor, *, level: BlindLevel) -> None:
    """Open tables until all latecomers have room, and mark those to try again: where their table
    has changed (by the plan), or the player in their seat may have no seat to move to."""
    while plan.field().room < len(plan.latecomers):
        plan.open_table(plan.next_label(), level)
    elsewhere = (
        seating.place_for_newcomer(plan.field_to_move_in()) if len(plan.latecomers) else None
    )
    if elsewhere is None:
        plan.latecomers.look_at_all()
    else:
        plan.latecomers.look_at(elsewhere[0])


def _seat(plan: Floor, newcomer: Latecomer, *, level: BlindLevel) -> None:
    drawn = plan.latecomers.give_up(newcomer)
    for _ in range(DRAWS):
        drawn = drawn or _draw(plan)
        if not _can_be(plan, drawn):
            drawn = None
            continue
        table = plan.tables[drawn.table]
        if drawn.seat in table.users:
            # In a pause no player is moved (TRN-6).
            if plan.tournament.pause is not None or not table.movable(plan.now):
                plan.hold(table)
                plan.expect(newcomer, drawn)
                return
            to = _elsewhere(plan, drawn)
            assert to is not None
            plan.move(*drawn, *to, Move.Reason.LATE)
        plan.welcome(newcomer, drawn)
        return
    _seat_at_the_shortest(plan, newcomer, level=level)


def _draw(plan: Floor) -> TableSeat:
    """Draw one of all seats, taken ones included, each equally likely (DEAL-1)."""
    tables, max_seats = plan.field().ids, plan.tournament.seats_per_table
    number = plan.below(len(tables) * max_seats)
    return late_seating.place(number, tables, max_seats=max_seats)


def _can_be(plan: Floor, drawn: TableSeat) -> bool:
    """Return whether a drawn seat can be the latecomer's; otherwise the draw is repeated."""
    table = plan.tables.get(drawn.table)
    if table is None or plan.latecomers.expected(drawn):
        return False
    occupied = drawn.seat in table.users
    # Checked first: while all tables are full, each draw fails by this.
    if occupied and (table.held or _elsewhere(plan, drawn) is None):
        return False
    seen = plan.field()[drawn.table]
    if not late_seating.suits(seen, drawn.seat):
        return False
    return not occupied or late_seating.may_move(
        seen, drawn.seat, hands=plan.hands_since_moved(table, drawn.seat)
    )


def _elsewhere(plan: Floor, drawn: TableSeat) -> tuple[int, SeatNo] | None:
    """Return the seat for the player who makes room: at the shortest other table, by TRN-3."""
    return seating.place_for_newcomer(plan.field_to_move_in(), but=drawn.table)


def _seat_at_the_shortest(plan: Floor, newcomer: Latecomer, *, level: BlindLevel) -> None:
    """Seat a latecomer at the emptiest table, where the big blind is due soonest, so that they play
    no orbit without blinds; at a new table when all are full."""
    if not plan.field().room:
        plan.open_table(plan.next_label(), level)
    place = seating.place_for_newcomer(plan.field()) or arrangement.any_seat(plan)
    plan.welcome(newcomer, TableSeat(*place))
