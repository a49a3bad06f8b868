"""Seats of a live event: drawn at registration, or given to alternates as they come free (LIVE-1).

No seated player is moved for a newcomer: a player who finds no free seat is an alternate.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, QuerySet

from core.types import SeatNo
from tables.live import shuffle
from tables.models import Seat, Table
from tournaments.floor import floorplan
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floorplan import Floorplan
from tournaments.models import Entry, Tournament
from tournaments.play import arrangement
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import Level


def draw(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Draw a free seat of an emptiest table for an entry before the start, if there is one; the
    next table opens when all are full. The caller holds the event's lock."""
    opened, most = _opened(tournament).count(), tournament.live_tables
    least = min(tournament.opening_tables, most)
    only = emptiest(tournament) if opened >= least else None
    if only is None and opened < most:
        plan = floorplan.read(tournament, now=now, only=[])
        for _ in range(max(1, least - opened)):
            plan.open_table(plan.next_label(), tournament.levels[0])
        only = emptiest(tournament)
    if only is None:
        return
    plan = floorplan.read(tournament, now=now, only=only)
    for table_id, seats in _drawn(tournament, only=only).items():
        plan.expect_at(table_id, {no: one.user_id for no, one in seats.items()})
    entry.drawn_table_id, entry.drawn_seat = arrangement.any_seat(plan)
    entry.save(update_fields=["drawn_table", "drawn_seat"])


def emptiest(tournament: Tournament) -> list[int] | None:
    """Draw one of the tables with the fewest players (DEAL-1); None if they are full or there are
    alternates. A newcomer's seat then needs no other table to be read."""
    if tournament.arriving_count:
        return None
    sitting = Seat.objects.filter(table__in=_opened(tournament)).values_list("table")
    drawn = floorplan.drawn(tournament).values_list("drawn_table")
    taken = Counter(dict.fromkeys(_opened(tournament).values_list("pk", flat=True), 0))
    for places in (sitting, drawn):
        taken.update(dict(places.annotate(Count("pk"))))
    least = min(taken.values(), default=tournament.seats_per_table)
    if least >= tournament.seats_per_table:
        return None
    return [shuffle.drawn([table for table, count in taken.items() if count == least])]


def begin(plan: Floorplan) -> list[Entry]:
    """Seat all entries at their drawn seats; return the alternates. Tables without players close.
    The caller saves ``arriving_count``."""
    event = plan.tournament
    for table_id, seats in _drawn(event).items():
        users = {no: entry.user_id for no, entry in seats.items()}
        plan.seat(table_id, users, stack=event.starting_stack)
    for table in [table for table in plan.tables.values() if not table.users]:
        plan.close(table.id)
    seated = event.entries.filter(status=Entry.Status.REGISTERED, drawn_table__isnull=False)
    seated.update(status=Entry.Status.PLAYING)
    waiting = floorplan.alternates(event)
    event.arriving_count = len(waiting)
    return waiting


def let_in(plan: Floorplan, newcomer: Latecomer, *, level: Level) -> None:
    """Seat a newcomer to a running event, after the alternates who wait already."""
    if all(waiting.entry != newcomer.entry for waiting in plan.latecomers):
        plan.latecomers.append(newcomer)
    seat_alternates(plan, level=level)


def seat_alternates(plan: Floorplan, *, level: Level) -> None:
    """Draw free seats for the alternates who have waited longest; tables are opened up to
    ``live_tables``."""
    for newcomer in list(plan.latecomers):
        if not plan.field().room:
            if len(plan.tables) >= plan.tournament.live_tables:
                break
            plan.open_table(plan.next_label(), level)
        plan.welcome(newcomer, TableSeat(*arrangement.any_seat(plan)))
    if plan.tournament.arriving_count != len(plan.latecomers):
        plan.note(arriving_count=len(plan.latecomers))


def _opened(tournament: Tournament) -> QuerySet[Table]:
    return Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)


def _drawn(
    tournament: Tournament, *, only: Collection[int] | None = None
) -> dict[int, dict[SeatNo, Entry]]:
    """Return the entries by drawn table and seat number; at ``only`` these tables."""
    entries = floorplan.drawn(tournament)
    if only is not None:
        entries = entries.filter(drawn_table__in=only)
    seats: defaultdict[int, dict[SeatNo, Entry]] = defaultdict(dict)
    for entry in entries:
        assert entry.drawn_table_id is not None
        assert entry.drawn_seat is not None
        seats[entry.drawn_table_id][SeatNo(entry.drawn_seat)] = entry
    return seats
