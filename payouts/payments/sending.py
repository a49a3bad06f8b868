"""Speaking to the gateway: never inside a transaction. What was decided is committed first, then
the service is asked, and its answer is a word like any other (MONEY-3).

Whoever dies in between leaves a row that is due, and the sweep asks again.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from core import sql
from core.jobs import attempt
from core.outside.line import Declined, Silent
from core.questions import Question
from payouts.gateways import connected
from payouts.gateways.interface import Begun, Gateway, Said
from payouts.models import Payment
from payouts.payments import steps, terms, withdrawals, words
from payouts.payments.steps import Who
from payouts.payments.words import Word
from payouts.rules.payments import State

log = structlog.get_logger(__name__)

# Whoever took some and died: others take them after so long. Also the first pause between tries.
AGAIN = timedelta(seconds=20)
# Each pause doubles up to this.
LONGEST_PAUSE = timedelta(minutes=10)
# Of one sweep; the next one goes on.
AT_ONCE = 50

# Whether a sweep would find something, but for what gateways have said (``words.WAITS``).
DUE = Question("EXISTS (SELECT FROM payouts_payment WHERE due_at <= %(now)s)")
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
    """See to every payment that is due, and read what gateways have said; returns how many.

    Safe to run at once: each is taken by one, and due again for others if that one dies.
    """
    read = _read_words(now=now)
    known = {"now": now, "most": AT_ONCE, "again": AGAIN, "longest": LONGEST_PAUSE}
    taken = [pk for (pk,) in sql.rows(_TAKE, known)]
    for payment_id in taken:
        # One bad payment must not hold up the others.
        attempt("payment", partial(look, payment_id=payment_id, now=now), payment=payment_id)
    return read + len(taken) + _read_words(now=now)


def _read_words(*, now: datetime) -> int:
    work = partial(words.apply_waiting, now=now, most=10 * AT_ONCE)
    return attempt("read notices of payments", work, most=None) or 0


def look(*, payment_id: int, now: datetime) -> None:
    """Do what a payment waits for, if it waits for the room: outside of any transaction."""
    payment = Payment.objects.get(pk=payment_id)
    if payment.at is State.HELD:
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
    """Begin a deposit at the service; the page on which it is paid is kept."""
    if payment.asked_at + terms.TIME_TO_PAY <= now:
        _pending(payment, gateway, now)
        return
    back_to = f"{settings.PUBLIC_URL}{reverse('payment', args=[payment.token])}"
    try:
        begun = gateway.create(token=payment.token, amount=payment.amount, back_to=back_to)
    except Declined as declined:
        _take(payment, State.FAILED, now=now, who=Who.GATEWAY, why=str(declined))
        return
    _begun(payment, begun, now=now)


def _begun(payment: Payment, begun: Begun, *, now: datetime) -> None:
    with transaction.atomic():
        held = steps.hold(payment.pk)
        held.reference, held.pay_at = begun.reference, begun.pay_at
        if held.at is State.BEGUN:
            steps.take(held, State.PENDING, now=now, who=Who.GATEWAY, due_at=now + AGAIN)
        else:
            # Its notice was faster than the answer.
            held.save(update_fields=["reference", "pay_at"])


def _pending(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Ask how a deposit stands; when its time is over and nobody has paid, it is too."""
    said = gateway.status(token=payment.token)
    if said is not None and said.state != State.PENDING:
        _keep(payment, said, now=now)
    elif payment.asked_at + terms.TIME_TO_PAY <= now:
        _take(payment, State.EXPIRED, now=now, who=Who.ROOM)


def _send(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Send an approved withdrawal: first it is SENT here, and only then anybody is asked."""
    if _take(payment, State.SENT, now=now, who=Who.ROOM, due_at=now + AGAIN):
        payment.refresh_from_db()
        _pay(payment, gateway, now)


def _sent(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Ask again about a withdrawal from which nothing was heard; unknown there, it is sent anew."""
    said = gateway.status(token=payment.token)
    if said is None:
        _pay(payment, gateway, now)
    else:
        _keep(payment, said, now=now)


def _pay(payment: Payment, gateway: Gateway, now: datetime) -> None:
    try:
        reference = gateway.payout(
            token=payment.token, amount=payment.arrives, destination=payment.destination
        )
    except Declined as declined:
        _take(payment, State.FAILED, now=now, who=Who.GATEWAY, why=str(declined))
        return
    Payment.objects.filter(pk=payment.pk).update(reference=reference)


def _give_back(payment: Payment, gateway: Gateway, now: datetime) -> None:
    """Send a deposit back that the room may not take; the service then says that it has."""
    try:
        gateway.refund(token=payment.token, amount=payment.amount)
    except Declined as declined:
        log.error("refund declined", payment=payment.pk, why=str(declined))
        return
    said = gateway.status(token=payment.token)
    if said is not None and said.state == State.SENT_BACK:
        _keep(payment, said, now=now)


_LOOK: Final = {
    State.BEGUN: _create,
    State.PENDING: _pending,
    State.APPROVED: _send,
    State.SENT: _sent,
    State.RETURNING: _give_back,
}


def _keep(payment: Payment, said: Said, *, now: datetime) -> None:
    """An answer to our question is kept as a notice is, and read as one."""
    number = f"asked:{payment.token}:{said.state}"
    word = Word(number[:80], str(payment.token), said.state[:12], said.amount)
    words.keep(word, gateway=payment.gateway, body=said._asdict(), now=now)
    words.apply_waiting(now=now, most=AT_ONCE)


def _take(
    payment: Payment,
    after: State,
    *,
    now: datetime,
    who: str,
    why: str = "",
    due_at: datetime | None = None,
) -> bool:
    """Go on unless somebody else has meanwhile; whether it went on."""
    with transaction.atomic():
        held = steps.hold(payment.pk)
        if held.at is not payment.at:
            return False
        steps.take(held, after, now=now, who=who, why=why, due_at=due_at)
    return True


def _rest(payment_id: int) -> None:
    """Nothing is to be done for it by the room: it is not due any more."""
    Payment.objects.filter(pk=payment_id).update(due_at=None)
