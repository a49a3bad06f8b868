"""The open tables of a tournament as the director sees them, and the director's changes to them.

A ``Floor`` is abstract: an event is played online, in a live room, or in memory. Tables in the
database are read in a fixed number of statements, and kept current while the director works. The
caller holds the tournament's lock: no other process changes several of its tables.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, Self

import orjson
from django.db.models import Count, Max, QuerySet

from core import sql
from core.refusal import Refusal
from core.types import Chips, EntryId, SeatNo, UserId
from players import access
from players.access import Activity
from tables import engine, games
from tables.engine.events import PositionsTold, StakesTold
from tables.live import dealer, pause, record, seating, shuffle
from tables.models import Hand, Seat, Table
from tables.wire import push
from tables.wire.frame_types import Notice
from tournaments.floor import notifications
from tournaments.floor.arrivals import Latecomer, Latecomers
from tournaments.models import Elimination, Entry, Move, Order, Tournament
from tournaments.models.floor_kinds import FloorKind
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import BlindLevel, ClockReading
from tournaments.rules.table_occupancy import Field, TablePlan

# The notice of a table that waits, without more reasons.
WAITING: Notice = {"kind": "waiting"}


@dataclass(slots=True)
class TableState:
    """One open table: its players and stacks by seat, and its latest hand."""

    id: int
    name: str
    max_seats: int
    stakes: StakesTold | None
    notice: Notice | None = None
    positions: PositionsTold | None = None
    hand_id: int | None = None
    hand_started_at: datetime | None = None
    hand_finished_at: datetime | None = None
    # The moment at which its last card is seen, if that is later.
    hand_shown_at: datetime | None = None
    deserted_at: datetime | None = None
    deals_on: bool = False
    opened_at: datetime | None = None
    # Staff make it wait between two hands, with all players kept in their seats.
    held: bool = False
    # The deadline of the player to act; between hands, when the table deals on by itself.
    due_at: datetime | None = None
    users: dict[SeatNo, int] = field(default_factory=dict)
    stacks: dict[SeatNo, Chips] = field(default_factory=dict)

    @property
    def playing(self) -> bool:
        """Return whether a hand runs, or the table is about to deal on: it must not be changed."""
        hand_over = self.hand_id is None or self.hand_finished_at is not None
        return not hand_over or self.due_at is not None

    @property
    def free_at(self) -> datetime | None:
        """The end of the last result's display; None while a hand runs and before the first."""
        if self.playing or self.hand_finished_at is None:
            return None
        return pause.result_until(self.hand_shown_at or self.hand_finished_at)

    @property
    def button(self) -> engine.Positions | None:
        return None if self.positions is None else engine.Positions.from_json(self.positions)

    @property
    def able(self) -> int:
        """The number of players with chips: the others decide whether to buy some (TRN-2)."""
        return sum([stack > 0 for stack in self.stacks.values()])

    def ready(self, now: datetime) -> bool:
        """Return whether the next hand may be dealt."""
        return not self.playing and (self.free_at is None or self.free_at <= now)

    def movable(self, now: datetime) -> bool:
        """Return whether its players may be moved: not while it is held or one has no chips."""
        return self.ready(now) and not self.held and self.able == len(self.stacks)


class BustOutHand(NamedTuple):
    """The hand that took a player's last chip: without chips they are not dealt in."""

    hand_id: int
    table_name: str
    start_stack: int
    ended_at: datetime
    # The moment at which its last card is seen.
    shown_at: datetime
    # The player has told the floor that no chips will be bought.
    waived: bool = False


class Floor(ABC):
    """The open tables of a tournament; a verb changes the tables and this copy of them."""

    def __init__(
        self, tournament: Tournament, tables: Iterable[TableState], *, now: datetime
    ) -> None:
        self.tournament = tournament
        self.tables = {table.id: table for table in tables}
        self.now = now
        # The time until which each player without chips may buy some, by user.
        self.deciding: dict[int, datetime] = {}
        # The users who sit out, at any table.
        self.away: set[int] = set()
        self.latecomers = Latecomers()
        self.held = {table.id for table in self.tables.values() if table.held}
        # The tables as the rules of seating see them, and the ids of those that have changed.
        self._field = Field()
        self._changed = set(self.tables)

    def clock(self) -> ClockReading:
        """Return the clock of the event, which must have begun."""
        reading = self.tournament.clock_at(self.now)
        assert reading is not None
        return reading

    def ready(self) -> list[TableState]:
        return [table for table in self.tables.values() if table.ready(self.now)]

    def places(self) -> dict[int, tuple[TableState, SeatNo]]:
        """Return the table and seat of each player, by user."""
        return {
            user: (table, no) for table in self.tables.values() for no, user in table.users.items()
        }

    def field(self) -> Field:
        """Return the tables as the rules of seating see them, with the changed ones updated."""
        for table_id in self._changed:
            self._field.put(self.plan_of(self.tables[table_id]))
            self.latecomers.look_at(table_id)
        self._changed.clear()
        return self._field

    def field_to_move_in(self) -> Field:
        """Return the tables between which players may be moved: not those held (AMEND-6)."""
        if not self.held:
            return self.field()
        return Field(table for table in self.field() if table.id not in self.held)

    def plan_of(self, table: TableState) -> TablePlan:
        return TablePlan(
            id=table.id,
            max_seats=table.max_seats,
            seats=frozenset(table.users),
            positions=table.button,
            ready=table.movable(self.now),
            button=self._button_moves,
        )

    @cached_property
    def _button_moves(self) -> engine.Button | None:
        return self.tournament.button_moves

    def _forget(self, table_id: int) -> None:
        del self.tables[table_id]
        self.held.discard(table_id)
        self._field.drop(table_id)
        self.latecomers.look_at(table_id)
        self._changed.discard(table_id)

    @abstractmethod
    def note(self, **state: Any) -> None:
        """Set fields of the event's row, by name, and save them where there is a row."""

    @abstractmethod
    def shuffled(self, things: Sequence[int]) -> list[int]:
        """Return players or seats in a random order (DEAL-1)."""

    @abstractmethod
    def below(self, count: int) -> int:
        """Draw a number from 0 to ``count`` - 1, each equally likely (DEAL-1)."""

    @abstractmethod
    def open_table(self, label: str, level: BlindLevel) -> TableState:
        """Open an empty table with the blinds of ``level``."""

    @abstractmethod
    def next_label(self) -> str:
        """Return the label of one more table; closed tables keep theirs."""

    @abstractmethod
    def close(self, table_id: int) -> None:
        """Close a table without players."""

    @abstractmethod
    def seat(self, table_id: int, users: Mapping[SeatNo, int], *, stack: Chips) -> None:
        """Seat new entries, user ids by seat number, with so many chips each."""

    @abstractmethod
    def leave(self, table: TableState, no: SeatNo) -> None:
        """Free the seat of an eliminated player."""

    @abstractmethod
    def move(
        self, from_id: int, from_no: SeatNo, to_id: int, to_no: SeatNo, why: Move.Reason
    ) -> None:
        """Move a player to a free seat of another table (TRN-3)."""

    @abstractmethod
    def times_moved(self, table_id: int, no: SeatNo) -> int:
        """Return the number of moves of the player at this seat in this event."""

    @abstractmethod
    def hands_since_moved(self, table: TableState, no: SeatNo) -> int | None:
        """Return the number of hands begun at this table since the last move of the player at this
        seat; None if they were never moved."""

    @abstractmethod
    def rearrange(self, *, level: BlindLevel, entry_open: bool) -> bool:
        """Break tables, draw the final table, balance, as far as running hands allow (TRN-3).

        Return False when no hand may begin: all tables wait for the draw of the final one.
        """

    @abstractmethod
    def held_up(self) -> set[int]:
        """Return the tables that wait before their next hand although they could play."""

    @abstractmethod
    def let_in(self, newcomer: Latecomer, *, level: BlindLevel) -> None:
        """Seat a newcomer to the running event, at once or when their seat is free (LATE-1)."""

    @abstractmethod
    def seat_latecomers(self, *, level: BlindLevel) -> None:
        """Seat each latecomer whose seat is free."""

    @abstractmethod
    def expect(self, newcomer: Latecomer, drawn: TableSeat) -> None:
        """Reserve the seat that a latecomer has drawn, until the hand there is over (LATE-1)."""

    @abstractmethod
    def welcome(self, newcomer: Latecomer, place: TableSeat) -> None:
        """Seat a latecomer."""

    @abstractmethod
    def announce(self, table: TableState, notice: Notice | None) -> None:
        """Show the notice of an idle table, or clear it."""

    @abstractmethod
    def hold(self, table: TableState) -> None:
        """Make a table that deals on wait for the director after its current hand."""

    @abstractmethod
    def deal(self, table: TableState, level: BlindLevel, *, notice: Notice | None = None) -> None:
        """Deal the next hand with the blinds of ``level``, and show ``notice`` during it."""

    def round_may_begin(self) -> bool:
        """Return whether nothing but running hands holds the next hand-for-hand round (TRN-4)."""
        return True

    def waits_for_round(self, notice: Notice) -> Notice:
        """Return the notice of a table that waits for the others of its round, whose own notice is
        ``notice`` (TRN-4)."""
        return notice


class StoredFloor(Floor, FloorKind):
    """Tables in the database: the floor of an event that players enter."""

    @classmethod
    def read(
        cls, tournament: Tournament, *, now: datetime, only: Collection[int] | None = None
    ) -> Self:
        """Read the open tables of a tournament, or ``only`` these, in the order of opening."""
        known = {
            "event": tournament.event,
            "only": None if only is None else list(only),
            "tournament": tournament.pk,
            "hold": Order.Kind.HOLD_TABLE,
        }
        tables = {row[0]: _state(row) for row in sql.rows(_TABLES, known)}
        plan = cls(tournament, tables.values(), now=now)
        for table_id, no, user_id, stack, away in sql.rows(_SEATS, known):
            tables[table_id].users[no] = user_id
            tables[table_id].stacks[no] = stack
            if away:
                plan.away.add(user_id)
        if tournament.arriving_count:
            plan.latecomers = Latecomers(cls.waiting(tournament))
        return plan

    @classmethod
    @abstractmethod
    def waiting(cls, tournament: Tournament) -> list[Latecomer]:
        """Return the players who wait for a seat, in the order of their entries."""

    @classmethod
    @abstractmethod
    def begin(cls, tournament: Tournament, *, users: Sequence[int], now: datetime) -> Self:
        """Seat the ``users`` of all entries at the start; the caller saves ``arriving_count``."""

    @classmethod
    def enter(cls, tournament: Tournament, entry: Entry, *, now: datetime) -> None:
        """Draw the seat of an entry before the start, where it is drawn by then."""

    @classmethod
    def read_for_newcomer(cls, tournament: Tournament, *, now: datetime) -> Self:
        """Read the tables at which a newcomer to the running event may be seated."""
        return cls.read(tournament, now=now)

    @classmethod
    @abstractmethod
    def bust_out_hands(
        cls, tournament: Tournament, users: Collection[int]
    ) -> dict[int, BustOutHand]:
        """Return the latest hand that took the last chip of each of these players, by user."""

    @classmethod
    @abstractmethod
    def decides_until(cls, hand: BustOutHand) -> datetime:
        """Return until when a player who busted in ``hand`` may buy chips, without pauses."""

    @classmethod
    @abstractmethod
    def takers(
        cls, tournament: Tournament, out: Elimination, *, head: int
    ) -> list[tuple[Entry, int]]:
        """Return the entries that take a head worth ``head`` cents, and the part of each."""

    @classmethod
    @abstractmethod
    def begun(cls, tournament: Tournament) -> bool:
        """Return whether a hand has been completed."""

    @classmethod
    def last_count(cls, tournament: Tournament) -> datetime | None:
        """Return the time of the last count of chips; None before the first, and online."""
        return None

    @classmethod
    def penalized(cls, entries: Collection[EntryId]) -> set[EntryId]:
        """Return those of these entries that serve a penalty away from their table."""
        return set()

    @classmethod
    def counted(
        cls, tournament: Tournament, finalists: Collection[Entry]
    ) -> dict[EntryId, int] | None:
        """Return the chips by entry that were counted at the end; None where hands tell them."""
        return None

    def note(self, **state: Any) -> None:
        """Set and save fields of the event's row, by name."""
        for name, value in state.items():
            setattr(self.tournament, name, value)
        self.tournament.save(update_fields=list(state))

    def shuffled(self, things: Sequence[int]) -> list[int]:
        """Return players or seats in a random order (DEAL-1)."""
        return shuffle.shuffled(things)

    def below(self, count: int) -> int:
        """Draw a number from 0 to ``count`` - 1, each equally likely (DEAL-1)."""
        return shuffle.drawn(range(count))

    def open_table(self, label: str, level: BlindLevel) -> TableState:
        terms = self.tournament
        row = seating.open_table(
            event=terms.event,
            name=table_name(terms, label),
            max_seats=terms.seats_per_table,
            stakes=stakes_of(level),
            action_seconds=terms.action_seconds,
            away_seconds=terms.away_seconds,
            game=terms.game,
            house=terms.house,
            now=self.now,
        )
        table = TableState(row.pk, row.name, row.max_seats, row.stakes, opened_at=row.opened_at)
        self.tables[table.id] = table
        self._changed.add(table.id)
        return table

    def next_label(self) -> str:
        """Return the label of one more table; closed tables keep theirs."""
        return f"#{Table.objects.filter(event=self.tournament.event).count() + 1}"

    def seat(self, table_id: int, users: Mapping[SeatNo, int], *, stack: Chips) -> None:
        """Seat new entries, user ids by seat number, with so many chips each and a time bank."""
        seating.take_seats(
            table_id=table_id,
            users={no: UserId(user) for no, user in users.items()},
            stack=stack,
            bank_ms=self.tournament.bank_seconds * 1000,
            price=self.tournament.bounty,
            now=self.now,
        )
        table = self.tables[table_id]
        table.users.update(users)
        table.stacks.update(dict.fromkeys(users, stack))
        self._changed.add(table_id)
        self.uncount()

    def uncount(self) -> None:
        """Invalidate the last count, if there is one: stacks have changed since (LIVE-3)."""
        if self.tournament.counted_at is not None:
            self.note(counted_at=None)

    def welcome(self, newcomer: Latecomer, place: TableSeat) -> None:
        """Seat a latecomer."""
        self.latecomers.remove(newcomer)
        self.seat(place.table, {place.seat: newcomer.user}, stack=newcomer.stack)
        Entry.objects.filter(pk=newcomer.entry).update(
            status=Entry.Status.PLAYING, drawn_table=place.table, drawn_seat=place.seat
        )
        self.__dict__.pop("_entries", None)
        user_id = UserId(newcomer.user)
        # A player barred while waiting sits out, like one barred at a table (OUT-1).
        if newcomer.away or not _may_play(self.tournament, user_id, now=self.now):
            dealer.sit_out(table_id=place.table, user_id=user_id, now=self.now)
        notifications.seated(
            self.tournament, newcomer.entry, user_id, place.table, place.seat, now=self.now
        )
        if self.tournament.arriving_count != len(self.latecomers):
            self.note(arriving_count=len(self.latecomers))

    def expect(self, newcomer: Latecomer, drawn: TableSeat) -> None:
        """Reserve the seat that a latecomer has drawn, until the hand there is over (LATE-1)."""
        self.latecomers.expect(newcomer, drawn)
        Entry.objects.filter(pk=newcomer.entry).update(
            drawn_table=drawn.table, drawn_seat=drawn.seat
        )
        self.note(arriving_count=len(self.latecomers))

    def move(
        self, from_id: int, from_no: SeatNo, to_id: int, to_no: SeatNo, why: Move.Reason
    ) -> None:
        """Move a player, notify them of the reason, and record it (TRN-3)."""
        origin, target = self.tables[from_id], self.tables[to_id]
        user_id = UserId(origin.users.pop(from_no))
        seating.move(
            user_id=user_id, from_table_id=from_id, to_table_id=to_id, no=to_no, now=self.now
        )
        target.users[to_no], target.stacks[to_no] = user_id, origin.stacks.pop(from_no)
        self._changed |= {from_id, to_id}
        if "_moves" in self.__dict__:
            self._moves[user_id] += 1
        move = Move.objects.create(
            entry_id=self._entries[user_id],
            from_table=origin.name,
            to_table=target.name,
            to_seat=to_no,
            reason=why,
            at=self.now,
        )
        push.tell_player(from_id, user_id, {"type": "moved", "table": to_id, "reason": why.value})
        notifications.moved(self.tournament, move.pk, user_id, to_id, to_no, now=self.now)

    @cached_property
    def _entries(self) -> dict[int, int]:
        """The entries in play by user, read once for all moves."""
        playing = self.tournament.entries.filter(status=Entry.Status.PLAYING)
        return dict(playing.values_list("user", "pk"))

    def times_moved(self, table_id: int, no: SeatNo) -> int:
        """Return the number of moves of the player at this seat in this event."""
        return self._moves[self.tables[table_id].users[no]]

    @cached_property
    def _moves(self) -> Counter[int]:
        """The number of moves so far by user, read once."""
        moves = Move.objects.filter(entry__tournament=self.tournament)
        rows = moves.values_list("entry__user").annotate(times=Count("pk"))
        return Counter(dict(rows))

    def hands_since_moved(self, table: TableState, no: SeatNo) -> int | None:
        """Return the number of hands begun at this table since the last move of the player at this
        seat; None if they were never moved."""
        moves = Move.objects.filter(entry__tournament=self.tournament, entry__user=table.users[no])
        last = moves.aggregate(at=Max("at"))["at"]
        if last is None:
            return None
        return Hand.objects.filter(table=table.id, started_at__gte=last).count()

    def leave(self, table: TableState, no: SeatNo) -> None:
        """Free the seat of an eliminated player."""
        user_id = UserId(table.users.pop(no))
        seating.leave_seat(table_id=table.id, user_id=user_id, now=self.now)
        del table.stacks[no]
        self._changed.add(table.id)

    def add_chips(self, table: TableState, no: SeatNo, chips: Chips) -> None:
        """Add chips to the stack of a player who is in no hand (CHIP-1)."""
        user_id = UserId(table.users[no])
        seating.add_chips(table_id=table.id, user_id=user_id, chips=chips, now=self.now)
        table.stacks[no] = Chips(table.stacks[no] + chips)
        self._changed.add(table.id)
        self.uncount()

    def announce(self, table: TableState, notice: Notice | None) -> None:
        """Show the notice of an idle table, or clear it."""
        if table.notice != notice:
            seating.set_notice(table_id=table.id, notice=notice, now=self.now)
            table.notice = notice

    def hold(self, table: TableState) -> None:
        """Make a table that deals on wait for the director after its current hand."""
        if table.deals_on:
            seating.hold(table.id)
            table.deals_on = False

    def hold_for_staff(self, table: TableState) -> None:
        """Make a table wait with all players in their seats, as if staff held it."""
        self.hold(table)
        table.held = True
        self.held.add(table.id)
        self._changed.add(table.id)

    def let_deal_on(self, tables: Sequence[TableState]) -> None:
        """Let idle tables deal by themselves, at once and after each of their hands."""
        record.let_deal_on([table.id for table in tables], now=self.now)
        for table in tables:
            table.deals_on, table.due_at = True, self.now
            self._changed.add(table.id)

    def deal(self, table: TableState, level: BlindLevel, *, notice: Notice | None = None) -> None:
        """Deal the next hand with the blinds of ``level``, and show ``notice`` during it."""
        self.hold(table)
        stakes = stakes_of(level)
        if table.stakes != stakes.to_json():
            seating.set_stakes(table_id=table.id, stakes=stakes, now=self.now)
        self.announce(table, notice)

    def close(self, table_id: int) -> None:
        seating.close_table(table_id=table_id, now=self.now)
        self._forget(table_id)


# Plain SQL: each step of the director runs these, and the ORM takes longer to compose them than
# PostgreSQL to answer.
_TABLES = """
    SELECT t.id, t.name, t.max_seats, t.stakes, t.notice, t.positions,
        h.id, h.started_at, h.finished_at, h.shown_at, t.deserted_at, t.deals_on, t.opened_at,
        d.due_at, t.id = ANY(ARRAY(
            SELECT o.table_id FROM tournaments_order o
            WHERE o.tournament_id = %(tournament)s AND o.kind = %(hold)s AND o.closed_at IS NULL
        ))
    FROM tables_table t
    LEFT JOIN tables_hand h ON h.table_id = t.id AND h.number = t.hand_no
    LEFT JOIN tables_deadline d ON d.table_id = t.id
    WHERE t.event = %(event)s AND t.status = 'open'
        AND (%(only)s::bigint[] IS NULL OR t.id = ANY(%(only)s))
    ORDER BY t.id"""
_SEATS = """
    SELECT s.table_id, s.no, s.user_id, s.stack, s.away
    FROM tables_seat s JOIN tables_table t ON t.id = s.table_id
    WHERE t.event = %(event)s AND t.status = 'open'
        AND (%(only)s::bigint[] IS NULL OR t.id = ANY(%(only)s))
    ORDER BY s.no"""


def kind_of(tournament: Tournament) -> type[StoredFloor]:
    """Return the class of an event's floor."""
    kind = tournament.floor
    assert issubclass(kind, StoredFloor)
    return kind


def read(
    tournament: Tournament, *, now: datetime, only: Collection[int] | None = None
) -> StoredFloor:
    """Read the floor of a tournament; see ``StoredFloor.read``."""
    return kind_of(tournament).read(tournament, now=now, only=only)


def _state(row: Sequence[Any]) -> TableState:
    """Return a table from a row of ``_TABLES``."""
    pk, name, max_seats, *stored = row[:6]
    hand_id, begun, over, shown_at, deserted_at, deals_on, opened_at, due_at, held = row[6:]
    stakes, notice, positions = (text and orjson.loads(text) for text in stored)
    return TableState(
        id=pk,
        name=name,
        max_seats=max_seats,
        stakes=stakes,
        notice=notice,
        positions=positions,
        hand_id=hand_id,
        hand_started_at=begun,
        hand_finished_at=over,
        hand_shown_at=shown_at,
        deserted_at=deserted_at,
        deals_on=deals_on,
        opened_at=opened_at,
        held=held,
        due_at=due_at,
    )


def _may_play(tournament: Tournament, user_id: UserId, *, now: datetime) -> bool:
    what = Activity.PLAY_MONEY if tournament.free else Activity.PLAY
    try:
        access.check(user_id=user_id, what=what, now=now)
    except Refusal:
        return False
    return True


def drawn(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that have drawn a seat at an open table and do not sit there yet."""
    return tournament.entries.filter(
        status=Entry.Status.REGISTERED, drawn_table__status=Table.Status.OPEN
    )


def alternates(tournament: Tournament) -> list[Entry]:
    """Return the entries of a live event that wait for a seat, in the order of registration."""
    waiting = tournament.entries.filter(status=Entry.Status.REGISTERED, drawn_table=None)
    return list(waiting.select_related("user", "tournament").order_by("pk"))


def carried(tournament: Tournament) -> dict[int, int]:
    """Return by user the parts of carried pots, should no next hand be dealt (CANCEL-4)."""
    if not games.carries(tournament.game):
        return {}
    seats = Seat.objects.filter(table__event=tournament.event, table__status=Table.Status.OPEN)
    rows = list(seats.values_list("user_id", "table_id", "no"))
    parts = {table: seating.carried(table) for _, table, _ in rows}
    return {user: parts[table].get(no, 0) for user, table, no in rows}


def table_name(tournament: Tournament, label: str) -> str:
    return f"{tournament.name} · {label}"


def stakes_of(level: BlindLevel) -> engine.Stakes:
    return engine.Stakes(
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
    )
