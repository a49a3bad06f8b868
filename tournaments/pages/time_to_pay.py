"""The time from the deciding hand to the payment of prizes (INFO-1)."""

from datetime import datetime, timedelta

from django.db.models import Avg, Count, F

from payouts.reports import published
from tournaments.models import Elimination
from tournaments.money import transfer_causes

# Recent payments are representative; reading the whole history would cost more and say no more.
LATELY = timedelta(days=30)


def time_to_pay(*, now: datetime) -> tuple[int, timedelta | None]:
    """Return the number of recently paid prizes, and the average time since their deciding hands.

    A place decided during late registration waits for its end (TRN-2).
    """
    paid = (
        Elimination.objects.filter(at__gt=now - LATELY, entry__prize__gt=0)
        .annotate(paid_at=published.posted_at(transfer_causes.prize_of("entry")))
        .filter(paid_at__isnull=False)
    )
    totals = paid.aggregate(count=Count("pk"), took=Avg(F("paid_at") - F("at")))
    return totals["count"], totals["took"]
