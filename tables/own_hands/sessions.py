"""A player's sessions in cash games and pools that are over, with what they brought (STATS-4)."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeVar

from django.db.models import F, Q, QuerySet, Sum
from django.urls import reverse

from core.types import UserId
from tables.models import CASH, POOL, CashStay, PoolEntry
from tables.own_hands.counting import hundredths
from tables.own_hands.search import HandQuery

SHOWN: Final = 10
HOUR: Final = timedelta(hours=1)

Stay = TypeVar("Stay", CashStay, PoolEntry)


class PlayedSession(NamedTuple):
    """A session: ``url`` is its receipt, "" where it has none; the result in cents or play money,
    and in hundredths of a big blind."""

    place: str
    url: str
    opened_at: datetime
    lasted: timedelta
    net: int
    net_bb: int

    @property
    def big_blinds(self) -> float:
        return self.net_bb / 100

    @property
    def minutes(self) -> int:
        return self.lasted // timedelta(minutes=1)


class Sessions(NamedTuple):
    """The sums of all sessions that are asked for, and the latest of them."""

    number: int
    lasted: timedelta
    net: int
    latest: list[PlayedSession]

    @property
    def hours(self) -> float:
        return self.lasted / HOUR

    @property
    def an_hour(self) -> int | None:
        """Return the average result of an hour, cents; None below a minute in all."""
        return round(self.net / self.hours) if self.lasted >= timedelta(minutes=1) else None


def read(user_id: UserId, query: HandQuery, *, kinds: Collection[str]) -> Sessions:
    """Return the player's sessions of these kinds that began in the dates of the query."""
    dates = Q(user=user_id, closed_at__isnull=False)
    if query.since is not None:
        dates &= Q(opened_at__gte=query.since)
    if query.until is not None:
        dates &= Q(opened_at__lt=query.until)
    of_kinds = Q()
    for kind in kinds:
        of_kinds |= Q(table__event__startswith=f"{kind}:")
    tables = CashStay.objects.filter(dates, of_kinds)
    found = [_sums(tables, map(_session, _latest(tables.select_related("table"))))]
    if POOL in kinds:
        pools = PoolEntry.objects.filter(dates)
        found.append(_sums(pools, map(_entry, _latest(pools.select_related("pool")))))
    latest = sorted(
        (one for sessions in found for one in sessions.latest),
        key=lambda one: one.opened_at,
        reverse=True,
    )
    return Sessions(
        sum(one.number for one in found),
        sum((one.lasted for one in found), timedelta()),
        sum(one.net for one in found),
        latest[:SHOWN],
    )


def _latest(stays: "QuerySet[Stay]") -> "QuerySet[Stay]":
    return stays.order_by("-pk")[:SHOWN]


def _sums(
    stays: "QuerySet[CashStay] | QuerySet[PoolEntry]", latest: Iterable[PlayedSession]
) -> Sessions:
    sums = stays.aggregate(
        brought=Sum("brought"), took=Sum("took"), lasted=Sum(F("closed_at") - F("opened_at"))
    )
    net = (sums["took"] or 0) - (sums["brought"] or 0)
    return Sessions(stays.count(), sums["lasted"] or timedelta(), net, [*latest])


def _session(row: CashStay) -> PlayedSession:
    has_receipt = row.table.event.startswith(f"{CASH}:")
    url = reverse("cash_receipt", args=[row.pk]) if has_receipt else ""
    return _played(row, row.table.name, url, row.table.stakes["big_blind"])


def _entry(row: PoolEntry) -> PlayedSession:
    return _played(row, str(row.pool), reverse("pool_receipt", args=[row.pk]), row.pool.big_blind)


def _played(row: CashStay | PoolEntry, place: str, url: str, big_blind: int) -> PlayedSession:
    assert row.closed_at is not None
    net = (row.took or 0) - row.brought
    lasted = row.closed_at - row.opened_at
    return PlayedSession(place, url, row.opened_at, lasted, net, hundredths(net, big_blind))
