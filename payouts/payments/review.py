"""The staff's part in withdrawals: approve, refuse, send by hand; each with a reason (MONEY-2)."""

from datetime import datetime

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from payouts.models import Payment, PaymentStep
from payouts.payments import steps
from payouts.payments.steps import Who
from payouts.refusals import MoneyCode
from payouts.rules.payments import PaymentState
from payouts.wallets import one_person_sums
from players.staff import rights

RIGHT = "payouts.work_payments"


def approve(*, payment_id: int, by: UserId, why: str, now: datetime) -> Payment:
    """Approve a withdrawal; over the limit as the first or the second of two (STAFF-2).

    One person's cash orders and approvals count together. Approving again changes nothing. Refuses
    NO_REASON, NO_SUCH_PAYMENT, PAYMENT_MOVED_ON, OWN_WALLET, OWN_ORDER for the first person once
    more, and what ``rights.check_second_person`` refuses.
    """
    reasons.check(why)
    with transaction.atomic():
        payment = _held(payment_id, by)
        if payment.at is PaymentState.APPROVED:
            return payment
        if payment.at is PaymentState.SECOND:
            if payment.first_by_id == by:
                raise Refusal(MoneyCode.OWN_ORDER)
            rights.check_second_person(
                user_id=by, ordered_by=payment.first_by_id, right=RIGHT, now=now
            )
        elif payment.at is PaymentState.IN_REVIEW:
            payment.first_by_id = by
            payment.over_limit = one_person_sums.too_much(
                by=by, user_id=UserId(payment.user_id), amount=payment.amount, now=now
            )
        after = (
            PaymentState.SECOND
            if payment.over_limit and payment.first_by_id == by
            else PaymentState.APPROVED
        )
        # By hand nothing is due; a gateway is called at once.
        due_at = now if after is PaymentState.APPROVED and payment.gateway else None
        if after is PaymentState.APPROVED:
            payment.approved_by_id, payment.approved_at = by, now
        steps.take(payment, after, now=now, who=Who.STAFF, by=by, why=why, due_at=due_at)
    return payment


def refuse(*, payment_id: int, by: UserId, why: str, now: datetime) -> Payment:
    """Give a withdrawal's money back to the wallet, as long as it was not sent; idempotent.

    The player reads the reason. Refuses NO_REASON, NO_SUCH_PAYMENT, PAYMENT_MOVED_ON, OWN_WALLET.
    """
    reasons.check(why)
    with transaction.atomic():
        payment = _held(payment_id, by)
        if payment.at is not PaymentState.REFUSED:
            steps.take(payment, PaymentState.REFUSED, now=now, who=Who.STAFF, by=by, why=why)
    return payment


def mark_sent(*, payment_id: int, by: UserId, why: str, reference: str, now: datetime) -> Payment:
    """Book that staff have paid an approved withdrawal by hand; ``reference`` is the bank's.

    Idempotent. Refuses NO_REASON, NO_SUCH_PAYMENT, PAYMENT_MOVED_ON, OWN_WALLET, and GATEWAY_SENDS
    where a payment service sends it.
    """
    reasons.check(why)
    with transaction.atomic():
        payment = _held(payment_id, by)
        if payment.gateway:
            raise Refusal(MoneyCode.GATEWAY_SENDS)
        if payment.at is not PaymentState.SETTLED:
            payment.reference = reference
            steps.take(payment, PaymentState.SENT, now=now, who=Who.STAFF, by=by, why=why)
            steps.take(payment, PaymentState.SETTLED, now=now, who=Who.STAFF, by=by, why=why)
    return payment


def came_back(*, payment_id: int, by: UserId, why: str, now: datetime) -> Payment:
    """Book that the bank has returned a payment sent by hand: wallet and fee as before.

    Takes another person than the sender. Idempotent. Refuses NO_REASON, NO_SUCH_PAYMENT,
    PAYMENT_MOVED_ON, OWN_WALLET, OWN_ORDER, GATEWAY_SENDS, and what ``rights.check_second_person``
    refuses.
    """
    reasons.check(why)
    with transaction.atomic():
        payment = _held(payment_id, by)
        if payment.gateway:
            raise Refusal(MoneyCode.GATEWAY_SENDS)
        if payment.at is PaymentState.RETURNED:
            return payment
        sent = PaymentStep.objects.filter(payment=payment, after=PaymentState.SENT).first()
        sender = UserId(sent.by_id) if sent and sent.by_id else None
        if sender == by:
            raise Refusal(MoneyCode.OWN_ORDER)
        if sender is not None:
            rights.check_second_person(user_id=by, ordered_by=sender, right=RIGHT, now=now)
        steps.take(payment, PaymentState.RETURNED, now=now, who=Who.STAFF, by=by, why=why)
    return payment


def _held(payment_id: int, by: UserId) -> Payment:
    payment = steps.hold(payment_id, by)
    if payment.user_id == by:
        raise Refusal(MoneyCode.OWN_WALLET)
    return payment
