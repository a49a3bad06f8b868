"""The start of a player's deposit; the gateway reports its outcome (MONEY-1, MONEY-3)."""

from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from payouts.gateways import connected
from payouts.models import Payment
from payouts.payments import bounds, payment_terms, steps
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.rules import payments as rules
from payouts.rules.payments import PaymentKind, PaymentState
from players import player_lock


def begin(*, user_id: UserId, amount: int, key: str, now: datetime) -> Payment:
    """Record that a player wants to pay ``amount`` cents in, once per player and key.

    No money moves and no service is called: ``sending.look`` does that. Refuses NO_GATEWAY,
    KEY_REUSED, and what ``bounds.check`` and ``limits.check_deposit`` refuse; deposits under way
    count as deposited.
    """
    if not connected.name():
        raise Refusal(MoneyCode.NO_GATEWAY)
    with transaction.atomic():
        player_lock.hold(user_id)
        if known := Payment.objects.filter(user=user_id, key=key).first():
            if (known.kind, known.amount) != (PaymentKind.DEPOSIT.value, amount):
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known
        bounds.check(user_id=user_id, kind=PaymentKind.DEPOSIT, amount=amount, now=now)
        limits.check_deposit(user_id=user_id, amount=amount, now=now)
        payment = Payment(
            kind=PaymentKind.DEPOSIT,
            user_id=user_id,
            amount=amount,
            fee=rules.fee(payment_terms.of(PaymentKind.DEPOSIT), amount),
            key=key,
            gateway=connected.name(),
            asked_at=now,
            state=PaymentState.BEGUN,
            due_at=now,
        )
        steps.begin(payment, now=now)
    return payment
