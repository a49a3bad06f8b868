"""Bonuses: money of the house, promised on terms, that becomes the player's when it is earned.

A bonus lies in ``bonus:<player>`` from the moment at which it is promised (BONUS-1), counts the
fees of events that are over (BONUS-2), and ends once (BONUS-3). Lock order: the player, the bonus,
the accounts.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from core import reasons
from core.jobs import attempt
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts import events
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.gateways import connected
from payouts.models import Account, Bonus, Transfer
from payouts.refusals import MoneyCode
from payouts.wallets import one_person_sums
from players import access, player_lock
from players.access import Activity

__all__ = ["MOST_DAYS", "RIGHT", "Bonus", "BonusProgress", "Status", "end_due", "give", "revoke"]

Status = Bonus.Status
RIGHT: Final = "payouts.give_bonus"
# The longest time that a bonus may be open.
MOST_DAYS: Final = 365


class BonusProgress(NamedTuple):
    """An open bonus, and the fees in cents that count towards its release so far."""

    bonus: Bonus
    paid: Cents

    @property
    def percent(self) -> int:
        return min(100, self.paid * 100 // self.bonus.wager)


def give(
    *,
    user_id: UserId,
    amount: int,
    wager: int,
    days: int,
    by: UserId,
    why: str,
    key: str,
    now: datetime,
) -> tuple[Bonus, bool]:
    """Promise ``amount`` cents for ``wager`` cents of fees within ``days`` (BONUS-1).

    Once per player and key; returns whether this was the first. Refuses NO_REASON, OWN_WALLET,
    MONEY_ELSEWHERE, AMOUNT_NOT_POSITIVE, BONUS_DAYS (``most``), KEY_REUSED, BONUS_OPEN, TAKES_TWO,
    and what ``access.check`` refuses.
    """
    reasons.check(why)
    if by == user_id:
        raise Refusal(MoneyCode.OWN_WALLET)
    if connected.wallet() is not None:
        raise Refusal(MoneyCode.MONEY_ELSEWHERE)
    if amount <= 0 or wager <= 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    if not 1 <= days <= MOST_DAYS:
        raise Refusal(MoneyCode.BONUS_DAYS, most=MOST_DAYS)
    expires_at = now + timedelta(days=days)
    with transaction.atomic():
        # Both, so that neither two of a player nor two of a member of staff miss each other.
        for held in sorted({user_id, by}):
            player_lock.hold(held)
        if known := Bonus.objects.filter(user=user_id, key=key).first():
            if (known.amount, known.wager, known.given_by_id) != (amount, wager, by):
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known, False
        access.check(user_id=user_id, what=Activity.PLAY, now=now)
        if of(user_id).exists():
            raise Refusal(MoneyCode.BONUS_OPEN)
        one_person_sums.check_gift(by=by, user_id=user_id, amount=amount, now=now)
        bonus = Bonus.objects.create(
            user_id=user_id,
            amount=amount,
            wager=wager,
            expires_at=expires_at,
            why=why,
            key=key,
            given_by_id=by,
            given_at=now,
        )
        leg = Leg(accounts.BONUSES, accounts.bonus(user_id), amount, Reason.BONUS)
        ledger.post([leg], key=f"bonus:{bonus.pk}:promised", now=now)
    return bonus, True


def revoke(*, bonus_id: int, why: str, now: datetime) -> tuple[Bonus, bool]:
    """Take a bonus back that is not earned yet; returns whether this call did it (BONUS-3).

    Refuses NO_REASON and NO_OPEN_BONUS.
    """
    reasons.check(why)
    with transaction.atomic():
        bonus = _lock(bonus_id)
        if bonus is None or bonus.status in (Status.EARNED, Status.EXPIRED):
            raise Refusal(MoneyCode.NO_OPEN_BONUS)
        if bonus.status == Status.REVOKED:
            return bonus, False
        _end(bonus, Status.REVOKED, now=now)
    return bonus, True


def pass_on(*, user_id: UserId, other_id: UserId, now: datetime) -> None:
    """Give a player another account's open bonus, with the fees left to be paid (STAFF-12).

    A bonus that is earned or expired ends on the other account instead. The caller holds both.
    """
    bonus = of(other_id).select_for_update(of=["self"]).first()
    if bonus is None:
        return
    left = bonus.wager - progress(bonus).paid
    if left <= 0 or bonus.expires_at <= now:
        _end(bonus, Status.EARNED if left <= 0 else Status.EXPIRED, now=now)
        return
    _end(bonus, Status.REVOKED, now=now)
    passed = Bonus.objects.create(
        user_id=user_id,
        amount=bonus.amount,
        wager=left,
        expires_at=bonus.expires_at,
        why=bonus.why,
        key=f"passed:{bonus.pk}",
        given_by_id=bonus.given_by_id,
        given_at=now,
    )
    leg = Leg(accounts.BONUSES, accounts.bonus(user_id), passed.amount, Reason.BONUS)
    ledger.post([leg], key=f"bonus:{passed.pk}:promised", now=now)


def end_due(*, now: datetime) -> int:
    """Pay the bonuses that are earned, and end those that have expired; returns how many ended."""
    open_ones = Bonus.objects.filter(status=Status.OPEN).values_list("pk", flat=True)
    return sum(
        attempt("bonus", partial(_end_if_due, bonus_id, now=now), bonus=bonus_id) or False
        for bonus_id in list(open_ones)
    )


@transaction.atomic
def _end_if_due(bonus_id: int, *, now: datetime) -> bool:
    """Pay a bonus that is earned, or end it where it has expired; return whether it has ended."""
    bonus = _lock(bonus_id)
    if bonus is None or bonus.status != Status.OPEN:
        return False
    if progress(bonus).paid >= bonus.wager:
        _end(bonus, Status.EARNED, now=now)
        return True
    if bonus.expires_at <= now:
        _end(bonus, Status.EXPIRED, now=now)
        return True
    return False


def of(user_id: UserId) -> QuerySet[Bonus]:
    """Return a player's open bonus, if there is one."""
    return Bonus.objects.filter(user=user_id, status=Status.OPEN)


def progress(bonus: Bonus) -> BonusProgress:
    """Return the progress of a bonus: fees of entries in events that are over (BONUS-2).

    Entries count that were paid with money after the promise, less refunds; rake does not.
    """
    wallet = accounts.player(UserId(bonus.user_id))
    ids = dict(Account.objects.filter(name__in=(wallet, accounts.FEES)).values_list("name", "pk"))
    if len(ids) < 2:
        return BonusProgress(bonus, Cents(0))
    paid = Q(debit=ids[wallet], credit=ids[accounts.FEES])
    back = Q(debit=ids[accounts.FEES], credit=ids[wallet])
    rows = Transfer.objects.filter(
        paid | back, created_at__gte=bonus.given_at, created_at__lt=bonus.expires_at
    ).values_list("key", "debit", "amount")
    by_cause: Counter[str] = Counter()
    for cause, payer, cents in rows:
        by_cause[cause] += cents if payer == ids[wallet] else -cents
    by_event: Counter[str] = Counter()
    for cause, pool in _pools(by_cause).items():
        by_event[accounts.event(pool) or ""] += by_cause[cause]
    over = {name for name, event in events.find(by_event).items() if event.over}
    return BonusProgress(bonus, Cents(sum(max(0, by_event[name]) for name in over)))


def _pools(causes: Iterable[str]) -> dict[str, str]:
    """Return the pool of the event of each of these causes."""
    both = Q(debit__kind=Account.Kind.POOL) | Q(credit__kind=Account.Kind.POOL)
    rows = Transfer.objects.filter(both, key__in=list(causes))
    return {
        cause: payer if accounts.event(payer) else payee
        for cause, payer, payee in rows.values_list("key", "debit__name", "credit__name")
    }


def _lock(bonus_id: int) -> Bonus | None:
    user_id = Bonus.objects.filter(pk=bonus_id).values_list("user", flat=True).first()
    if user_id is None:
        return None
    player_lock.hold(UserId(user_id))
    return Bonus.objects.select_for_update(of=["self"]).filter(pk=bonus_id).first()


def _end(bonus: Bonus, status: Status, *, now: datetime) -> None:
    user_id = UserId(bonus.user_id)
    earned = status == Status.EARNED
    to = accounts.player(user_id) if earned else accounts.BONUSES
    leg = Leg(accounts.bonus(user_id), to, bonus.amount, Reason.BONUS)
    ledger.post([leg], key=f"bonus:{bonus.pk}:{status.value}", now=now)
    bonus.status, bonus.ended_at = status, now
    bonus.save(update_fields=["status", "ended_at"])
