"""Who is out: a stack of zero after a finished hand (RANK-1)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tables.models import HandPlayer
from tournaments.floorplan import Floorplan, TableState
from tournaments.models import Elimination, Entry
from tournaments.rules.clock import ClockReading


class Busted(NamedTuple):
    """An entry that is out, and where its player sat."""

    entry: Entry
    table: TableState
    seat: int


def record(
    plan: Floorplan, reading: ClockReading, *, tables: Iterable[TableState] | None = None
) -> list[Busted]:
    """Take everybody without chips off the idle tables; returns who that was.

    Those are, unless ``tables`` names others, the tables whose result was shown long enough: so
    two tables' eliminations come up in the order in which their hands ended, however late a step
    runs.
    """
    busted = _without_chips(plan, plan.ready() if tables is None else tables)
    if not busted:
        return []
    tournament = plan.tournament
    start_stacks = _start_stacks(busted)
    Elimination.objects.bulk_create(
        _elimination(
            gone,
            start_stacks[gone.entry.user_id],
            level=reading.number,
            round=tournament.rounds if tournament.in_round else 0,
        )
        for gone in busted
    )
    out = [entry.pk for entry, *_ in busted]
    Entry.objects.filter(pk__in=out).update(status=Entry.Status.OUT)
    tournament.live_count -= len(out)
    tournament.save(update_fields=["live_count"])
    for _, table, seat in busted:
        plan.leave(table, seat)
    return busted


def _without_chips(plan: Floorplan, tables: Iterable[TableState]) -> list[Busted]:
    seats = {
        user_id: (table, no)
        for table in tables
        for no, user_id in table.users.items()
        if table.stacks[no] == 0
    }
    if not seats:
        return []
    entries = plan.tournament.entries.filter(user__in=seats, status=Entry.Status.PLAYING)
    return [Busted(entry, *seats[entry.user_id]) for entry in entries]


def _start_stacks(busted: Sequence[Busted]) -> dict[int, int]:
    """What each had before the hand that ended it."""
    players = HandPlayer.objects.filter(
        hand__in={table.hand_id for _, table, _ in busted},
        user__in=[entry.user_id for entry, *_ in busted],
    )
    return dict(players.values_list("user_id", "start_stack"))


def _elimination(gone: Busted, start_stack: int, *, level: int, round: int) -> Elimination:
    table = gone.table
    # Only a hand takes somebody's last chip, and an idle table's last hand is finished.
    assert table.hand_id is not None
    assert table.hand_finished_at is not None
    return Elimination(
        entry=gone.entry,
        hand_id=table.hand_id,
        table_name=table.name,
        level=level,
        start_stack=start_stack,
        round=round,
        at=table.hand_finished_at,
    )
