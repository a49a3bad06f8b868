"""Playing with measure: a player's own deposit limits.

Withdrawals are never held back. Each verb takes the player's row first, so that neither two
deposits nor a deposit and a new limit can miss each other.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Sum

from core.refusal import Refusal
from core.types import UserId
from payouts import accounts
from payouts.models import LimitChange, Transfer
from payouts.refusals import Code
from payouts.rules.limits import Period, Standing, bounds, effective_at, standing
from players import access, people
from players.access import What

REFUSED = {
    Period.DAY: Code.DAILY_LIMIT,
    Period.WEEK: Code.WEEKLY_LIMIT,
    Period.MONTH: Code.MONTHLY_LIMIT,
}


def set_limit(*, user_id: UserId, period: Period, amount: int | None, now: datetime) -> LimitChange:
    """Ask for a limit in cents, or with None for none; less counts at once, more in a week.

    Refuses AMOUNT_NOT_POSITIVE below zero; zero is a limit like any other.
    """
    if amount is not None and amount < 0:
        raise Refusal(Code.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        people.hold(user_id)
        current = limit(user_id=user_id, period=period, now=now).amount
        return LimitChange.objects.create(
            user_id=user_id,
            period=period,
            amount=amount,
            set_at=now,
            effective_at=effective_at(current=current, wanted=amount, now=now),
        )


def check_deposit(*, user_id: UserId, amount: int, now: datetime) -> None:
    """Refuses SUSPENDED, SELF_EXCLUDED, DAILY_LIMIT, WEEKLY_LIMIT, MONTHLY_LIMIT.

    The caller holds the player. The context of the last three: ``limit``, and ``left`` cents that
    may still be deposited.
    """
    access.check(user_id=user_id, what=What.PAY_IN, now=now)
    for period, code in REFUSED.items():
        most = limit(user_id=user_id, period=period, now=now).amount
        if most is None:
            continue
        left = max(0, most - deposited(user_id=user_id, period=period, now=now))
        if amount > left:
            raise Refusal(code, limit=most, left=left)


def limit(*, user_id: UserId, period: Period, now: datetime) -> Standing:
    """The limit in force for a period, and the raise that waits."""
    rows = LimitChange.objects.filter(user_id=user_id, period=period).order_by("pk")
    return standing((row.change for row in rows), now=now)


def deposited(*, user_id: UserId, period: Period, now: datetime) -> int:
    """Cents deposited since the period began; what was withdrawn does not make room again."""
    first, after = bounds(period, now=now)
    rows = Transfer.objects.filter(
        credit__name=accounts.player(user_id),
        reason=Transfer.Reason.DEPOSIT,
        created_at__gte=first,
        created_at__lt=after,
    )
    return rows.aggregate(cents=Sum("amount"))["cents"] or 0
