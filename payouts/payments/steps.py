"""One step of a payment: its state, its money and its record change together, or not at all.

Lock order: the player, the payment, the accounts.
"""

from datetime import datetime
from typing import Final

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import Payment, PaymentStep
from payouts.refusals import MoneyCode
from payouts.rules import payments as rules
from payouts.rules.payments import PaymentKind, PaymentState
from payouts.wallets import debts
from payouts.wallets.debts import DebtPart
from players import merged_accounts, player_lock

Who = PaymentStep.Who


def hold(payment_id: int, *others: UserId) -> Payment:
    """Lock a payment's player, the account that has their money since a merge, ``others``, and it.

    The locks last until the transaction ends. Refuses NO_SUCH_PAYMENT.
    """
    user_id = Payment.objects.filter(pk=payment_id).values_list("user_id", flat=True).first()
    if user_id is None:
        raise Refusal(MoneyCode.NO_SUCH_PAYMENT)
    for player_id in sorted(
        {UserId(user_id), merged_accounts.surviving_account(UserId(user_id)), *others}
    ):
        player_lock.hold(player_id)
    return Payment.objects.select_for_update(of=("self",)).get(pk=payment_id)


def begin(payment: Payment, *, now: datetime) -> None:
    """Write a payment and its first step, by its player."""
    payment.save(force_insert=True)
    PaymentStep.objects.create(
        payment=payment, after=payment.state, at=now, who=Who.PLAYER, by_id=payment.user_id
    )


def take(
    payment: Payment,
    after: PaymentState,
    *,
    now: datetime,
    who: str,
    by: UserId | None = None,
    why: str = "",
    due_at: datetime | None = None,
) -> None:
    """Go to the next state, move its money, record the step; ``due_at``: the next check.

    The caller holds the payment. Refuses PAYMENT_MOVED_ON where there is no such transition
    (``state`` is the code of the current state), and what ``ledger.post`` refuses.
    """
    before = payment.at
    if not rules.may(payment.way, before, after):
        raise Refusal(MoneyCode.PAYMENT_MOVED_ON, state=before.value)
    if legs := _legs(payment, after):
        ledger.post(legs, key=cause(payment, after), now=now)
    payment.state, payment.due_at, payment.tries = after.value, due_at, 0
    payment.save()
    PaymentStep.objects.create(
        payment=payment, before=before, after=after, at=now, who=who, by_id=by, why=why
    )


def cause(payment: Payment, after: PaymentState) -> str:
    """Return the key of the transfers with which a payment comes to a state."""
    return f"payment:{payment.pk}:{after.value}"


def whose(payment: Payment) -> UserId:
    """Return the account with the money of a payment's player, also after a merge (STAFF-12)."""
    return merged_accounts.surviving_account(UserId(payment.user_id))


def _legs(payment: Payment, after: PaymentState) -> list[Leg]:
    if payment.way is PaymentKind.DEPOSIT:
        return _DEPOSIT[after](payment) if after in _DEPOSIT else []
    if payment.at is PaymentState.FAILED:
        # Returned, and then it went out after all.
        return debts.taken_from(
            whose(payment),
            [
                DebtPart(accounts.OUTSIDE, payment.arrives, Reason.WITHDRAWAL),
                DebtPart(accounts.PAYMENTS, payment.fee, Reason.PAYMENT_FEE),
            ],
        )
    return _WITHDRAWAL[after](payment) if after in _WITHDRAWAL else []


def _paid_in(payment: Payment) -> list[Leg]:
    user_id = whose(payment)
    wallet = accounts.player(user_id)
    return [
        Leg(accounts.OUTSIDE, wallet, payment.amount, Reason.DEPOSIT),
        *_fee(payment, wallet),
        *debts.paid_from(user_id, cents=payment.arrives),
    ]


def _charged_back(payment: Payment) -> list[Leg]:
    part = DebtPart(accounts.OUTSIDE, payment.amount, Reason.CHARGE_BACK)
    return debts.taken_from(whose(payment), [part])


def _held(payment: Payment) -> list[Leg]:
    wallet, held = accounts.player(payment.user_id), accounts.held(payment.user_id)
    return [Leg(wallet, held, payment.amount, Reason.HOLD)]


def _released(payment: Payment) -> list[Leg]:
    wallet, held = accounts.player(payment.user_id), accounts.held(payment.user_id)
    return [Leg(held, wallet, payment.amount, Reason.RELEASE)]


def _paid_out(payment: Payment) -> list[Leg]:
    held = accounts.held(payment.user_id)
    payout = Leg(held, accounts.OUTSIDE, payment.arrives, Reason.WITHDRAWAL)
    return [*([payout] if payment.arrives else []), *_fee(payment, held)]


def _came_back(payment: Payment) -> list[Leg]:
    wallet = accounts.player(whose(payment))
    back = Leg(accounts.OUTSIDE, wallet, payment.arrives, Reason.RETURNED)
    fee = Leg(accounts.PAYMENTS, wallet, payment.fee, Reason.RETURNED)
    return [leg for leg in (back, fee) if leg.amount]


def _fee(payment: Payment, debit: str) -> list[Leg]:
    leg = Leg(debit, accounts.PAYMENTS, payment.fee, Reason.PAYMENT_FEE)
    return [leg] if payment.fee else []


_DEPOSIT: Final = {PaymentState.SETTLED: _paid_in, PaymentState.CHARGED_BACK: _charged_back}
_WITHDRAWAL: Final = {
    PaymentState.HELD: _held,
    **dict.fromkeys((PaymentState.REFUSED, PaymentState.CANCELLED, PaymentState.FAILED), _released),
    PaymentState.SETTLED: _paid_out,
    PaymentState.RETURNED: _came_back,
}
