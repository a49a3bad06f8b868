"""Notices of gateways: stored as received, and applied once (MONEY-3).

A contradiction is left to two members of staff. No notice pays twice, and none is lost.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import structlog
from django.db import OperationalError, transaction
from django.db.models import QuerySet

from core import reasons
from core.due_checks import ExistsQuery
from core.outside.signed_json import whole
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment, PaymentNotice
from payouts.payments import steps
from payouts.payments.steps import Who
from payouts.refusals import MoneyCode
from payouts.rules import payments as rules
from payouts.rules.payments import NOT_SENT, Path, PaymentKind, PaymentState
from players import access
from players.access import Activity
from players.staff import rights

log = structlog.get_logger(__name__)

Outcome, Decision = PaymentNotice.Outcome, PaymentNotice.Decision
# True if some notice was not read yet.
WAITS = ExistsQuery(
    "EXISTS (SELECT FROM payouts_paymentnotice WHERE outcome = %(waiting)s)",
    {"waiting": Outcome.WAITING.value},
)
RIGHT = "payouts.work_payments"
# Cents: the most that a column holds.
MOST = 10**15


class Malformed(Exception):
    """A body that is not a valid notice."""


class GatewayEvent(NamedTuple):
    """One notice: its number at the service, the payment's token, a state, cents."""

    notice_id: str
    token: str
    said: str
    amount: int


def read(body: Mapping[str, Any]) -> GatewayEvent:
    """Return the notice in a verified body; raises Malformed."""
    try:
        word = GatewayEvent(
            str(body["id"]), str(body["token"]), str(body["state"]), whole(body["amount"])
        )
        # As the database stores it: no NUL, no lone surrogate, no invalid number.
        text = json.dumps(body, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Malformed from error
    if not (word.notice_id and len(word.notice_id) <= 80 and len(word.token) <= 40):
        raise Malformed
    if len(word.said) > 12 or abs(word.amount) > MOST or r"\u0000" in text:
        raise Malformed
    return word


def keep(word: GatewayEvent, *, gateway: str, body: Mapping[str, Any], now: datetime) -> bool:
    """Store a notice; return whether it is new. The same number with the same content is not."""
    says = json.dumps([word.token, word.said, word.amount])
    rows = PaymentNotice.objects.bulk_create(
        [
            PaymentNotice(
                gateway=gateway,
                notice_id=word.notice_id,
                digest=hashlib.sha256(says.encode()).hexdigest(),
                token=word.token,
                said=word.said,
                amount=word.amount,
                body=dict(body),
                received_at=now,
            )
        ],
        ignore_conflicts=True,
    )
    return bool(rows)


def apply_waiting(*, now: datetime, most: int) -> int:
    """Read up to ``most`` waiting notices, the oldest first; returns how many.

    Safe to run concurrently: each is locked, and read once.
    """
    for done in range(most):
        first = PaymentNotice.objects.filter(outcome=Outcome.WAITING).order_by("pk").first()
        if first is None:
            return done
        try:
            _read(first, now=now)
        except OperationalError:
            # Busy: the next run reads it.
            raise
        except Exception:
            # One that cannot be booked must not hold up the others: staff decide it.
            log.exception("notice not applied", notice=first.pk)
            PaymentNotice.objects.filter(pk=first.pk, outcome=Outcome.WAITING).update(
                outcome=Outcome.CONTRADICTION, payment=_payment(first), applied_at=now
            )
    return most


def contradictions() -> QuerySet[PaymentNotice]:
    """Return the contradictions that staff have to decide, the oldest first."""
    rows = PaymentNotice.objects.filter(outcome=Outcome.CONTRADICTION, decided_at=None)
    return rows.select_related("payment__user", "first_by").order_by("received_at", "pk")


def decide(*, notice_id: int, decision: str, by: UserId, why: str, now: datetime) -> PaymentNotice:
    """Decide a contradiction.

    To leave it takes one person; to follow it or to send the money back, two: the first proposes,
    the second carries it out. Refuses NO_REASON, NO_CONTRADICTION, NOT_FOLLOWED, OWN_ORDER,
    OWN_WALLET, and what ``rights.check_second_person`` refuses.
    """
    reasons.check(why)
    with transaction.atomic():
        payment_ids = PaymentNotice.objects.filter(pk=notice_id).values_list("payment", flat=True)
        payment = steps.hold(payment_ids[0], by) if payment_ids and payment_ids[0] else None
        rows = PaymentNotice.objects.select_for_update()
        notice = rows.filter(pk=notice_id, outcome=Outcome.CONTRADICTION).first()
        if notice is None or notice.decided_at is not None:
            raise Refusal(MoneyCode.NO_CONTRADICTION)
        if payment is not None and payment.user_id == by:
            raise Refusal(MoneyCode.OWN_WALLET)
        proposed = notice.first_by_id is not None and notice.decision == decision
        if decision == Decision.LEAVE:
            _decide(notice, decision, by=by, why=why, now=now)
        elif payment is None or (after := _after(payment, notice, decision)) is None:
            raise Refusal(MoneyCode.NOT_FOLLOWED)
        elif not proposed:
            notice.first_by_id, notice.decision, notice.why = by, decision, why
        else:
            if notice.first_by_id == by:
                raise Refusal(MoneyCode.OWN_ORDER)
            rights.check_second_person(
                user_id=by, ordered_by=notice.first_by_id, right=RIGHT, now=now
            )
            due_at = now if after is PaymentState.RETURNING else None
            if after is PaymentState.CHARGED_BACK:
                _refuse_waiting_withdrawals(payment, now=now)
            steps.take(payment, after, now=now, who=Who.STAFF, by=by, why=why, due_at=due_at)
            _decide(notice, decision, by=by, why=why, now=now)
        notice.save()
    return notice


def _after(payment: Payment, notice: PaymentNotice, decision: str) -> PaymentState | None:
    """Return the state of a payment after a decision of staff; None where there is none."""
    if decision == Decision.SEND_BACK:
        paid = payment.way is PaymentKind.DEPOSIT and notice.said == PaymentState.SETTLED
        return PaymentState.RETURNING if paid and _may(payment, PaymentState.RETURNING) else None
    if notice.amount != _due(payment) or notice.said not in [*PaymentState]:
        return None
    after = rules.followed(payment.way, payment.at, PaymentState(notice.said))
    return after if after and _may(payment, after) else None


def _may(payment: Payment, after: PaymentState) -> bool:
    return rules.may(payment.way, payment.at, after)


def _decide(notice: PaymentNotice, decision: str, *, by: UserId, why: str, now: datetime) -> None:
    notice.decision, notice.why = decision, why
    notice.first_by_id = notice.first_by_id or by
    notice.decided_by_id, notice.decided_at = by, now


def _read(notice: PaymentNotice, *, now: datetime) -> None:
    """Read a notice under the locks of its payment, unless another worker has read it meanwhile."""
    with transaction.atomic():
        # The payment's player is locked first.
        payment = _payment(notice)
        if payment is not None:
            payment = steps.hold(payment.pk)
        locked = PaymentNotice.objects.select_for_update(of=("self",)).get(pk=notice.pk)
        if locked.outcome == Outcome.WAITING:
            _apply(locked, payment, now=now)


def _payment(notice: PaymentNotice) -> Payment | None:
    try:
        token = UUID(notice.token)
    except ValueError:
        return None
    return Payment.objects.filter(token=token, gateway=notice.gateway).first()


def _apply(notice: PaymentNotice, payment: Payment | None, *, now: datetime) -> None:
    notice.payment, notice.applied_at = payment, now
    path = None if payment is None else _path(notice, payment)
    if payment is None or path is None:
        notice.outcome = Outcome.CONTRADICTION
    elif not path:
        notice.outcome = Outcome.KNOWN
    else:
        notice.outcome = Outcome.APPLIED
        _walk(payment, path, now=now)
    notice.save()


def _path(notice: PaymentNotice, payment: Payment) -> Path | None:
    if notice.amount != _due(payment) or notice.said not in [*PaymentState]:
        return None
    twins = PaymentNotice.objects.filter(gateway=notice.gateway, notice_id=notice.notice_id)
    if twins.exclude(pk=notice.pk).exists():
        # The same number, and different content.
        return None
    return rules.heard(payment.way, payment.at, PaymentState(notice.said))


def _due(payment: Payment) -> int:
    """Return the cents that the service reports: those paid in, or those that arrive outside."""
    return payment.amount if payment.way is PaymentKind.DEPOSIT else payment.arrives


def _walk(payment: Payment, path: Path, *, now: datetime) -> None:
    for after in path:
        if payment.way is PaymentKind.DEPOSIT and after is PaymentState.SETTLED:
            try:
                access.check(user_id=UserId(payment.user_id), what=Activity.PAY_IN, now=now)
            except Refusal as refusal:
                # Taken back by the bank already, it never was the room's.
                failed = path[-1] is not PaymentState.SETTLED
                after = PaymentState.FAILED if failed else PaymentState.RETURNING
                steps.take(
                    payment,
                    after,
                    now=now,
                    who=Who.ROOM,
                    why=str(refusal),
                    due_at=None if failed else now,
                )
                return
        if after is PaymentState.CHARGED_BACK:
            _refuse_waiting_withdrawals(payment, now=now)
        # A deposit that is being paid is checked again when its time is over.
        due_at = payment.due_at if after is PaymentState.PENDING else None
        steps.take(payment, after, now=now, who=Who.GATEWAY, due_at=due_at)


def _refuse_waiting_withdrawals(payment: Payment, *, now: datetime) -> None:
    """Refuse the waiting withdrawals of a player whose deposit is charged back.

    Their money returns to the wallet, from which the charge-back takes it (MONEY-4). The caller
    holds the player and the payment.
    """
    user_id = steps.whose(payment)
    waiting = Payment.objects.select_for_update(of=("self",)).filter(
        user=user_id, kind=PaymentKind.WITHDRAWAL, state__in=NOT_SENT
    )
    names = (accounts.player, accounts.held, accounts.debt)
    # Locked together: more than one posting follows.
    ledger.hold([accounts.OUTSIDE, *[name(user_id) for name in names]])
    for withdrawal in waiting.order_by("pk"):
        steps.take(
            withdrawal,
            PaymentState.REFUSED,
            now=now,
            who=Who.ROOM,
            why=PaymentState.CHARGED_BACK.value,
        )
