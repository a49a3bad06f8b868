"""Playing with measure: a player's own deposit limits, and a time without play.

Withdrawals are never held back. Each verb takes the player's row first, so that neither two
deposits nor a deposit and a new limit can miss each other.
"""

from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Max, Sum
from django.dispatch import Signal

from payouts import accounts
from payouts.models import LimitChange, SelfExclusion, Transfer
from payouts.refusal import Refusal
from payouts.refusals import Code
from payouts.rules.limits import Period, Standing, bounds, effective_at, standing

# Sent inside the transaction with ``user_id`` and ``now``: whoever runs events takes the player
# out of those that have not begun.
excluded = Signal()

REFUSED = {
    Period.DAY: Code.DAILY_LIMIT,
    Period.WEEK: Code.WEEKLY_LIMIT,
    Period.MONTH: Code.MONTHLY_LIMIT,
}


def set_limit(*, user_id: int, period: Period, amount: int | None, now: datetime) -> LimitChange:
    """Ask for a limit in cents, or with None for none; less counts at once, more in a week.

    Refuses AMOUNT_NOT_POSITIVE below zero; zero is a limit like any other.
    """
    if amount is not None and amount < 0:
        raise Refusal(Code.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        hold(user_id)
        current = limit(user_id=user_id, period=period, now=now).amount
        return LimitChange.objects.create(
            user_id=user_id,
            period=period,
            amount=amount,
            set_at=now,
            effective_at=effective_at(current=current, wanted=amount, now=now),
        )


def exclude(*, user_id: int, days: int, now: datetime) -> datetime:
    """Keep a player from playing for so many days; returns until when they now are.

    What has begun is played out. Refuses AMOUNT_NOT_POSITIVE for no days at all.
    """
    if days <= 0:
        raise Refusal(Code.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        hold(user_id)
        until = now + timedelta(days=days)
        SelfExclusion.objects.create(user_id=user_id, asked_at=now, until=until)
        excluded.send(sender=SelfExclusion, user_id=user_id, now=now)
        return excluded_until(user_id=user_id, now=now) or until


def excluded_until(*, user_id: int, now: datetime) -> datetime | None:
    """The end of a player's self-exclusion; None when they may play."""
    rows = SelfExclusion.objects.filter(user_id=user_id, until__gt=now)
    found: datetime | None = rows.aggregate(until=Max("until"))["until"]
    return found


def check_may_play(*, user_id: int, now: datetime) -> None:
    """Refuses SELF_EXCLUDED (``until``)."""
    if until := excluded_until(user_id=user_id, now=now):
        raise Refusal(Code.SELF_EXCLUDED, until=until)


def check_deposit(*, user_id: int, amount: int, now: datetime) -> None:
    """Refuses SELF_EXCLUDED, DAILY_LIMIT, WEEKLY_LIMIT, MONTHLY_LIMIT; the caller holds the player.

    The context of the last three: ``limit``, and ``left`` cents that may still be deposited.
    """
    check_may_play(user_id=user_id, now=now)
    for period, code in REFUSED.items():
        most = limit(user_id=user_id, period=period, now=now).amount
        if most is None:
            continue
        left = max(0, most - deposited(user_id=user_id, period=period, now=now))
        if amount > left:
            raise Refusal(code, limit=most, left=left)


def limit(*, user_id: int, period: Period, now: datetime) -> Standing:
    """The limit in force for a period, and the raise that waits."""
    rows = LimitChange.objects.filter(user_id=user_id, period=period).order_by("pk")
    return standing((row.change for row in rows), now=now)


def deposited(*, user_id: int, period: Period, now: datetime) -> int:
    """Cents deposited since the period began; what was withdrawn does not make room again."""
    first, after = bounds(period, now=now)
    rows = Transfer.objects.filter(
        credit__name=accounts.player(user_id),
        reason=Transfer.Reason.DEPOSIT,
        created_at__gte=first,
        created_at__lt=after,
    )
    return rows.aggregate(cents=Sum("amount"))["cents"] or 0


def hold(user_id: int) -> None:
    """Let nobody else deposit for a player, change their limits or enter them into an event until
    this transaction ends."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)
