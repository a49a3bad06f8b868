"""The schemes by which a prize pool is divided, a class each, and their JSON in a published event.

PAY-WIN, PAY-STD, PAY-TABLE, PAY-SAT, PAY-SPLIT, RANK-2, VELOX-2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any, ClassVar, Literal, NamedTuple, Self

from payouts.rules import payout_tables, velox
from payouts.rules.large_fields import large_field
from payouts.rules.money import split
from payouts.rules.satellites import satellite
from payouts.rules.standard_table import BANDS, GRID, SERVED_BY_GRID

# Shares are hundredths of a percent.
WHOLE = 10_000
# The faults of typed terms; ``payouts.models.schemes.FAULTS`` has the sentences.
Fault = (
    Literal["empty", "not_positive", "not_whole", "rising", "no_seat", "not_less"]
    | Literal["not_by_place", "not_by_chips"]
    | payout_tables.RowFault
)


class PrizeRun(NamedTuple):
    """The places from ``first`` to ``last``: ``amount`` cents each, ``share`` of the pool.

    ``share`` is in hundredths of a percent; None where that does not decide.
    """

    first: int
    last: int
    amount: int
    share: int | None


@dataclass(frozen=True, slots=True)
class Scheme:
    """The base of all schemes; it pays nothing by place, nothing by chips."""

    # Its word in JSON, and the columns that staff type: the rest comes from the plan of an event.
    kind: ClassVar[str]
    typed: ClassVar[tuple[str, ...]] = ()
    # True if a final table may make a deal (DEAL-MAKE): seats, chips or a lot leave nothing to
    # agree on.
    dealt: ClassVar[bool] = False
    # True if the prize is drawn (VELOX-1).
    drawn: ClassVar[bool] = False

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        """Return cents per paid place, never rising down the ranks.

        With ``chips_part`` they sum to ``pool``. With fewer entries than paid places, the shares of
        the missing places are divided among those present in proportion to their own shares.
        Without entries there are none.
        """
        return []

    def percentages(self, *, entries: int, pool: int) -> list[int]:
        """Return each paid place's share of the pool, hundredths of a percent (INFO-2).

        Empty where places have values of their own, or none.
        """
        return []

    @property
    def fixed(self) -> list[int]:
        """The shares of paid places at any number of entries (PAY-WIN), hundredths of a percent.

        Empty where that number decides.
        """
        return []

    def sheet(self, *, entries: int, pool: int) -> "list[PrizeRun]":
        """Return every paid place as players read it, equal neighbours together (INFO-2).

        Fixed shares are shown in full; a place that no entry can take yet has 0 cents (PAY-WIN).
        """
        shares = self.fixed or self.percentages(entries=entries, pool=pool)
        return _runs(self.prizes(entries=entries, pool=pool), shares)

    def chips_part(self, pool: int) -> int:
        """Return the cents to divide by chips at the end of the session (PAY-SPLIT, RANK-2)."""
        return 0

    def chips_prizes(self, *, entries: int, pool: int) -> list[int]:
        """Return the cents of ``chips_part`` per place of the ranking by chips (RANK-2).

        Empty where it is divided in proportion to chips.
        """
        return []

    def chips_sheet(self, *, entries: int, pool: int) -> "list[PrizeRun]":
        """Return the places of the ranking by chips as players read them."""
        return []

    @property
    def tables(self) -> "list[Scheme]":
        """The schemes that read prizes from a table, which a sheet shows in full (INFO-2)."""
        return []

    @property
    def returned(self) -> Fraction:
        """The part of the buy-ins that is paid as prizes: all, unless a draw decides (VELOX-2)."""
        return Fraction(1)

    @property
    def odds(self) -> str:
        """The room's own table by which its prize is drawn; empty: the regulations' (VELOX-2)."""
        return ""

    @property
    def ticket(self) -> int:
        """Cents of a prize that are paid as a ticket (PAY-SAT); 0: all prizes are money."""
        return 0

    @property
    def second(self) -> int:
        """Cents of each prize that the rest after tickets is cut into (PAY-SAT); 0: none."""
        return 0

    @property
    def ticket_for(self) -> int | None:
        """The template whose events a ticket is good for; None: any of its price."""
        return None

    @property
    def fault(self) -> tuple[str, Fault] | None:
        """The fault of the typed terms: the field and a word; None when they are sound."""
        return None

    def published(
        self, *, seats: int, buy_in: int, seats_for: int | None, odds: str = ""
    ) -> "Scheme":
        """Return the scheme as an event stores it: with the terms that it needs of the plan."""
        return self

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}

    @classmethod
    def from_json(cls, terms: Mapping[str, Any]) -> Self:
        return cls(**terms)


@dataclass(frozen=True, slots=True)
class Winners(Scheme):
    """PAY-WIN: a fixed share for each paid place, hundredths of a percent."""

    kind = "winners"
    typed = ("shares",)
    dealt = True

    shares: Sequence[int]

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        return _parts(pool, self.shares[:entries])

    def percentages(self, *, entries: int, pool: int) -> list[int]:
        return _parts(WHOLE, self.shares[:entries])

    @property
    def fixed(self) -> list[int]:
        return list(self.shares)

    @property
    def fault(self) -> tuple[str, Fault] | None:
        return fault_of_shares(self.shares)


@dataclass(frozen=True, slots=True)
class Standard(Scheme):
    """PAY-STD: the grid, and for larger fields than it serves the power law."""

    kind = "standard"
    dealt = True

    @property
    def tables(self) -> list[Scheme]:
        return [self]

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        if entries > SERVED_BY_GRID:
            return large_field(entries=entries, pool=pool)
        return _parts(pool, standard(entries)[:entries])

    def percentages(self, *, entries: int, pool: int) -> list[int]:
        if entries > SERVED_BY_GRID:
            return _parts(WHOLE, large_field(entries=entries, pool=pool) if pool else [])
        return _parts(WHOLE, standard(entries)[:entries])


@dataclass(frozen=True, slots=True)
class PayoutTable(Scheme):
    """PAY-TABLE: a table of the room's own; ``rows`` by size of field (``payout_tables``).

    ``least`` is the prize that it promises, in hundredths of what an entry brings (0: none).
    """

    kind = "table"
    typed = ("rows", "least")
    dealt = True

    rows: Sequence[Mapping[str, Any]]
    least: int = 0

    @property
    def tables(self) -> list[Scheme]:
        return [self]

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        return _parts(pool, self.shares(entries))

    def percentages(self, *, entries: int, pool: int) -> list[int]:
        return _parts(WHOLE, self.shares(entries))

    def shares(self, entries: int) -> list[int]:
        """Return the share of each place, of the row that serves a field of ``entries``."""
        return payout_tables.row_for(payout_tables.read(self.rows), entries).shares[:entries]

    @property
    def fault(self) -> tuple[str, Fault] | None:
        fault = payout_tables.fault(payout_tables.read(self.rows), least=self.least)
        return ("rows", fault[0]) if fault else None


@dataclass(frozen=True, slots=True)
class Satellite(Scheme):
    """PAY-SAT: seats for another event, then ``secondary`` prizes, cents; ``seats_for`` is the
    other event's template, if it is one's alone."""

    kind = "satellite"
    typed = ("seat", "secondary")

    seat: int
    secondary: int = 0
    seats_for: int | None = None

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        return satellite(seat=self.seat, secondary=self.secondary, entries=entries, pool=pool)

    @property
    def ticket(self) -> int:
        return self.seat

    @property
    def second(self) -> int:
        return self.secondary

    @property
    def ticket_for(self) -> int | None:
        return self.seats_for

    @property
    def fault(self) -> tuple[str, Fault] | None:
        if not self.seat:
            return "seat", "no_seat"
        return ("secondary", "not_less") if self.secondary >= self.seat else None

    def published(
        self, *, seats: int, buy_in: int, seats_for: int | None, odds: str = ""
    ) -> Scheme:
        return replace(self, seats_for=seats_for)


@dataclass(frozen=True, slots=True)
class Split(Scheme):
    """PAY-SPLIT: the whole pool by the chips of those still in when the session ends."""

    kind = "split"

    def chips_part(self, pool: int) -> int:
        return pool


@dataclass(frozen=True, slots=True)
class TwoRankings(Scheme):
    """RANK-2: a part of the pool by elimination, and the rest by chips.

    ``elimination`` is the JSON of the scheme that divides the first part; None: ``shares``, as
    Winners do. ``chips`` is that of the scheme whose places are ranked by chips; None: in
    proportion to them, as Split does.
    """

    kind = "two"
    typed = ("shares", "by_elimination", "elimination", "chips")

    shares: Sequence[int]
    by_elimination: int
    elimination: Mapping[str, Any] | None = None
    chips: Mapping[str, Any] | None = None

    @property
    def places_scheme(self) -> Scheme:
        """The scheme of the ranking by elimination."""
        return Winners(self.shares) if self.elimination is None else read(self.elimination)

    @property
    def chips_scheme(self) -> Scheme:
        """The scheme of the ranking by chips."""
        return Split() if self.chips is None else read(self.chips)

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        return self.places_scheme.prizes(entries=entries, pool=pool - self.chips_part(pool))

    def percentages(self, *, entries: int, pool: int) -> list[int]:
        part = pool - self.chips_part(pool)
        return _parts(
            self.by_elimination, self.places_scheme.percentages(entries=entries, pool=part)
        )

    @property
    def fixed(self) -> list[int]:
        return _parts(self.by_elimination, self.places_scheme.fixed)

    def chips_part(self, pool: int) -> int:
        return split(pool, [self.by_elimination, WHOLE - self.by_elimination])[1]

    def chips_prizes(self, *, entries: int, pool: int) -> list[int]:
        return self.chips_scheme.prizes(entries=entries, pool=self.chips_part(pool))

    def chips_sheet(self, *, entries: int, pool: int) -> "list[PrizeRun]":
        part, scheme = self.chips_part(pool), self.chips_scheme
        shares = scheme.fixed or scheme.percentages(entries=entries, pool=part)
        whole = WHOLE - self.by_elimination
        return _runs(scheme.prizes(entries=entries, pool=part), _parts(whole, shares))

    @property
    def tables(self) -> "list[Scheme]":
        return [*self.places_scheme.tables, *self.chips_scheme.tables]

    @property
    def fault(self) -> tuple[str, Fault] | None:
        if self.places_scheme.kind not in BY_PLACE:
            return "elimination_scheme", "not_by_place"
        if self.chips_scheme.kind not in BY_CHIPS:
            return "chips_scheme", "not_by_chips"
        return fault_of_shares(self.shares) if self.elimination is None else None


@dataclass(frozen=True, slots=True)
class Velox(Scheme):
    """VELOX-2, VELOX-3: a drawn pool; its number of buy-ins decides the shares.

    ``seats`` and ``buy_in`` (cents) are those of the event, and ``table`` the room's own, if it has
    one; a plan's scheme has none yet.
    """

    kind = "velox"
    drawn = True

    seats: int = 0
    buy_in: int = 0
    table: str = ""

    def prizes(self, *, entries: int, pool: int) -> list[int]:
        multiplier = pool // self.buy_in
        return split(pool, velox.shares(seats=self.seats, multiplier=multiplier))

    def percentages(self, *, entries: int, pool: int) -> list[int]:
        return velox.shares(seats=self.seats, multiplier=pool // self.buy_in)

    @property
    def returned(self) -> Fraction:
        return velox.returned(seats=self.seats, buy_in=self.buy_in, odds=self.table)

    @property
    def odds(self) -> str:
        return self.table

    def published(
        self, *, seats: int, buy_in: int, seats_for: int | None, odds: str = ""
    ) -> Scheme:
        return replace(self, seats=seats, buy_in=buy_in, table=odds)


_ALL: tuple[type[Scheme], ...] = (
    *(Winners, Standard, PayoutTable, Satellite, Split, TwoRankings, Velox),
)
SCHEMES: Mapping[str, type[Scheme]] = {scheme.kind: scheme for scheme in _ALL}


# The schemes in money that the two rankings of a session may pay by: by place or by chips (RANK-2).
BY_PLACE: tuple[str, ...] = (Winners.kind, Standard.kind, PayoutTable.kind)
BY_CHIPS: tuple[str, ...] = (*BY_PLACE, Split.kind)


def read(stored: Mapping[str, Any]) -> Scheme:
    """Return a stored scheme, e.g. ``{"kind": "winners", "shares": [6500, 3500]}``."""
    terms = dict(stored)
    kind = terms.pop("kind")
    if kind not in SCHEMES:
        raise ValueError(f"no prize scheme is called {kind!r}")
    return SCHEMES[kind].from_json(terms)


def standard(entries: int) -> list[int]:
    """Return hundredths of a percent per place, from the grid's row for a field (PAY-STD)."""
    row = next(row for most, row in GRID.items() if entries <= most)
    first_places = (1, *(last + 1 for last in BANDS))
    return [
        share
        for share, first, last in zip(row, first_places, BANDS, strict=False)
        for _ in range(first, last + 1)
    ]


def _runs(amounts: Sequence[int], shares: Sequence[int]) -> list[PrizeRun]:
    """Return every place with its cents and its share, equal neighbours together."""
    lines = enumerate(zip_longest(amounts, shares, fillvalue=None), start=1)
    runs = []
    for (amount, share), run in groupby(lines, key=lambda line: line[1]):
        places = [place for place, _ in run]
        runs.append(PrizeRun(places[0], places[-1], amount or 0, share))
    return runs


def _parts(whole: int, shares: Sequence[int]) -> list[int]:
    """Divide a part of the pool by these shares; empty without entries."""
    return split(whole, shares) if shares else []


def fault_of_shares(shares: object) -> tuple[str, Fault] | None:
    """Return the fault of typed shares of places; None when they are sound."""
    if not isinstance(shares, list) or not shares:
        return "shares", "empty"
    if not all(type(share) is int and share > 0 for share in shares):
        return "shares", "not_positive"
    if sum(shares) != WHOLE:
        return "shares", "not_whole"
    if shares != sorted(shares, reverse=True):
        return "shares", "rising"
    return None
