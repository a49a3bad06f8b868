"""The formats of an event, and what depends on them; no other module compares them.

A heads-up bracket is a shoot-out of tables for two.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from core.types import SeatNo
from tables.models import Table
from tables.wire.frame_types import ShootoutNotice
from tournaments.floor.floors import Floor, TableState
from tournaments.models import Elimination, Move, Tournament
from tournaments.play import arrangement
from tournaments.play.eliminations import Busted
from tournaments.rules import seating, shootouts
from tournaments.rules.level_clock import BlindLevel


class EventFormat(ABC):
    """A format: the seating of an event, from the first draw to the last table."""

    # The rule that players read about it.
    rule: ClassVar[str]

    @abstractmethod
    def draw_seats(self, plan: Floor, users: Sequence[int], *, level: BlindLevel) -> None:
        """Open as many tables as needed and draw all players' seats."""

    @abstractmethod
    def rearrange(self, plan: Floor, *, level: BlindLevel, entry_open: bool) -> bool:
        """Move players between tables, as far as running hands allow.

        Return False when no hand may begin: all tables wait for the draw of the final one.
        """

    @abstractmethod
    def held_up(self, plan: Floor) -> set[int]:
        """Return the tables that wait before their next hand although they could play."""

    @abstractmethod
    def waiting(self, plan: Floor) -> ShootoutNotice | None:
        """Return the notice of a table with one player who waits for the others; or None."""

    @abstractmethod
    def round_runs(self, plan: Floor) -> bool:
        """Return whether a round of tables still runs, so that ties are unknown."""

    @abstractmethod
    def rank(self, plan: Floor, busted: Sequence[Busted]) -> None:
        """Record what the ranking of those just eliminated needs besides the hand."""


class RegularFormat(EventFormat):
    """One field: tables are broken and balanced until the final table is left (TRN-3)."""

    rule = "TRN-3"

    def draw_seats(self, plan: Floor, users: Sequence[int], *, level: BlindLevel) -> None:
        max_seats = plan.tournament.seats_per_table
        for number in range(1, seating.tables_needed(len(users), max_seats=max_seats) + 1):
            plan.open_table(f"#{number}", level)
        arrangement.seat_all(plan, users, stack=plan.tournament.starting_stack)

    def rearrange(self, plan: Floor, *, level: BlindLevel, entry_open: bool) -> bool:
        players = plan.field().players + len(plan.latecomers)
        max_seats = plan.tournament.seats_per_table
        if not entry_open and len(plan.tables) > 1 and players <= max_seats:
            if plan.deciding or plan.latecomers or plan.held:
                # No player moves during a decision about a rebuy, nor while staff hold a table; the
                # other tables play on.
                return True
            if len(plan.ready()) < len(plan.tables):
                return False
            arrangement.draw_final_table(plan, level=level)
        elif arrangement.break_tables(plan, spare=int(entry_open) + len(plan.latecomers)):
            arrangement.balance(plan)
        return True

    def held_up(self, plan: Floor) -> set[int]:
        """Return the tables that wait to be balanced (TRN-3), or for a player due for a blind who
        decides about a rebuy, so that no blind is skipped (BTN-3)."""
        field = plan.field_to_move_in()
        return seating.too_short(field) | {
            table.id
            for table in (field if plan.deciding else ())
            if any(
                plan.tables[table.id].users[no] in plan.deciding
                for no in seating.due_for_a_blind(table)
            )
        }

    def waiting(self, plan: Floor) -> ShootoutNotice | None:
        return None

    def round_runs(self, plan: Floor) -> bool:
        return False

    def rank(self, plan: Floor, busted: Sequence[Busted]) -> None:
        """Do nothing: places follow from the hands (RANK-1)."""


class ShootoutFormat(EventFormat):
    """Rounds in which each table plays to its last player.

    No player is moved within a round. When all its tables are over, the winners, with the chips
    that they have won, are drawn to the tables of the next one, and the clock restarts (SHOOT-2).
    """

    rule = "SHOOT-1"

    def draw_seats(self, plan: Floor, users: Sequence[int], *, level: BlindLevel) -> None:
        """Draw all players to the tables of the first round (SHOOT-1)."""
        for table, seats in _open_round(plan, users, level=level):
            plan.seat(table.id, seats, stack=plan.tournament.starting_stack)

    def rearrange(self, plan: Floor, *, level: BlindLevel, entry_open: bool) -> bool:
        """Draw the winners to the tables of the next round, once all tables are over (SHOOT-2)."""
        if len(plan.tables) < 2 or self.round_runs(plan) or plan.held:
            return True
        over = list(plan.tables)
        places = {
            user: (table.id, no)
            for table in plan.tables.values()
            for no, user in table.users.items()
        }
        for table, seats in _open_round(plan, list(places), level=plan.tournament.levels[0]):
            for no, user in seats.items():
                plan.move(*places[user], table.id, no, Move.Reason.ROUND)
        for table_id in over:
            plan.close(table_id)
        return True

    def held_up(self, plan: Floor) -> set[int]:
        return set()

    def waiting(self, plan: Floor) -> ShootoutNotice | None:
        return {"kind": "shootout", "round": plan.tournament.stage + 1}

    def round_runs(self, plan: Floor) -> bool:
        return len(plan.tables) > 1 and any(len(table.users) > 1 for table in plan.tables.values())

    def rank(self, plan: Floor, busted: Sequence[Busted]) -> None:
        """Record round and table place of those just eliminated (SHOOT-3)."""
        outs = Elimination.objects.filter(entry__in=[player.entry for player in busted])
        by_entry = {out.entry_id: out for out in outs}
        by_table = sorted(busted, key=lambda player: player.table.id)
        for table_id, group in groupby(by_table, key=lambda player: player.table.id):
            here = list(group)
            stacks = {player.entry.pk: by_entry[player.entry.pk].start_stack for player in here}
            left = len(plan.tables[table_id].users) + _disqualified(here[0].hand.hand_id)
            for entry, place in shootouts.places(stacks, left=left).items():
                by_entry[entry].stage = plan.tournament.stage
                by_entry[entry].table_place = place
        Elimination.objects.bulk_update(by_entry.values(), ["stage", "table_place"])


FORMATS: dict[str, EventFormat] = {
    Tournament.Format.REGULAR: RegularFormat(),
    Tournament.Format.SHOOTOUT: ShootoutFormat(),
}


def format_of(event: Tournament) -> EventFormat:
    return FORMATS[event.format]


def _disqualified(hand_id: int) -> int:
    """Count players disqualified after a hand: they were still in when its losers went out."""
    return Elimination.objects.filter(hand_id=hand_id, chips_removed__gt=0).count()


def label_of(stage: int, number: int) -> str:
    """Return the label of a table in a round that is not the last."""
    return f"{stage}.{number}"


def _open_round(
    plan: Floor, users: Sequence[int], *, level: BlindLevel
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
