"""Calls to the gateway, never inside a transaction.

A decision is committed first, then the service is called, and its answer is treated as a notice
(MONEY-3). A process that dies in between leaves a row that is due, and the sweep calls again.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from core import sql
from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.outside.signed_json import Declined, Silent
from payouts.gateways import connected
from payouts.gateways.interface import Begun, Gateway, PaymentStatus
from payouts.models import Payment
from payouts.payments import gateway_events, payment_terms, steps, withdrawals
from payouts.payments.gateway_events import GatewayEvent
from payouts.payments.steps import Who
from payouts.rules.payments import PaymentState

log = structlog.get_logger(__name__)

# After a worker has died, others take its payments after this time. Also the first back-off.
AGAIN = timedelta(seconds=20)
# Each pause doubles up to this.
LONGEST_PAUSE = timedelta(minutes=10)
# The most payments of one sweep; the next one continues.
AT_ONCE = 50

# True if a sweep would find work, apart from notices of gateways (``gateway_events.WAITS``).
DUE = ExistsQuery("EXISTS (SELECT FROM payouts_payment WHERE due_at <= %(now)s)")
_TAKE = """
    UPDATE payouts_payment
    SET due_at = %(now)s + least(
            %(longest)s, %(again)s * power(2, least(tries, 12))),
        tries = least(tries + 1, 1000)
    WHERE id IN (
        SELECT id FROM payouts_payment WHERE due_at <= %(now)s
        ORDER BY due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ) RETURNING id"""


def sweep(*, now: datetime) -> int:
    """Process every payment that is due, and read waiting notices; returns how many.

    Safe to run concurrently: each is leased to one worker, and due again if that worker dies.
    """
    read = _read_words(now=now)
    known = {"now": now, "most": AT_ONCE, "again": AGAIN, "longest": LONGEST_PAUSE}
    payment_ids = [pk for (pk,) in sql.rows(_TAKE, known)]
    for payment_id in payment_ids:
        # One bad payment must not hold up the others.
        attempt("payment", partial(look, payment_id=payment_id, now=now), payment=payment_id)
    return read + len(payment_ids) + _read_words(now=now)


def _read_words(*, now: datetime) -> int:
    work = partial(gateway_events.apply_waiting, now=now, most=10 * AT_ONCE)
    return attempt("read notices of payments", work, most=None) or 0


def look(*, payment_id: int, now: datetime) -> None:
    """Do a payment's next step, if it is the room's: outside of any transaction."""
    payment = Payment.objects.get(pk=payment_id)
    if payment.at is PaymentState.HELD:
        withdrawals.free(payment_id=payment_id, now=now)
        return
    gateway = connected.gateway()
    if gateway is None or gateway.name != payment.gateway:
        log.error("payment of a service that is not connected", payment=payment_id)
        return
    try:
        _LOOK[payment.at](payment, gateway, now)
    except KeyError:
        _rest(payment_id)
    except Silent as silence:
        log.warning("gateway silent", payment=payment_id, why=str(silence))


def _create(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Begin a deposit at the service, and store the page on which it is paid."""
    if payment.asked_at + payment_terms.TIME_TO_PAY <= now:
        _pending(payment, gateway, now)
        return
    back_to = f"{settings.PUBLIC_URL}{reverse('payment', args=[payment.token])}"
    try:
        begun = gateway.create(token=payment.token, amount=payment.amount, back_to=back_to)
    except Declined as declined:
        _take(payment, PaymentState.FAILED, now=now, who=Who.GATEWAY, why=str(declined))
        return
    _begun(payment, begun, now=now)


def _begun(payment: Payment, begun: Begun, *, now: datetime) -> None:
    with transaction.atomic():
        held = steps.hold(payment.pk)
        held.reference, held.pay_at = begun.reference, begun.pay_at
        if held.at is PaymentState.BEGUN:
            steps.take(held, PaymentState.PENDING, now=now, who=Who.GATEWAY, due_at=now + AGAIN)
        else:
            # Its notice came before the answer.
            held.save(update_fields=["reference", "pay_at"])


def _pending(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Ask for the state of a deposit; an unpaid one expires when its time is over."""
    status = gateway.status(token=payment.token)
    if status is not None and status.state != PaymentState.PENDING:
        _keep(payment, status, now=now)
    elif payment.asked_at + payment_terms.TIME_TO_PAY <= now:
        _take(payment, PaymentState.EXPIRED, now=now, who=Who.ROOM)


def _send(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Send an approved withdrawal: mark it SENT first, and call the service only then."""
    if _take(payment, PaymentState.SENT, now=now, who=Who.ROOM, due_at=now + AGAIN):
        payment.refresh_from_db()
        _pay(payment, gateway, now)


def _sent(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Ask again about a withdrawal without a reported outcome; one unknown there is sent again."""
    status = gateway.status(token=payment.token)
    if status is None:
        _pay(payment, gateway, now)
    else:
        _keep(payment, status, now=now)


def _pay(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Have the gateway pay out a withdrawal; if it declines, the withdrawal has failed."""
    try:
        reference = gateway.payout(
            token=payment.token, amount=payment.arrives, destination=payment.destination
        )
    except Declined as declined:
        _take(payment, PaymentState.FAILED, now=now, who=Who.GATEWAY, why=str(declined))
        return
    Payment.objects.filter(pk=payment.pk).update(reference=reference)


def _give_back(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Send back a deposit that the room may not take; the service then confirms it."""
    try:
        gateway.refund(token=payment.token, amount=payment.amount)
    except Declined as declined:
        log.error("refund declined", payment=payment.pk, why=str(declined))
        return
    status = gateway.status(token=payment.token)
    if status is not None and status.state == PaymentState.SENT_BACK:
        _keep(payment, status, now=now)


_LOOK: Final = {
    PaymentState.BEGUN: _create,
    PaymentState.PENDING: _pending,
    PaymentState.APPROVED: _send,
    PaymentState.SENT: _sent,
    PaymentState.RETURNING: _give_back,
}


def _keep(payment: Payment, status: PaymentStatus, *, now: datetime) -> None:
    """Store and read an answer to our question as a notice."""
    number = f"asked:{payment.token}:{status.state}"
    word = GatewayEvent(number[:80], str(payment.token), status.state[:12], status.amount)
    gateway_events.keep(word, gateway=payment.gateway, body=status._asdict(), now=now)
    gateway_events.apply_waiting(now=now, most=AT_ONCE)


def _take(
    payment: Payment,
    after: PaymentState,
    *,
    now: datetime,
    who: str,
    why: str = "",
    due_at: datetime | None = None,
) -> bool:
    """Take a step unless the payment has moved on meanwhile; return whether it was taken."""
    with transaction.atomic():
        held = steps.hold(payment.pk)
        if held.at is not payment.at:
            return False
        steps.take(held, after, now=now, who=who, why=why, due_at=due_at)
    return True


def _rest(payment_id: int) -> None:
    """Clear the due time of a payment that needs nothing from the room."""
    Payment.objects.filter(pk=payment_id).update(due_at=None)
