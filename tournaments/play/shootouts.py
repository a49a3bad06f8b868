"""Shoot-outs and heads-up brackets: rounds in which each table plays to its last player.

No player is moved within a round. When all its tables are over, the winners, with the chips that
they have won, are drawn to the tables of the next one, and the clock restarts (SHOOT-2).
"""

from collections.abc import Sequence
from itertools import groupby

from core.types import SeatNo
from tables.models import Table
from tables.wire.frame_types import ShootoutNotice
from tournaments.floor.floorplan import Floorplan, TableState
from tournaments.models import Elimination, Move, Tournament
from tournaments.play.eliminations import Busted
from tournaments.rules import shootouts
from tournaments.rules.level_clock import Level


def begin(plan: Floorplan, users: Sequence[int], *, level: Level) -> None:
    """Draw all players to the tables of the first round (SHOOT-1)."""
    for table, seats in _open_round(plan, users, level=level):
        plan.seat(table.id, seats, stack=plan.tournament.starting_stack)


def go_on(plan: Floorplan) -> None:
    """Draw the winners to the tables of the next round, once all tables are over (SHOOT-2)."""
    if len(plan.tables) < 2 or round_runs(plan) or plan.held:
        return
    over = list(plan.tables)
    places = {
        user: (table.id, no) for table in plan.tables.values() for no, user in table.users.items()
    }
    for table, seats in _open_round(plan, list(places), level=plan.tournament.levels[0]):
        for no, user in seats.items():
            plan.move(*places[user], table.id, no, Move.Reason.ROUND)
    for table_id in over:
        plan.close(table_id)


def round_runs(plan: Floorplan) -> bool:
    """Return whether one of several tables still plays, so that ties are unknown."""
    if not plan.tournament.stage or len(plan.tables) < 2:
        return False
    return any(len(table.users) > 1 for table in plan.tables.values())


def note(plan: Floorplan, busted: Sequence[Busted]) -> None:
    """Record round and table place of those just eliminated (SHOOT-3)."""
    if not plan.tournament.stage:
        return
    outs = Elimination.objects.filter(entry__in=[gone.entry for gone in busted])
    found = {out.entry_id: out for out in outs}
    by_table = sorted(busted, key=lambda gone: gone.table.id)
    for table_id, group in groupby(by_table, key=lambda gone: gone.table.id):
        here = list(group)
        stacks = {gone.entry.pk: found[gone.entry.pk].start_stack for gone in here}
        left = len(plan.tables[table_id].users) + _disqualified(here[0].hand.hand_id)
        for entry, place in shootouts.places(stacks, left=left).items():
            found[entry].stage, found[entry].table_place = plan.tournament.stage, place
    Elimination.objects.bulk_update(found.values(), ["stage", "table_place"])


def _disqualified(hand_id: int) -> int:
    """Count players disqualified after a hand: they were still in when its losers went out."""
    return Elimination.objects.filter(hand_id=hand_id, chips_removed__gt=0).count()


def waiting(tournament: Tournament) -> ShootoutNotice | None:
    """Return the notice of a table whose last player waits for the next round."""
    return {"kind": "shootout", "round": tournament.stage + 1} if tournament.stage else None


def label_of(stage: int, number: int) -> str:
    """Return the label of a table in a round that is not the last."""
    return f"{stage}.{number}"


def _open_round(
    plan: Floorplan, users: Sequence[int], *, level: Level
) -> list[tuple[TableState, dict[SeatNo, int]]]:
    """Open the tables of the next round and draw their seats; return users by seat."""
    tournament = plan.tournament
    plan.note(stage=tournament.stage + 1, stage_started_at=plan.now)
    max_seats = tournament.seats_per_table
    sizes = shootouts.tables(len(users), seats=max_seats)
    drawn = iter(plan.shuffled(users))
    opened = []
    for number, size in enumerate(sizes, start=1):
        label = Table.FINAL if len(sizes) == 1 else label_of(tournament.stage, number)
        seats = plan.shuffled(range(1, max_seats + 1))[:size]
        opened.append((plan.open_table(label, level), {SeatNo(no): next(drawn) for no in seats}))
    return opened
