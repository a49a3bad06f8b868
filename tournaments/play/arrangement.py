"""The seating of a running event: the draw, broken tables, the final table, balancing (TRN-3)."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from core.types import Chips, SeatNo
from tables.models import Table
from tables.wire.frame_types import RebuyNotice
from tournaments.floor.floorplan import Floorplan, TableState
from tournaments.models import Move, Tournament
from tournaments.play import shootouts
from tournaments.rules import seating
from tournaments.rules.fields import Field
from tournaments.rules.level_clock import Level
from tournaments.rules.seating import Placing


def draw_seats(plan: Floorplan, users: Sequence[int], *, level: Level) -> None:
    """Open as many tables as needed and draw all players' seats."""
    if plan.tournament.format == Tournament.Format.SHOOTOUT:
        shootouts.begin(plan, users, level=level)
        return
    max_seats = plan.tournament.seats_per_table
    for number in range(1, seating.tables_needed(len(users), max_seats=max_seats) + 1):
        plan.open_table(f"#{number}", level)
    _seat(plan, users, stack=plan.tournament.starting_stack)


def rearrange(plan: Floorplan, *, level: Level, entry_open: bool) -> bool:
    """Break tables, draw the final table, balance, as far as running hands allow.

    Return False when no hand may begin: all tables wait for the draw of the final one.
    """
    if plan.tournament.in_person:
        # LIVE-4: the due move is shown, and the floor makes it when the tables are between hands.
        return True
    if plan.tournament.format == Tournament.Format.SHOOTOUT:
        shootouts.go_on(plan)
        return True
    players = plan.field().players + len(plan.latecomers)
    max_seats = plan.tournament.seats_per_table
    if not entry_open and len(plan.tables) > 1 and players <= max_seats:
        if plan.deciding or plan.latecomers or plan.held:
            # No player moves during a decision about a rebuy, nor while staff hold a table; the
            # other tables play on.
            return True
        if len(plan.ready()) < len(plan.tables):
            return False
        draw_final_table(plan, level=level)
    elif _break_tables(plan, spare=int(entry_open) + len(plan.latecomers)):
        _balance(plan)
    return True


def held_up(plan: Floorplan) -> set[int]:
    """Return the tables that wait before their next hand: to be balanced (TRN-3), or for a player
    due for a blind who decides about a rebuy, so that no blind is skipped (BTN-3)."""
    if plan.tournament.in_person or plan.tournament.format == Tournament.Format.SHOOTOUT:
        return set()
    field = plan.field_to_move_in()
    return seating.too_short(field) | {
        table.id
        for table in (field if plan.deciding else ())
        if any(
            plan.tables[table.id].users[no] in plan.deciding
            for no in seating.due_for_a_blind(table)
        )
    }


def undecided(plan: Floorplan, table: TableState) -> RebuyNotice | None:
    """Return the notice of pending decisions about a rebuy at a table; None without one (TRN-2)."""
    until = {no: plan.deciding[user] for no, user in table.users.items() if user in plan.deciding}
    if not until:
        return None
    return {"kind": "rebuy", "seats": sorted(until), "until": max(until.values()).isoformat()}


def draw_final_table(plan: Floorplan, *, level: Level) -> None:
    """Draw all players' seats at a new final table (TRN-3); all tables must be between hands."""
    origins = list(plan.tables)
    plan.open_table(Table.FINAL, level)
    _vacate(plan, origins, why=Move.Reason.FINAL)


def _break_tables(plan: Floorplan, *, spare: int) -> bool:
    """Break the tables that can be broken; return False while the next of them still plays."""
    # While entry is open one seat stays free for a newcomer, and one for each latecomer who waits.
    while (table_id := seating.table_to_break(plan.field_to_move_in(), spare=spare)) is not None:
        if not plan.tables[table_id].movable(plan.now):
            plan.hold(plan.tables[table_id])
            return False
        break_table(plan, table_id, why=Move.Reason.BREAK)
    return True


def break_table(plan: Floorplan, table_id: int, *, why: Move.Reason) -> None:
    """Draw seats elsewhere for all players of a table, and close it; there must be enough."""
    _vacate(plan, [table_id], why=why)


def _balance(plan: Floorplan) -> None:
    moved = plan.times_moved
    while (step := seating.next_balancing(plan.field_to_move_in(), moved=moved)) is not None:
        plan.move(*step, Move.Reason.BALANCE)
    _hold_givers(plan)


def _hold_givers(plan: Floorplan) -> None:
    """Make the tables that have to give up a player wait after their hand."""
    tables = plan.tables.values()
    if any(table.deals_on for table in tables):
        sizes = {table.id: len(table.users) for table in tables if not table.held}
        waiting = {table.id for table in tables if not table.deals_on}
        for table_id in seating.givers_to_come(sizes, waiting=waiting):
            plan.hold(plan.tables[table_id])


def _vacate(plan: Floorplan, table_ids: Sequence[int], *, why: Move.Reason) -> None:
    """Draw new seats for all players of some tables, and close these tables."""
    places = plan.places()
    field = plan.field() if why == Move.Reason.STAFF else plan.field_to_move_in()
    for placing in draw_elsewhere(plan, table_ids, field=field):
        table, no = places[placing.player]
        plan.move(table.id, no, placing.table, placing.seat, why)
    for table_id in table_ids:
        plan.close(table_id)


def draw_elsewhere(plan: Floorplan, table_ids: Collection[int], *, field: Field) -> list[Placing]:
    """Draw seats elsewhere in ``field`` for all players of some tables, without moving them."""
    users = [user for table_id in table_ids for user in plan.tables[table_id].users.values()]
    return _draw(plan, field, users, but=table_ids)


def any_seat(plan: Floorplan) -> tuple[int, SeatNo]:
    """Draw a free seat of the emptiest table (DEAL-1); there must be one."""
    [placing] = _draw(plan, plan.field(), [0])
    return placing.table, placing.seat


def _seat(plan: Floorplan, users: Sequence[int], *, stack: Chips) -> None:
    seats: defaultdict[int, dict[SeatNo, int]] = defaultdict(dict)
    for placing in _draw(plan, plan.field(), users):
        seats[placing.table][placing.seat] = placing.player
    for table_id, new in seats.items():
        plan.seat(table_id, new, stack=stack)


def _draw(
    plan: Floorplan, field: Field, users: Sequence[int], *, but: Collection[int] = ()
) -> list[Placing]:
    """Draw places at the tables of ``field`` except those of ``but`` (DEAL-1)."""
    seats = range(1, plan.tournament.seats_per_table + 1)
    return seating.place(
        plan.shuffled(users),
        # So many players need at most as many tables: the emptiest ones.
        field.emptiest(len(users), but=but),
        seat_order=plan.shuffled(seats),
    )
