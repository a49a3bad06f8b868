"""A player's withdrawals: asked for, taken back, and released after their hold (MONEY-2)."""

from datetime import datetime

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.urls import reverse

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.gateways import connected
from payouts.models import Payment
from payouts.payments import bounds, payment_terms, steps
from payouts.payments.steps import Who
from payouts.refusals import MoneyCode
from payouts.rules import payments as rules
from payouts.rules.payments import FreshDeposit, PaymentKind, PaymentState
from payouts.wallets import debts
from players import identity, merged_accounts, player_lock
from players.identity import Gate
from players.notices import account_changes


def is_new(*, user_id: UserId, destination: str, now: datetime) -> bool:
    """Return whether a player has not used this IBAN, or only within the hold of a new one."""
    if (iban := rules.iban(destination)) is None or not payment_terms.new_iban_hold():
        return False
    first = _first_asked(user_id, iban)
    return first is None or now < first + payment_terms.new_iban_hold()


def ask(*, user_id: UserId, amount: int, destination: str, key: str, now: datetime) -> Payment:
    """Reserve ``amount`` cents of a wallet to be paid to an IBAN, once per player and key.

    No limit of the player's own, exclusion or suspension stands in the way (PLAY-2). A fresh
    deposit or a new IBAN holds it for a while, then staff decide. Refuses NOT_AN_IBAN, KEY_REUSED,
    IDENTITY_NEEDED (KYC-1), OWES, INSUFFICIENT_FUNDS, and what ``bounds.check`` refuses.
    """
    if (iban := rules.iban(destination)) is None:
        raise Refusal(MoneyCode.NOT_AN_IBAN)
    with transaction.atomic():
        player_lock.hold(user_id)
        wish = (PaymentKind.WITHDRAWAL.value, amount, iban)
        if known := Payment.objects.filter(user=user_id, key=key).first():
            if (known.kind, known.amount, known.destination) != wish:
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known
        identity.check(user_id=user_id, gate=Gate.WITHDRAW, amount=Cents(amount), now=now)
        bounds.check(user_id=user_id, kind=PaymentKind.WITHDRAWAL, amount=amount, now=now)
        payment = Payment(
            kind=PaymentKind.WITHDRAWAL,
            user_id=user_id,
            amount=amount,
            fee=rules.fee(payment_terms.of(PaymentKind.WITHDRAWAL), amount),
            destination=iban,
            key=key,
            gateway=connected.name(),
            asked_at=now,
            state=PaymentState.ASKED,
        )
        debts.collect(user_id=user_id, cause=f"payment:{payment.token}", now=now)
        first = _first_asked(user_id, iban)
        usable_from = (first or now) + payment_terms.new_iban_hold()
        payment.free_at = max(usable_from, _free_at(user_id, amount=amount, now=now))
        if first is None:
            account_changes.tell(
                user_id=user_id, change="iban", what=iban, url=reverse("payments"), now=now
            )
        steps.begin(payment, now=now)
        on_hold = payment.free_at if payment.free_at > now else None
        steps.take(payment, PaymentState.HELD, now=now, who=Who.ROOM, due_at=on_hold)
        if on_hold is None:
            steps.take(payment, PaymentState.IN_REVIEW, now=now, who=Who.ROOM)
    return payment


def cancel(*, user_id: UserId, payment_id: int, now: datetime) -> Payment:
    """Take a withdrawal back while it waits; idempotent.

    Refuses NO_SUCH_PAYMENT (also another player's) and PAYMENT_MOVED_ON.
    """
    with transaction.atomic():
        payment = steps.hold(payment_id)
        if payment.user_id != user_id:
            raise Refusal(MoneyCode.NO_SUCH_PAYMENT)
        if payment.at is not PaymentState.CANCELLED:
            steps.take(payment, PaymentState.CANCELLED, now=now, who=Who.PLAYER, by=user_id)
    return payment


def free(*, payment_id: int, now: datetime) -> None:
    """Pass a withdrawal whose hold is over to staff; does nothing for any other."""
    with transaction.atomic():
        payment = steps.hold(payment_id)
        if payment.at is PaymentState.HELD and payment.free_at and payment.free_at <= now:
            steps.take(payment, PaymentState.IN_REVIEW, now=now, who=Who.ROOM)


def of(user_id: UserId) -> QuerySet[Payment]:
    """Return a player's payments, the latest first, with their steps."""
    return Payment.objects.filter(user=user_id).prefetch_related("steps").order_by("-pk")


def _free_at(user_id: UserId, *, amount: int, now: datetime) -> datetime:
    """Return the time at which ``amount`` of the wallet may go (MONEY-2)."""
    hold = payment_terms.hold()
    settled = Payment.objects.filter(
        user__in=merged_accounts.with_merged(user_id),
        kind=PaymentKind.DEPOSIT,
        state=PaymentState.SETTLED,
        steps__after=PaymentState.SETTLED,
        steps__at__gt=now - hold,
    )
    fresh = [FreshDeposit(at, cents) for at, cents in settled.values_list("steps__at", "amount")]
    balance = ledger.balance(accounts.player(user_id))
    return rules.free_at(amount=amount, balance=balance, fresh=fresh, hold=hold, now=now)


def _first_asked(user_id: UserId, iban: str) -> datetime | None:
    """Return the time of a player's first withdrawal to an IBAN, merged accounts included.

    A withdrawal that was refused, taken back or returned makes no IBAN known.
    """
    whose = merged_accounts.with_merged(user_id)
    payments = Payment.objects.filter(
        user__in=whose, kind=PaymentKind.WITHDRAWAL, destination=iban
    ).exclude(state__in=(PaymentState.REFUSED, PaymentState.CANCELLED, PaymentState.RETURNED))
    first: datetime | None = payments.aggregate(first=Min("asked_at"))["first"]
    return first


def waiting() -> QuerySet[Payment]:
    """Return withdrawals that staff have to decide, or to send by hand, the oldest first."""
    by_hand = Q(state=PaymentState.APPROVED, gateway="")
    rows = Payment.objects.filter(
        Q(state__in=(PaymentState.IN_REVIEW, PaymentState.SECOND)) | by_hand
    )
    return rows.select_related("user", "first_by").order_by("asked_at", "pk")


def on_hold(user_id: UserId) -> int:
    """Return the cents that a player has asked for and that have not gone."""
    return ledger.balance(accounts.held(user_id))
