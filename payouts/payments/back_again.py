"""The effect of a charge-back on withdrawals that were not sent (MONEY-4).

They are refused, so that their money is in the wallet from which it is taken.
"""

from datetime import datetime

from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment
from payouts.payments import steps
from payouts.payments.steps import Who
from payouts.rules.payments import NOT_SENT, PaymentKind, PaymentState


def before_charge_back(payment: Payment, *, now: datetime) -> None:
    """Refuse waiting withdrawals of the player who has the money, in the charge-back's transaction.

    The caller holds the player and the payment.
    """
    user_id = steps.whose(payment)
    waiting = Payment.objects.select_for_update(of=("self",)).filter(
        user=user_id, kind=PaymentKind.WITHDRAWAL, state__in=NOT_SENT
    )
    names = (accounts.player, accounts.held, accounts.debt)
    # Locked together: more than one posting follows.
    ledger.hold([accounts.OUTSIDE, *[name(user_id) for name in names]])
    for each in waiting.order_by("pk"):
        steps.take(
            each, PaymentState.REFUSED, now=now, who=Who.ROOM, why=PaymentState.CHARGED_BACK.value
        )
