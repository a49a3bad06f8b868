"""One event in full: structure, prizes, players, tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import (
    Avg,
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Lower

from payouts.prizes.schemes import PrizeScheme
from payouts.rules import payout_tables
from payouts.rules.prizes import grouped
from payouts.rules.schemes import WHOLE, PayoutTable, PrizeRun, Scheme, standard
from payouts.rules.standard_table import GRID
from tables.live.shown_stacks import shown_stack
from tables.models import Seat, Table
from tournaments.floor import floors
from tournaments.models import Bounty, Entry, Tournament
from tournaments.pages import field_order
from tournaments.pages.lobby.listed import Listing
from tournaments.rules.level_clock import BlindLevel

PLAYERS_A_PAGE = 50
TABLES_A_PAGE = 25
# After a re-entry, the player's seat belongs to the live entry.
SITS = Q(status__in=Entry.LIVE)

AnyModel = TypeVar("AnyModel", bound=Model)


@dataclass(frozen=True, slots=True)
class StructureRow:
    """A row of the structure; ``number`` is None for a break."""

    number: int | None
    level: BlindLevel
    current: bool
    past: bool


class PaidPlaces(NamedTuple):
    """A ``schemes.PrizeRun`` of places; a satellite's seat is paid as a ``ticket``."""

    first: int
    last: int
    amount: int
    share: int | None
    ticket: bool


class Bracket(NamedTuple):
    """A row of a prize table: each run of places and its share, for a range of entries."""

    least: int
    most: int
    places: list[tuple[int, int, int]]


class Prizes(NamedTuple):
    """The prizes for ``entries`` and their scheme (INFO-2).

    ``places``, and cents divided ``by_chips`` when the session ends: by ``chip_places``, or in
    proportion where there are none. ``withheld`` for the dealers is not in ``pool`` (LIVE-14).
    """

    entries: int
    pool: int
    withheld: int
    scheme: Scheme
    places: list[PaidPlaces]
    by_chips: int
    chip_places: list[PrizeRun]

    @property
    def name(self) -> str:
        """The name of the scheme, in the reader's language."""
        return str(PrizeScheme.Kind(self.scheme.kind).label)

    @property
    def chips_share(self) -> int:
        """The part of the pool divided by chips, hundredths of a percent."""
        return self.scheme.chips_part(WHOLE)

    @property
    def table(self) -> list[Bracket]:
        """The whole table that prizes are read from (PAY-STD, PAY-TABLE); empty without one."""
        return self.tables[0].rows if self.tables else []

    @property
    def tables(self) -> "list[PrizeTable]":
        """The prize tables of the scheme: two where its two rankings differ (RANK-2)."""
        schemes = self.scheme.tables
        prize_tables = [PrizeTable(scheme.kind, _rows(scheme)) for scheme in schemes]
        return prize_tables[:1] if prize_tables[1:] == prize_tables[:1] else prize_tables


class PrizeTable(NamedTuple):
    """A table that a scheme of this ``kind`` reads its prizes from."""

    kind: str
    rows: list[Bracket]


def _rows(scheme: Scheme) -> list[Bracket]:
    if isinstance(scheme, PayoutTable):
        return list(_brackets(payout_tables.read(scheme.rows)))
    ends = list(GRID)
    begins = [1, *(most + 1 for most in ends)]
    return [
        Bracket(least, most, grouped(standard(most)))
        for least, most in zip(begins, ends, strict=False)
    ]


def _brackets(rows: Iterable[payout_tables.PayoutRow]) -> Iterator[Bracket]:
    least = 1
    for row in rows:
        yield Bracket(least, row.most, grouped(row.shares))
        least = row.most + 1


def structure(listing: Listing) -> Iterator[StructureRow]:
    """The blind schedule, with the row in force marked."""
    reading = None if listing.event.over else listing.reading
    current = reading.index if reading else -1
    number = 0
    for index, level in enumerate(listing.levels):
        number += not level.is_break
        yield StructureRow(
            number=None if level.is_break else number,
            level=level,
            current=index == current,
            past=index < current,
        )


def paid_places(listing: Listing, *, entries: int | None = None) -> Prizes:
    """Return the prizes for the current entries, or for ``entries`` if a reader typed a number."""
    event = listing.event
    field, pool = listing.field, listing.pool
    if entries is not None and event.draw is None:
        field = min(entries, event.most_entries)
        pool = event.pool_of(field)
    scheme = event.prize_scheme
    paid = [
        PaidPlaces(*run, ticket=0 < scheme.ticket <= run.amount)
        for run in scheme.sheet(entries=field, pool=pool)
    ]
    return Prizes(
        field,
        pool,
        event.withheld_from(field),
        scheme,
        paid,
        scheme.chips_part(pool),
        scheme.chips_sheet(entries=field, pool=pool),
    )


def players(event: Tournament, *, now: datetime | None = None) -> QuerySet[Entry]:
    """The entries of an event: those still in by ``stack``, then those who are out by place.

    With ``now``, stacks are as their tables show them.
    """
    tables = Table.objects.filter(event=event.event)
    here = Q(user__seats__table__in=Subquery(tables.values("pk")))
    stack: Combinable = F("seat__stack")
    if now is not None:
        stack = shown_stack(tables, seat="seat__", now=now)
    return (
        event.entries.exclude(status=Entry.Status.WITHDRAWN)
        .select_related("user")
        .annotate(
            seat=FilteredRelation("user__seats", condition=here),
            stack=Case(When(SITS, then=stack)),
        )
        .order_by(
            F("place").asc(nulls_first=True),
            F("stack").desc(nulls_last=True),
            "registered_at",
            "pk",
        )
    )


def players_page(event: Tournament, page: str | None, *, now: datetime) -> "Page[Entry]":
    """Return a page of ``players``, each with the name of their table and their bounties."""
    seat = Seat.objects.filter(user=OuterRef("user"), table__event=event.event)
    table_name = Case(When(SITS, then=Subquery(seat.values("table__name")[:1])))
    entries = players(event, now=now)
    return portion(
        entries,
        size=PLAYERS_A_PAGE,
        page=page,
        keys=field_order.keys(event, entries, "players"),
        table_name=table_name,
        **bounties(event),
    )


def bounties(event: Tournament) -> dict[str, Any]:
    """Annotations of entries: the bounties ``won`` so far, and the one on the ``head``; cents."""
    return {"won": _bounties(F("paid")), "head": event.bounty + _bounties(F("taken") - F("paid"))}


def _bounties(amount: Combinable) -> Coalesce:
    """Sum ``amount`` over the bounties that an entry won, cents."""
    won = Bounty.objects.filter(winner=OuterRef("pk")).order_by().values("winner")
    return Coalesce(Subquery(won.annotate(cents=Sum(amount)).values("cents")), 0)


def tables_page(
    event: Tournament, page: str | None, *, own: int | None, now: datetime
) -> "Page[Table]":
    """Return a page of open tables, ``own`` first, with ``players``, ``average``, ``largest``."""
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    return portion(
        tables.only("name", "max_seats").order_by(Case(When(pk=own or 0, then=0), default=1), "pk"),
        size=TABLES_A_PAGE,
        page=page,
        players=Count("seats"),
        average=Avg("seats__stack"),
        largest=Max(shown_stack(tables, seat="seats__", now=now)),
    )


def portion(
    rows: QuerySet[AnyModel],
    *,
    size: int,
    page: str | None,
    keys: Sequence[int] | None = None,
    **figures: Any,
) -> "Page[AnyModel]":
    """Return a page of ``rows``, found by key first: ``figures`` are computed for its rows alone.

    ``keys`` are those of all rows, if they are known.
    """
    pages: Paginator[Any] = Paginator(keys or rows.values_list("pk", flat=True), size)
    chosen = pages.get_page(page)
    on_page = rows.filter(pk__in=list(chosen)) if chosen.has_other_pages() else rows
    return Page(on_page.annotate(**figures), chosen.number, pages)


def seats(event: Tournament, *, by_name: bool, now: datetime) -> QuerySet[Any, Any]:
    """Return every taken seat, table after table or name after name; before the start of a live
    event, the seats that are drawn (LIVE-1), with no ``chips`` yet."""
    order = (Lower("user__username"), "pk") if by_name else ("at", "chair")
    name = F("user__username")
    if event.floor.seats_at_registration and event.registering:
        drawn = floors.drawn(event)
        where = {"at": F("drawn_table"), "label": F("drawn_table__name"), "chair": F("drawn_seat")}
        rows = drawn.values("user_id", name=name, chips=Value(None, IntegerField()), **where)
        return rows.order_by(*order)
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    occupied = Seat.objects.filter(table__in=tables)
    chips = shown_stack(tables, now=now)
    where = {"at": F("table"), "label": F("table__name"), "chair": F("no")}
    return occupied.values("user_id", name=name, chips=chips, **where).order_by(*order)


def waiting(event: Tournament) -> QuerySet[Entry]:
    """The registered entries without a seat, by name."""
    entries = event.entries.filter(status=Entry.Status.REGISTERED)
    return entries.select_related("user").order_by(Lower("user__username"))
