"""A player's own results in tournaments that are over (STATS-5)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple, TypeVar

from django.db.models import F, Sum

from core.types import UserId
from tables.own_hands.search import HandQuery
from tournaments.models import Bounty, Entry, Purchase, Tournament

# The latest entries that are looked at.
LOOKED_AT: Final = 10_000

Key = TypeVar("Key", bound=Hashable)


class OwnEntry(NamedTuple):
    """An entry that is over: cents paid and won, the place, and the facts of its event."""

    tournament_id: int
    name: str
    at: datetime
    kind: str
    price: int
    paid: int
    won: int
    in_the_money: bool
    place: int | None

    @property
    def net(self) -> int:
        return self.won - self.paid


class Row(NamedTuple):
    """The columns of an entry and its event, by which the price of the entry is known."""

    entry: int
    tournament_id: int
    name: str
    at: datetime
    kind: str
    scheme: str
    re_entry: bool
    buy_in: int
    bounty: int
    fee: int
    re_entry_buy_in: int | None
    re_entry_fee: int | None
    prize: int | None
    place: int | None

    @property
    def price(self) -> int:
        """The cents that the entry cost (POOL-1)."""
        buy_in, fee = self.buy_in, self.fee
        if self.re_entry:
            buy_in = buy_in if self.re_entry_buy_in is None else self.re_entry_buy_in
            fee = fee if self.re_entry_fee is None else self.re_entry_fee
        return buy_in + self.bounty + fee


_COLUMNS: Final = (
    *("pk", "tournament", "tournament__name", "tournament__started_at", "tournament__kind"),
    *("tournament__scheme__kind", "re_entry", "tournament__buy_in", "tournament__bounty"),
    *("tournament__fee", "tournament__re_entry_buy_in", "tournament__re_entry_fee"),
    *("prize", "place"),
)


class Results(NamedTuple):
    """Sums of entries with a price; ``free`` is the number of those without."""

    entries: int
    paid: int
    won: int
    in_the_money: int
    prices: int
    free: int

    @property
    def net(self) -> int:
        return self.won - self.paid

    @property
    def roi(self) -> int | None:
        """The return on investment in percent; None where nothing was paid."""
        return round(100 * self.net / self.paid) if self.paid else None

    @property
    def itm(self) -> int | None:
        """The share of entries in the money, in percent."""
        return round(100 * self.in_the_money / self.entries) if self.entries else None

    @property
    def average(self) -> int | None:
        """The average buy-in with bounty and fee, cents."""
        return round(self.prices / self.entries) if self.entries else None


def read(user_id: UserId, query: HandQuery) -> list[OwnEntry]:
    """Return the player's entries in events that are finished and began in the dates of the query,
    the first first."""
    mine = Entry.objects.filter(
        user=user_id,
        status__in=(Entry.Status.OUT, Entry.Status.FINISHED),
        tournament__status=Tournament.Status.FINISHED,
        # FREE-1: chips of play money are no result.
        tournament__play_money=False,
    )
    if query.since is not None:
        mine = mine.filter(tournament__started_at__gte=query.since)
    if query.until is not None:
        mine = mine.filter(tournament__started_at__lt=query.until)
    if query.game:
        mine = mine.filter(tournament__game=query.game)
    purchases = Purchase.objects.filter(entry__user=user_id).values("entry")
    bought = dict(purchases.annotate(sum=Sum(F("pool") + F("fee"))).values_list("entry", "sum"))
    heads = Bounty.objects.filter(winner__user=user_id).values("winner")
    bounties = dict(heads.annotate(all=Sum("paid")).values_list("winner", "all"))
    rows = mine.order_by("-pk").values_list(*_COLUMNS)[:LOOKED_AT]
    entries = (_entry(Row(*row), bought, bounties) for row in rows)
    return sorted(entries, key=lambda entry: entry.at)


def add(entries: Iterable[OwnEntry]) -> Results:
    """Return the sums of entries."""
    entries = list(entries)
    priced = [entry for entry in entries if entry.price]
    return Results(
        len(priced),
        sum(entry.paid for entry in priced),
        sum(entry.won for entry in priced),
        sum(entry.in_the_money for entry in priced),
        sum(entry.price for entry in priced),
        len(entries) - len(priced),
    )


def by(entries: Iterable[OwnEntry], key: Callable[[OwnEntry], Key]) -> dict[Key, Results]:
    """Return the sums of entries by what ``key`` makes of them, in order."""
    grouped: defaultdict[Key, list[OwnEntry]] = defaultdict(list)
    for entry in entries:
        grouped[key(entry)].append(entry)
    return {name: add(grouped[name]) for name in sorted(grouped)}  # type: ignore[type-var]


def places(entries: Iterable[OwnEntry]) -> list[tuple[int, int]]:
    """Return how often each of the best places was reached."""
    reached = Counter(entry.place for entry in entries if entry.place is not None)
    return sorted(reached.items())[:9]


def _entry(row: Row, bought: Mapping[int, int], bounties: Mapping[int, int]) -> OwnEntry:
    prize = row.prize or 0
    return OwnEntry(
        row.tournament_id,
        row.name,
        row.at,
        "velox" if row.scheme == "velox" else row.kind,
        row.price,
        row.price + bought.get(row.entry, 0),
        prize + bounties.get(row.entry, 0),
        bool(prize),
        row.place,
    )
