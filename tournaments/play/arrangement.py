"""The moves of a running event: broken tables, the final table, balancing (TRN-3)."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from core.types import Chips, SeatNo
from tables.models import Table
from tables.wire.frame_types import RebuyNotice
from tournaments.floor.floors import Floor, TableState
from tournaments.models import Move
from tournaments.rules import seating
from tournaments.rules.level_clock import BlindLevel
from tournaments.rules.seating import Placing
from tournaments.rules.table_occupancy import Field


def undecided(plan: Floor, table: TableState) -> RebuyNotice | None:
    """Return the notice of pending decisions about a rebuy at a table; None without one (TRN-2)."""
    until = {no: plan.deciding[user] for no, user in table.users.items() if user in plan.deciding}
    if not until:
        return None
    return {"kind": "rebuy", "seats": sorted(until), "until": max(until.values()).isoformat()}


def draw_final_table(plan: Floor, *, level: BlindLevel) -> None:
    """Draw all players' seats at a new final table (TRN-3); all tables must be between hands."""
    origins = list(plan.tables)
    plan.open_table(Table.FINAL, level)
    _vacate(plan, origins, why=Move.Reason.FINAL)


def break_tables(plan: Floor, *, spare: int) -> bool:
    """Break the tables that can be broken; return False while the next of them still plays."""
    # While entry is open one seat stays free for a newcomer, and one for each latecomer who waits.
    while (table_id := seating.table_to_break(plan.field_to_move_in(), spare=spare)) is not None:
        if not plan.tables[table_id].movable(plan.now):
            plan.hold(plan.tables[table_id])
            return False
        break_table(plan, table_id, why=Move.Reason.BREAK)
    return True


def break_table(plan: Floor, table_id: int, *, why: Move.Reason) -> None:
    """Draw seats elsewhere for all players of a table, and close it; there must be enough."""
    _vacate(plan, [table_id], why=why)


def balance(plan: Floor) -> None:
    """Move players from full tables to short ones, as the rules say (TRN-3)."""
    moved = plan.times_moved
    while (step := seating.next_balancing(plan.field_to_move_in(), moved=moved)) is not None:
        plan.move(*step, Move.Reason.BALANCE)
    _hold_givers(plan)


def _hold_givers(plan: Floor) -> None:
    """Make the tables that have to give up a player wait after their hand."""
    tables = plan.tables.values()
    if any(table.deals_on for table in tables):
        sizes = {table.id: len(table.users) for table in tables if not table.held}
        waiting = {table.id for table in tables if not table.deals_on}
        for table_id in seating.givers_to_come(sizes, waiting=waiting):
            plan.hold(plan.tables[table_id])


def _vacate(plan: Floor, table_ids: Sequence[int], *, why: Move.Reason) -> None:
    """Draw new seats for all players of some tables, and close these tables."""
    places = plan.places()
    field = plan.field() if why == Move.Reason.STAFF else plan.field_to_move_in()
    for placing in draw_elsewhere(plan, table_ids, field=field):
        table, no = places[placing.player]
        plan.move(table.id, no, placing.table, placing.seat, why)
    for table_id in table_ids:
        plan.close(table_id)


def draw_elsewhere(plan: Floor, table_ids: Collection[int], *, field: Field) -> list[Placing]:
    """Draw seats elsewhere in ``field`` for all players of some tables, without moving them."""
    users = [user for table_id in table_ids for user in plan.tables[table_id].users.values()]
    return _draw(plan, field, users, but=table_ids)


def any_seat(plan: Floor) -> tuple[int, SeatNo]:
    """Draw a free seat of the emptiest table (DEAL-1); there must be one."""
    [placing] = _draw(plan, plan.field(), [0])
    return placing.table, placing.seat


def seat_all(plan: Floor, users: Sequence[int], *, stack: Chips) -> None:
    """Draw seats for entries, and seat each with a stack."""
    seats: defaultdict[int, dict[SeatNo, int]] = defaultdict(dict)
    for placing in _draw(plan, plan.field(), users):
        seats[placing.table][placing.seat] = placing.player
    for table_id, new in seats.items():
        plan.seat(table_id, new, stack=stack)


def _draw(
    plan: Floor, field: Field, users: Sequence[int], *, but: Collection[int] = ()
) -> list[Placing]:
    """Draw places at the tables of ``field`` except those of ``but`` (DEAL-1)."""
    seats = range(1, plan.tournament.seats_per_table + 1)
    return seating.place(
        plan.shuffled(users),
        # So many players need at most as many tables: the emptiest ones.
        field.emptiest(len(users), but=but),
        seat_order=plan.shuffled(seats),
    )
