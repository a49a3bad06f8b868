"""The room's public figures (INFO-1): draws, money by month, hands, time to pay."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Q, Sum

from core import room_clock
from payouts.reports import published
from payouts.wallets import counter
from tables.models import Hand, LastHand
from tournaments.pages import time_to_pay

# Seconds for which sums over the whole ledger are cached.
KEPT_SECONDS: Final = 300
KEY: Final = "published-figures"

Figures = dict[str, Any]


def lately() -> Figures:
    """Return the figures, at most five minutes old, as JSON has them; amounts are cents."""
    figures: Figures | None = cache.get(KEY)
    if figures is None:
        figures = work_out(now=room_clock.now())
        cache.set(KEY, figures, KEPT_SECONDS)
    return figures


def work_out(*, now: datetime) -> Figures:
    """Compute the figures at this moment."""
    prizes, took = time_to_pay.time_to_pay(now=now)
    handed_out, waited = counter.time_to_pay(now=now)
    return {
        "at": now.isoformat(),
        "hands": _hands(),
        "prizes_lately": prizes,
        "seconds_to_pay": _seconds(took),
        "withdrawals_lately": handed_out,
        "seconds_to_hand_out": _seconds(waited),
        "months": [
            {
                **month._asdict(),
                "begins": month.begins.isoformat(),
                "percent": _percent(month.paid, month.collected - month.returned),
            }
            for month in published.months()
        ],
        "draws": [_drawn(drawn) for drawn in published.draws()],
    }


def _hands() -> int:
    """Return the number of hands that ended and are valid.

    Each table numbers its own from one, so that no query has to count them.
    """
    tables = LastHand.objects.aggregate(
        dealt=Sum("number", default=0), unfinished=Count("pk", filter=Q(over=False))
    )
    void = Hand.objects.filter(voided_at__isnull=False).count()
    return int(tables["dealt"]) - int(tables["unfinished"]) - void


def _drawn(drawn: published.VeloxDraws) -> Figures:
    return {
        "seats": drawn.seats,
        "odds": drawn.odds,
        "least": drawn.least,
        "most": drawn.most,
        "draws": drawn.draws,
        "chi_square": drawn.fit.chi_square,
        "p": drawn.fit.p,
        "returned": float(100 * drawn.fit.returned),
        "multipliers": [
            {
                "multiplier": row.multiplier,
                "drawn": row.observed,
                "expected": row.expected,
                "p": row.p,
            }
            for row in drawn.fit.counts
        ],
    }


def _seconds(took: timedelta | None) -> float | None:
    return None if took is None else round(took.total_seconds(), 1)


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None
