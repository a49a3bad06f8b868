"""The room's own bounds of a payment: least, most, in a day and in a month (MONEY-1, MONEY-2)."""

from datetime import datetime

from django.db.models import Sum

from core.refusal import Refusal
from core.settings.room_time import zone
from core.types import UserId
from payouts.gateways import connected
from payouts.models import Payment
from payouts.payments import payment_terms
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitPeriod
from payouts.rules.limits import bounds as span
from payouts.rules.payments import CAME_TO_NOTHING, PaymentKind, PaymentState
from players import merged_accounts

# Deposits that took nothing from the player.
_UNPAID = (
    PaymentState.FAILED,
    PaymentState.EXPIRED,
    PaymentState.RETURNING,
    PaymentState.SENT_BACK,
)


def check(*, user_id: UserId, kind: PaymentKind, amount: int, now: datetime) -> None:
    """Refuse a payment beyond the room's bounds. The caller holds the player.

    Refuses MONEY_ELSEWHERE, AMOUNT_NOT_POSITIVE, PAYMENT_TOO_SMALL (``least``), PAYMENT_TOO_LARGE
    (``most``), PAYMENTS_TODAY and PAYMENTS_THIS_MONTH (``limit``, ``left``).
    """
    terms_of_kind = payment_terms.of(kind)
    if connected.wallet() is not None:
        raise Refusal(MoneyCode.MONEY_ELSEWHERE)
    if amount <= 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    # Nothing arrives of an amount that the fee takes whole.
    if amount < (least := max(terms_of_kind.least, terms_of_kind.fee + 1)):
        raise Refusal(MoneyCode.PAYMENT_TOO_SMALL, least=least)
    if amount > terms_of_kind.most:
        raise Refusal(MoneyCode.PAYMENT_TOO_LARGE, most=terms_of_kind.most)
    for period, limit, code in (
        (LimitPeriod.DAY, terms_of_kind.a_day, MoneyCode.PAYMENTS_TODAY),
        (LimitPeriod.MONTH, terms_of_kind.a_month, MoneyCode.PAYMENTS_THIS_MONTH),
    ):
        left = max(0, limit - _so_far(user_id, kind, period, now=now))
        if amount > left:
            raise Refusal(code, limit=limit, left=left)


def _so_far(user_id: UserId, kind: PaymentKind, period: LimitPeriod, *, now: datetime) -> int:
    first, after = span(period, now=now, zone=zone())
    rows = Payment.objects.filter(
        user__in=merged_accounts.with_merged(user_id),
        kind=kind,
        asked_at__gte=first,
        asked_at__lt=after,
    ).exclude(state__in=_UNPAID if kind is PaymentKind.DEPOSIT else CAME_TO_NOTHING)
    cents: int = rows.aggregate(cents=Sum("amount", default=0))["cents"]
    return cents
