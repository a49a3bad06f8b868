"""An event as floor staff watch it: tables, seats, stacks, the player to act, the clock."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from core.types import EntryId, UserId
from players.profile import presence, real_names
from tables.live import record
from tables.live.record import TableRecord
from tables.models import Hand, Seat, Table
from tournaments.floor import floors
from tournaments.models import Act, Entry, Order, Tournament
from tournaments.rules.level_clock import ClockReading

TABLES_A_PAGE = 24
ACTS_SHOWN = 12
# A hand that lasts longer is marked for staff.
SLOW = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class Chair:
    """An occupied seat; ``connected`` while its player has the table open."""

    no: int
    name: str
    entry: EntryId | None
    stack: int
    away: bool
    connected: bool
    to_move: bool
    user: int = 0
    real: str = ""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """One table: its latest hand and its duration (None between hands), the player to act."""

    id: int
    name: str
    hand_no: int
    runs_for: timedelta | None
    left_to_move: timedelta | None
    notice: str | None
    chairs: Sequence[Chair]

    @property
    def slow(self) -> bool:
        return self.runs_for is not None and self.runs_for > SLOW

    @property
    def mover(self) -> str | None:
        return next((chair.name for chair in self.chairs if chair.to_move), None)


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole event: a page of its tables, waiting orders, recent acts."""

    event: Tournament
    reading: ClockReading | None
    left_in_level: timedelta | None
    tables: int
    page: "Page[int]"
    sights: Sequence[WatchedTable]
    orders: Sequence[Order]
    arriving: Sequence[Entry]
    undoable: Sequence[Act]
    acts: Sequence[Act]
    seated: int

    @property
    def page_numbers(self) -> Iterator[int | str]:
        """The pages to offer: those near this one, and the ends."""
        return self.page.paginator.get_elided_page_range(self.page.number, on_ends=1)


def picture(event: Tournament, *, search: str, page: str | None, now: datetime) -> Picture:
    """Return the picture; ``search`` finds players and tables by a part of their name."""
    reading = event.clock_at(now)
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN).order_by("pk")
    matching = tables
    if search:
        named = Q(user__username__icontains=search) | Q(
            user__in=real_names.matching(search).values("user")
        )
        there = Seat.objects.filter(named, table__event=event.event)
        drawn = _drawn(event).filter(named).values("drawn_table")
        matching = tables.filter(
            Q(name__icontains=search) | Q(pk__in=there.values("table")) | Q(pk__in=drawn)
        )
    shown = Paginator(matching.values_list("pk", flat=True), TABLES_A_PAGE).get_page(page)
    acts = event.acts.select_related("by", "entry").order_by("-pk")
    orders = event.orders.filter(closed_at=None).select_related("entry__user", "table", "by")
    waiting, arriving = list(orders.order_by("pk")), list(_arriving(event))
    real_names.attach(
        [*(order.entry.user for order in waiting if order.entry), *(one.user for one in arriving)]
    )
    return Picture(
        event=event,
        reading=reading,
        left_in_level=reading.left if reading and not event.over else None,
        tables=tables.count() if search else shown.paginator.count,
        page=shown,
        sights=_sights(event, list(shown), now=now),
        orders=waiting,
        arriving=arriving,
        undoable=_undoable(acts),
        acts=list(acts[:ACTS_SHOWN]),
        seated=_drawn(event).count(),
    )


def _drawn(event: Tournament) -> "QuerySet[Entry]":
    """The entries that take the seats they have drawn when a live event begins (LIVE-1)."""
    before = event.floor.seats_at_registration and event.registering
    return floors.drawn(event) if before else event.entries.none()


def _arriving(event: Tournament) -> "QuerySet[Entry]":
    """The latecomers who wait for the seat that they have drawn (LATE-1)."""
    if not event.arriving_count:
        return event.entries.none()
    waiting = event.entries.filter(status=Entry.Status.REGISTERED, drawn_table__isnull=False)
    return waiting.select_related("user", "drawn_table").order_by("pk")


def _sights(event: Tournament, tables: Sequence[int], *, now: datetime) -> list[WatchedTable]:
    sitting = Seat.objects.filter(table__in=tables).values("user")
    playing = event.entries.filter(status=Entry.Status.PLAYING, user__in=sitting)
    rows = playing.values_list("user", "pk")
    entries = {UserId(user): EntryId(entry) for user, entry in rows}
    begun = Hand.objects.filter(table__in=tables, finished_at=None)
    since = dict(begun.values_list("table", "started_at"))
    there = presence.connected(tables, now=now)
    penalized = floors.kind_of(event).penalized(entries.values())
    drawn: defaultdict[int, list[Chair]] = defaultdict(list)
    coming = _drawn(event).filter(drawn_table__in=tables).order_by("drawn_seat")
    arriving = list(coming.values_list("drawn_table", "drawn_seat", "user", "user__username"))
    real = real_names.of([*entries, *(user for _, _, user, _ in arriving)])
    for table_id, no, user, name in arriving:
        stack = event.starting_stack
        seat = Chair(no or 0, name, None, stack, False, False, False, real=real.get(user, ""))
        drawn[table_id].append(seat)
    return [
        _sight(
            table, entries, since.get(table.id), there, penalized, drawn[table.id], real, now=now
        )
        for table in record.read_all(tables)
    ]


def _sight(
    table: TableRecord,
    entries: Mapping[UserId, EntryId],
    since: datetime | None,
    there: Iterable[int],
    penalized: Container[int],
    drawn: Sequence[Chair],
    real: Mapping[int, str],
    *,
    now: datetime,
) -> WatchedTable:
    # Only chips and the turn are read from the hand, never cards.
    live = table.live
    turn = live.playing.turn if live.playing else None
    reading = table.clock
    return WatchedTable(
        id=table.id,
        name=table.name,
        hand_no=table.hand_no,
        runs_for=now - since if since else None,
        left_to_move=max(timedelta(), reading.due_at - now) if reading else None,
        notice=table.notice["kind"] if table.notice else None,
        chairs=drawn
        or [
            Chair(
                no=no,
                name=sitter.name,
                entry=entries.get(sitter.user),
                stack=live.stack(no),
                away=sitter.away or entries.get(sitter.user) in penalized,
                connected=sitter.user in there,
                to_move=no == turn,
                user=sitter.user,
                real=real.get(sitter.user, ""),
            )
            for no, sitter in sorted(live.seats.items())
        ],
    )


def _undoable(acts: "QuerySet[Act]") -> list[Act]:
    """The disqualifications that stand and may perhaps be undone."""
    return list(
        acts.filter(
            verb=Act.Verb.DISQUALIFY,
            outcome=Act.Outcome.DONE,
            entry__status=Entry.Status.OUT,
            entry__elimination__chips_removed__gt=0,
            before__has_key="seat",
        ).exclude(entry__prize__gt=0)[:ACTS_SHOWN]
    )


def place_of(entry: Entry) -> tuple[str | None, int | None]:
    """Return the table and seat of a player, taken or drawn; None for a player who waits."""
    seat = Seat.objects.filter(
        user=entry.user_id, table__event=entry.tournament.event, table__status=Table.Status.OPEN
    )
    for table, no in seat.values_list("table__name", "no"):
        return table, no
    if entry.drawn_table is not None and entry.status in Entry.LIVE:
        return entry.drawn_table.name, entry.drawn_seat
    return None, None
