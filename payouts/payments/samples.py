"""Payments for a demo: one in every state that staff see, and a contradicting notice."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from core.types import UserId
from payouts.gateways import connected
from payouts.models import Payment
from payouts.payments import review, steps, withdrawals, words
from payouts.payments.words import Word
from payouts.rules.payments import PaymentKind, State
from payouts.wallets import wallet

IBAN = "IT60X0542811101000000123456"
# A service that is not connected: no call follows its notice.
SERVICE = "sandbox"
DEPOSIT_CENTS = 80_00
# The player (of three), the cents that are asked for, and the state to reach.
ASKED: Final = (
    (0, 100_00, State.HELD),
    (1, 1_500_00, State.SECOND),
    (1, 200_00, State.REFUSED),
    (2, 40_00, State.SETTLED),
    (2, 30_00, State.APPROVED),
    (2, 25_00, State.IN_REVIEW),
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
        asked = withdrawals.ask(
            user_id=players[whose], amount=cents, destination=IBAN, key=f"demo:{number}", now=now
        )
        _decide(asked.pk, state, by=by, now=now)


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
        state=State.BEGUN,
    )
    steps.begin(payment, now=now)
    for number, state in enumerate((State.PENDING, State.SETTLED, State.FAILED), start=1):
        word = Word(f"demo-{number}", str(payment.token), state.value, DEPOSIT_CENTS)
        words.keep(word, gateway=SERVICE, body=word._asdict(), now=now)
    words.apply_waiting(now=now, most=10)


def _decide(payment_id: int, state: State, *, by: UserId, now: datetime) -> None:
    """Take the steps of staff until a withdrawal reaches ``state``."""
    if state in (State.SECOND, State.APPROVED, State.SETTLED):
        review.approve(payment_id=payment_id, by=by, why="Known for years.", now=now)
    if state is State.REFUSED:
        why = "This account is not in your name."
        review.refuse(payment_id=payment_id, by=by, why=why, now=now)
    if state is State.SETTLED:
        review.mark_sent(payment_id=payment_id, by=by, why="Wired.", reference="BON-2207", now=now)
