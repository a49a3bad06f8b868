"""Payments for a demo: one in every state that staff see, and a contradicting notice."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from core.types import UserId
from payouts.gateways import connected
from payouts.models import Payment
from payouts.payments import gateway_events, review, steps, withdrawals
from payouts.payments.gateway_events import GatewayEvent
from payouts.rules.payments import PaymentKind, PaymentState
from payouts.wallets import wallet

IBAN = "IT60X0542811101000000123456"
# A service that is not connected: no call follows its notice.
SERVICE = "sandbox"
DEPOSIT_CENTS = 80_00
# The player (of three), the cents that are asked for, and the state to reach.
ASKED: Final = (
    (0, 100_00, PaymentState.HELD),
    (1, 1_500_00, PaymentState.SECOND),
    (1, 200_00, PaymentState.REFUSED),
    (2, 40_00, PaymentState.SETTLED),
    (2, 30_00, PaymentState.APPROVED),
    (2, 25_00, PaymentState.IN_REVIEW),
)


def write(*, held: Mapping[UserId, int], by: UserId, now: datetime) -> None:
    """Pay in what three players hold, cents, and let them ask for some of it; once.

    Does nothing where an operator holds the money, or a real service would be told to pay.
    """
    if connected.name() or connected.wallet() or Payment.objects.exists():
        return
    for user_id, cents in held.items():
        wallet.deposit(user_id=user_id, amount=cents, key=f"demo:{user_id}", now=now)
    players = list(held)
    _deposit(players[0], now=now)
    for number, (whose, cents, state) in enumerate(ASKED):
        withdrawal = withdrawals.ask(
            user_id=players[whose], amount=cents, destination=IBAN, key=f"demo:{number}", now=now
        )
        _decide(withdrawal.pk, state, by=by, now=now)


def _deposit(user_id: UserId, *, now: datetime) -> None:
    """Write a deposit that was paid by card, and a notice that it was not."""
    payment = Payment(
        kind=PaymentKind.DEPOSIT,
        user_id=user_id,
        amount=DEPOSIT_CENTS,
        fee=0,
        key="demo",
        gateway=SERVICE,
        reference="SB-20931",
        asked_at=now,
        state=PaymentState.BEGUN,
    )
    steps.begin(payment, now=now)
    for number, state in enumerate(
        (PaymentState.PENDING, PaymentState.SETTLED, PaymentState.FAILED), start=1
    ):
        word = GatewayEvent(f"demo-{number}", str(payment.token), state.value, DEPOSIT_CENTS)
        gateway_events.keep(word, gateway=SERVICE, body=word._asdict(), now=now)
    gateway_events.apply_waiting(now=now, most=10)


def _decide(payment_id: int, state: PaymentState, *, by: UserId, now: datetime) -> None:
    """Take the steps of staff until a withdrawal reaches ``state``."""
    if state in (PaymentState.SECOND, PaymentState.APPROVED, PaymentState.SETTLED):
        review.approve(payment_id=payment_id, by=by, why="Known for years.", now=now)
    if state is PaymentState.REFUSED:
        why = "This account is not in your name."
        review.refuse(payment_id=payment_id, by=by, why=why, now=now)
    if state is PaymentState.SETTLED:
        review.mark_sent(payment_id=payment_id, by=by, why="Wired.", reference="BON-2207", now=now)
