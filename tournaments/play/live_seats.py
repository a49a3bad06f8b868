"""Seats of a live event: drawn when one registers, given to who waits as they come free (LIVE-1).

Nobody who sits is moved for somebody who comes: whoever finds no seat is an alternate.
"""

from collections import defaultdict
from datetime import datetime

from core.types import SeatNo
from tables.models import Table
from tournaments.floor import floorplan
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floorplan import Floorplan
from tournaments.models import Entry, Tournament
from tournaments.play import arrangement
from tournaments.rules.late_seating import Place
from tournaments.rules.level_clock import Level


def draw(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Before the start, draw a free seat of an emptiest table for an entry, if there is one; the
    first draw opens the tables. The caller holds the event's lock."""
    plan = floorplan.read(tournament, now=now)
    if not plan.tables:
        for number in range(1, tournament.live_tables + 1):
            plan.open_table(f"#{number}", tournament.levels[0])
    for table_id, seats in _drawn(tournament).items():
        plan.expect_at(table_id, {no: one.user_id for no, one in seats.items()})
    if plan.field().room:
        entry.drawn_table_id, entry.drawn_seat = arrangement.any_seat(plan)
        entry.save(update_fields=["drawn_table", "drawn_seat"])


def begin(plan: Floorplan) -> list[Entry]:
    """Seat everybody where they have drawn; returns those who wait for a seat. The caller saves
    ``arriving_count``."""
    event = plan.tournament
    for table_id, seats in _drawn(event).items():
        users = {no: entry.user_id for no, entry in seats.items()}
        plan.seat(table_id, users, stack=event.starting_stack)
    seated = event.entries.filter(status=Entry.Status.REGISTERED, drawn_table__isnull=False)
    seated.update(status=Entry.Status.PLAYING)
    waiting = floorplan.alternates(event)
    event.arriving_count = len(waiting)
    return waiting


def let_in(plan: Floorplan, newcomer: Latecomer, *, level: Level) -> None:
    """Seat who enters a running event, behind those who wait already."""
    if all(waiting.entry != newcomer.entry for waiting in plan.latecomers):
        plan.latecomers.append(newcomer)
    seat_alternates(plan, level=level)


def seat_alternates(plan: Floorplan, *, level: Level) -> None:
    """Give free seats, drawn, to who has waited longest; tables are opened as far as there are
    any."""
    for newcomer in list(plan.latecomers):
        if not plan.field().room:
            if len(plan.tables) >= plan.tournament.live_tables:
                break
            plan.open_table(plan.next_label(), level)
        plan.welcome(newcomer, Place(*arrangement.any_seat(plan)))
    if plan.tournament.arriving_count != len(plan.latecomers):
        plan.note(arriving_count=len(plan.latecomers))


def _drawn(tournament: Tournament) -> dict[int, dict[SeatNo, Entry]]:
    """The seats that were drawn before the start, by table and number."""
    entries = tournament.entries.filter(
        status=Entry.Status.REGISTERED, drawn_table__status=Table.Status.OPEN
    )
    seats: defaultdict[int, dict[SeatNo, Entry]] = defaultdict(dict)
    for entry in entries:
        assert entry.drawn_table_id is not None
        assert entry.drawn_seat is not None
        seats[entry.drawn_table_id][SeatNo(entry.drawn_seat)] = entry
    return seats
