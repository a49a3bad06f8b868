"""The floor of a live event: people deal, and the floor staff move the players (LIVE-1).

Seats are drawn at registration, or given to alternates as they come free. No seated player is
moved for a newcomer: a player who finds no free seat is an alternate.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Self

from django.db.models import Count, Max, QuerySet

from core.types import EntryId, SeatNo
from tables.live import shuffle
from tables.models import Seat, Table
from tables.wire.frame_types import Notice
from tournaments import room_settings
from tournaments.floor import floors
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import WAITING, BustOutHand, StoredFloor
from tournaments.live_room.models import BustOut, ChipCount, Penalty
from tournaments.live_room.verbs import moves
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import arrangement
from tournaments.rules import knockouts
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import BlindLevel


class LiveFloor(StoredFloor):
    """Tables of a live room: the floor staff enter what happens there."""

    deals = False
    exact_stacks = False
    seats_at_registration = True
    takes_back = True
    has_counter = True

    @classmethod
    def read(
        cls, tournament: Tournament, *, now: datetime, only: Collection[int] | None = None
    ) -> Self:
        plan = super().read(tournament, now=now, only=only)
        for table in plan.tables.values() if tournament.in_round else ():
            if table.notice is not None and table.notice["kind"] == "hand_for_hand":
                # LIVE-4: its hand of the round runs until the floor reports its end.
                table.hand_id = 0
        return plan

    @classmethod
    def waiting(cls, tournament: Tournament) -> list[Latecomer]:
        return [
            Latecomer(entry.pk, entry.user_id, entry.price.chips)
            for entry in floors.alternates(tournament)
        ]

    @classmethod
    def begin(cls, tournament: Tournament, *, users: Sequence[int], now: datetime) -> Self:
        """Seat all entries at their drawn seats; the others are alternates. Tables without players
        close."""
        plan = cls.read(tournament, now=now)
        for table_id, seats in _drawn(tournament).items():
            drawn = {no: entry.user_id for no, entry in seats.items()}
            plan.seat(table_id, drawn, stack=tournament.starting_stack)
        for table in [table for table in plan.tables.values() if not table.users]:
            plan.close(table.id)
        entering = tournament.entries.filter(status=Entry.Status.REGISTERED)
        entering.filter(drawn_table__isnull=False).update(status=Entry.Status.PLAYING)
        tournament.arriving_count = len(floors.alternates(tournament))
        return plan

    @classmethod
    def enter(cls, tournament: Tournament, entry: Entry, *, now: datetime) -> None:
        """Draw a free seat of an emptiest table, if there is one; the next table opens when all are
        full. The caller holds the event's lock."""
        opened, most = _opened(tournament).count(), tournament.live_tables
        least = min(tournament.opening_tables, most)
        only = _emptiest(tournament) if opened >= least else None
        if only is None and opened < most:
            plan = cls.read(tournament, now=now, only=[])
            for _ in range(max(1, least - opened)):
                plan.open_table(plan.next_label(), tournament.levels[0])
            only = _emptiest(tournament)
        if only is None:
            return
        plan = cls.read(tournament, now=now, only=only)
        for table_id, seats in _drawn(tournament, only=only).items():
            plan._expect_at(table_id, {no: one.user_id for no, one in seats.items()})
        entry.drawn_table_id, entry.drawn_seat = arrangement.any_seat(plan)
        entry.save(update_fields=["drawn_table", "drawn_seat"])

    @classmethod
    def read_for_newcomer(cls, tournament: Tournament, *, now: datetime) -> Self:
        return cls.read(tournament, now=now, only=_emptiest(tournament))

    @classmethod
    def begun(cls, tournament: Tournament) -> bool:
        """Return whether the floor has entered a bust-out or a chip count (LIVE-1)."""
        return (
            BustOut.objects.filter(entry__tournament=tournament, undone_at=None).exists()
            or ChipCount.objects.filter(entry__tournament=tournament).exists()
        )

    @classmethod
    def last_count(cls, tournament: Tournament) -> datetime | None:
        counts = ChipCount.objects.filter(entry__tournament=tournament)
        at: datetime | None = counts.aggregate(at=Max("at"))["at"]
        return at

    @classmethod
    def bust_out_hands(
        cls, tournament: Tournament, users: Collection[int]
    ) -> dict[int, BustOutHand]:
        """Return by user the bust-outs that the floor has entered (LIVE-2)."""
        stands = BustOut.objects.filter(
            entry__tournament=tournament, entry__user__in=users, undone_at=None
        )
        latest = stands.order_by("entry__user", "-pk").distinct("entry__user")
        return {
            bust.entry.user_id: BustOutHand(
                *(bust.act_id, bust.table_name, bust.start_stack, bust.at, bust.at),
                waived=bust.waived_at is not None,
            )
            for bust in latest.select_related("entry")
        }

    @classmethod
    def decides_until(cls, hand: BustOutHand) -> datetime:
        # The player must walk to the counter.
        return hand.ended_at + room_settings.LIVE_REBUY_TIME.value()

    @classmethod
    def takers(
        cls, tournament: Tournament, out: Elimination, *, head: int
    ) -> list[tuple[Entry, int]]:
        """Return the takers that the floor has entered, with equal parts (LIVE-2)."""
        bust = BustOut.objects.get(entry=out.entry_id, act=out.hand_id)
        entries = tournament.entries.select_related("user")
        return [
            (entries.get(pk=taker), cents)
            for taker, cents in knockouts.shared(bust.takers, head=head).items()
        ]

    @classmethod
    def penalized(cls, entries: Collection[EntryId]) -> set[EntryId]:
        serving = Penalty.objects.filter(entry__in=entries, ended_at=None)
        away = serving.exclude(kind=Penalty.Kind.WARNING)
        return {EntryId(entry) for entry in away.values_list("entry", flat=True)}

    @classmethod
    def counted(cls, tournament: Tournament, finalists: Collection[Entry]) -> dict[EntryId, int]:
        """Return the chips of the last count, after which the event ended (LIVE-3)."""
        counts = ChipCount.objects.filter(entry__in=finalists, number=tournament.counts)
        return {EntryId(entry): chips for entry, chips in counts.values_list("entry", "chips")}

    def rearrange(self, *, level: BlindLevel, entry_open: bool) -> bool:
        """Move nobody: the due move is shown, and the floor staff make it when the tables are
        between hands (LIVE-4)."""
        return True

    def held_up(self) -> set[int]:
        return set()

    def round_may_begin(self) -> bool:
        # LIVE-4: the next round would begin at once, so it waits for the floor to make the move.
        return moves.due_move(self) is None

    def waits_for_round(self, notice: Notice) -> Notice:
        # At a live table the notice of a round says that its hand of the round runs.
        return WAITING

    def _expect_at(self, table_id: int, users: Mapping[SeatNo, int]) -> None:
        """Reserve seats drawn before the start: in this plan only, not in the database."""
        self.tables[table_id].users.update(users)
        self._changed.add(table_id)

    def let_in(self, newcomer: Latecomer, *, level: BlindLevel) -> None:
        """Seat a newcomer, after the alternates who wait already."""
        if all(waiting.entry != newcomer.entry for waiting in self.latecomers):
            self.latecomers.append(newcomer)
        self.seat_latecomers(level=level)

    def seat_latecomers(self, *, level: BlindLevel) -> None:
        """Draw free seats for the alternates who have waited longest; tables are opened up to
        ``live_tables``."""
        for newcomer in list(self.latecomers):
            if not self.field().room:
                if len(self.tables) >= self.tournament.live_tables:
                    break
                self.open_table(self.next_label(), level)
            self.welcome(newcomer, TableSeat(*arrangement.any_seat(self)))
        if self.tournament.arriving_count != len(self.latecomers):
            self.note(arriving_count=len(self.latecomers))


def _emptiest(tournament: Tournament) -> list[int] | None:
    """Draw one of the tables with the fewest players (DEAL-1); None if they are full or there are
    alternates. A newcomer's seat then needs no other table to be read."""
    if tournament.arriving_count:
        return None
    sitting = Seat.objects.filter(table__in=_opened(tournament)).values_list("table")
    drawn = floors.drawn(tournament).values_list("drawn_table")
    players_at = Counter(dict.fromkeys(_opened(tournament).values_list("pk", flat=True), 0))
    for places in (sitting, drawn):
        players_at.update(dict(places.annotate(Count("pk"))))
    least = min(players_at.values(), default=tournament.seats_per_table)
    if least >= tournament.seats_per_table:
        return None
    return [shuffle.drawn([table for table, count in players_at.items() if count == least])]


def _opened(tournament: Tournament) -> QuerySet[Table]:
    return Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)


def _drawn(
    tournament: Tournament, *, only: Collection[int] | None = None
) -> dict[int, dict[SeatNo, Entry]]:
    """Return the entries by drawn table and seat number; at ``only`` these tables."""
    entries = floors.drawn(tournament)
    if only is not None:
        entries = entries.filter(drawn_table__in=only)
    seats: defaultdict[int, dict[SeatNo, Entry]] = defaultdict(dict)
    for entry in entries:
        assert entry.drawn_table_id is not None
        assert entry.drawn_seat is not None
        seats[entry.drawn_table_id][SeatNo(entry.drawn_seat)] = entry
    return seats
