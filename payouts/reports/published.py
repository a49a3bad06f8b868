"""Public figures of the ledger and the draws (INFO-1): sums, without players."""

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Concat, TruncMonth

from payouts.bookkeeping import accounts
from payouts.models import Account, PlayAccount, PrizeDraw, Transfer
from payouts.rules import velox, velox_odds
from payouts.rules.velox_odds import Fit

_KIND, _REASON = Account.Kind, Transfer.Reason
# Players pay with money or with tickets, and are paid in both.
_PLAYERS = (_KIND.PLAYER, _KIND.TICKETS)
_EVENTS = (_KIND.POOL, _KIND.HOUSE)
# Of no event: corrections by staff, tickets that they take back, and the fee of a deposit.
_OF_NO_EVENT = (_REASON.CORRECTION, _REASON.BONUS, _REASON.PAYMENT_FEE)
_ADDED = (_REASON.OVERLAY, _REASON.DRAW)


class Month(NamedTuple):
    """Cents of all events in one month of the room's clock.

    Some of what was ``collected`` was ``returned``; ``paid`` are prizes, bounties and seats, to
    which the house ``added``. ``rake`` is that of cash tables.
    """

    begins: date
    collected: int
    returned: int
    paid: int
    added: int
    rake: int


class VeloxDraws(NamedTuple):
    """The draws of a VeloX table: ``least`` to ``most`` cents of buy-in.

    ``odds`` spell out a table of the room's own, and then these are the buy-ins that were drawn.
    """

    seats: int
    odds: str
    least: int
    most: int
    draws: int
    fit: Fit


def months() -> list[Month]:
    """Return every month in which money moved, the latest first."""
    collected = Q(debit__kind__in=_PLAYERS, credit__kind__in=_EVENTS)
    collected &= ~Q(reason__in=_OF_NO_EVENT)
    back = Q(reason=_REASON.REFUND, credit__kind__in=_PLAYERS)
    paid = Q(debit__kind=_KIND.POOL, credit__kind__in=_PLAYERS) & ~Q(reason=_REASON.REFUND)
    sums = {
        "collected": _sum(collected),
        "returned": _sum(back),
        "paid": _sum(paid),
        "added": _sum(Q(reason__in=_ADDED, debit__kind=_KIND.HOUSE))
        - _sum(Q(reason__in=_ADDED, credit__kind=_KIND.HOUSE)),
        "rake": _sum(Q(reason=_REASON.RAKE)),
    }
    rows = Transfer.objects.annotate(month=TruncMonth("created_at")).values_list("month")
    summed = rows.annotate(**sums).order_by("-month")
    return [Month(month.date(), *cents) for month, *cents in summed]


def draws() -> list[VeloxDraws]:
    """Return the drawn prizes of money against the published odds, by table (VELOX-2, VELOX-3)."""
    pool = Concat(Value(accounts.pool("")), OuterRef("event"))
    rows = (
        PrizeDraw.objects.filter(drawn_at__isnull=False)
        .exclude(Exists(PlayAccount.objects.filter(name=pool)))
        .values_list("seats", "odds", "buy_in", "multiplier")
        .annotate(Count("pk"))
        .order_by("buy_in")
    )
    own: dict[tuple[int, str], tuple[int, int]] = {}
    for seats, odds, buy_in, *_drawn in rows:
        least, _most = own.get((seats, odds), (buy_in, buy_in))
        own[seats, odds] = least, buy_in
    seen: defaultdict[tuple[int, str, int, int], dict[int, int]] = defaultdict(dict)
    for seats, odds, buy_in, multiplier, count in rows:
        bounds = own[seats, odds] if odds else _bounds(seats, buy_in)
        drawn = seen[seats, odds, *bounds]
        drawn[multiplier] = drawn.get(multiplier, 0) + count
    return [
        VeloxDraws(
            *(seats, odds, least, most),
            sum(drawn.values()),
            velox_odds.fit(drawn, seats=seats, buy_in=least, odds=odds),
        )
        for (seats, odds, least, most), drawn in sorted(seen.items())
    ]


def posted_at(key: Combinable) -> Subquery:
    """Return the time of the cause ``key``'s posting (an outer expression); null without one."""
    return Subquery(Transfer.objects.filter(key=key).values("created_at")[:1])


def _bounds(seats: int, buy_in: int) -> tuple[int, int]:
    """Return the buy-ins whose odds are the regulations' table, for a given one of them."""
    return next(
        (least, most) for least, most, _odds in velox.TABLES[seats] if least <= buy_in <= most
    )


def _sum(which: Q) -> Coalesce:
    return Coalesce(Sum("amount", filter=which), 0)
