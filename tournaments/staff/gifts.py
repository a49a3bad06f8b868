"""Tickets, bonuses and corrections of money by staff; each verb writes its act (STAFF-8,
BONUS-1)."""

from datetime import datetime

from django.db import transaction

from core import reasons
from core.types import UserId
from payouts.wallets import bonuses, corrections
from payouts.wallets.bonuses import Bonus
from payouts.wallets.corrections import Correction
from tournaments.models import Act, Ticket
from tournaments.money import tickets
from tournaments.staff import people

Verb = Act.Verb


def give_ticket(
    *,
    user_id: UserId,
    value: int,
    template_id: int | None,
    by: UserId,
    why: str,
    key: str,
    by_two: bool = False,
    now: datetime,
) -> Ticket:
    """Give a player a ticket of ``value`` cents, once per key. Refusals: ``tickets.give``."""
    with transaction.atomic():
        ticket, new = tickets.give(
            user_id=user_id,
            value=value,
            template_id=template_id,
            by=by,
            why=why,
            key=key,
            by_two=by_two,
            now=now,
        )
        if new:
            after = {"ticket": ticket.pk, "value": value, "template": template_id}
            people.record(Verb.GIVE_TICKET, user_id, by=by, now=now, why=why, after=after)
    return ticket


def take_ticket(*, ticket_id: int, by: UserId, why: str, now: datetime) -> Ticket:
    """Take back a ticket that staff gave. Idempotent.

    Refuses NO_REASON, and what ``tickets.take_back`` refuses.
    """
    reasons.check(why)
    with transaction.atomic():
        ticket, done = tickets.take_back(ticket_id=ticket_id, now=now)
        if done:
            after = {"ticket": ticket.pk, "value": ticket.value}
            owner = UserId(ticket.owner_id)
            people.record(Verb.TAKE_TICKET, owner, by=by, now=now, why=why, after=after)
    return ticket


def give_bonus(
    *,
    user_id: UserId,
    amount: int,
    wager: int,
    days: int,
    by: UserId,
    why: str,
    key: str,
    now: datetime,
) -> Bonus:
    """Give a player a bonus of ``amount`` cents, once per key. Refusals: ``bonuses.give``."""
    with transaction.atomic():
        bonus, new = bonuses.give(
            user_id=user_id,
            amount=amount,
            wager=wager,
            days=days,
            by=by,
            why=why,
            key=key,
            now=now,
        )
        if new:
            after = {"bonus": bonus.pk, "cents": amount, "wager": wager, "days": days}
            people.record(Verb.GIVE_BONUS, user_id, by=by, now=now, why=why, after=after)
    return bonus


def take_bonus(*, bonus_id: int, by: UserId, why: str, now: datetime) -> Bonus:
    """Take back a bonus that is not earned. Idempotent. Refusals: ``bonuses.revoke``."""
    with transaction.atomic():
        bonus, done = bonuses.revoke(bonus_id=bonus_id, why=why, now=now)
        if done:
            after = {"bonus": bonus.pk, "cents": bonus.amount}
            whose = UserId(bonus.user_id)
            people.record(Verb.TAKE_BONUS, whose, by=by, now=now, why=why, after=after)
    return bonus


def order_correction(
    *, kind: str, user_id: UserId, amount: int, by: UserId, why: str, key: str, now: datetime
) -> Correction:
    """Order a correction of ``amount`` cents, once per key. Refusals: ``corrections.order``."""
    with transaction.atomic():
        row, new = corrections.order(
            kind=kind, user_id=user_id, amount=amount, by=by, why=why, key=key, now=now
        )
        if new:
            _record(Verb.ORDER_CORRECTION, row, by=by, why=why, now=now)
    return row


def confirm_correction(*, correction_id: int, by: UserId, now: datetime) -> Correction:
    """Confirm and carry out a correction that a colleague has ordered. Idempotent.

    Refusals: ``corrections.confirm``.
    """
    with transaction.atomic():
        row, done = corrections.confirm(correction_id=correction_id, by=by, now=now)
        if done:
            _record(Verb.CORRECT, row, by=by, why=row.why, now=now)
    return row


def drop_correction(*, correction_id: int, by: UserId, why: str, now: datetime) -> Correction:
    """Turn a correction down, or withdraw one's own. Idempotent.

    Refusals: ``corrections.turn_down``.
    """
    with transaction.atomic():
        row, done = corrections.turn_down(correction_id=correction_id, by=by, why=why, now=now)
        if done:
            _record(Verb.DROP_CORRECTION, row, by=by, why=why, now=now)
    return row


def _record(verb: str, row: Correction, *, by: UserId, why: str, now: datetime) -> None:
    after = {"correction": row.pk, "kind": row.kind, "cents": row.amount, "status": row.status}
    people.record(verb, UserId(row.user_id), by=by, now=now, why=why, after=after)
