"""How long a prize took to be paid (INFO-1)."""

from datetime import datetime, timedelta

from django.db.models import Avg, Count, F

from payouts.reports import published
from tournaments.models import Elimination
from tournaments.money import causes

# The lately paid are what tells; the whole history would be read for nothing.
LATELY = timedelta(days=30)


def time_to_pay(*, now: datetime) -> tuple[int, timedelta | None]:
    """How many prizes were paid lately, and how long after the hand that decided them, on average.

    A place that is decided while others may still enter waits for the end of that (TRN-2).
    """
    paid = (
        Elimination.objects.filter(at__gt=now - LATELY, entry__prize__gt=0)
        .annotate(paid_at=published.posted_at(causes.prize_of("entry")))
        .filter(paid_at__isnull=False)
    )
    found = paid.aggregate(count=Count("pk"), took=Avg(F("paid_at") - F("at")))
    return found["count"], found["took"]
