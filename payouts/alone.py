"""What one member of staff moved lately without a second person: at the counter, and by approving
withdrawals; both count together (STAFF-2)."""

from datetime import datetime, timedelta

from django.db.models import QuerySet, Sum

from core.types import UserId
from payouts import house
from payouts.models import CounterOrder, Payment

# What one member of staff moves within this time counts together: for one player, and for all.
ONE_DAY = timedelta(hours=24)


def too_much(*, by: UserId, user_id: UserId, amount: int, now: datetime) -> bool:
    """Whether ``amount`` more cents for a player take a second person; the caller holds ``by``."""
    at_counter = CounterOrder.objects.filter(
        given_by=by,
        status=CounterOrder.Status.DONE,
        over_limit=False,
        decided_at__gt=now - ONE_DAY,
    )
    approved = Payment.objects.filter(first_by=by, over_limit=False, approved_at__gt=now - ONE_DAY)
    both = (at_counter, approved)
    for_player = sum(_cents(rows.filter(user=user_id)) for rows in both) + amount
    in_all = sum(_cents(rows) for rows in both) + amount
    return for_player > house.FOUR_EYES.value() or in_all > house.CASHIER_DAY.value()


def _cents(rows: "QuerySet[CounterOrder] | QuerySet[Payment]") -> int:
    cents: int = rows.aggregate(cents=Sum("amount", default=0))["cents"]
    return cents
