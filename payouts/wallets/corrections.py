"""Corrections by two members of staff: money from the house into a wallet, or back (STAFF-8).

Lock order: the correction, the player, the accounts.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.gateways import connected
from payouts.models import Correction
from payouts.refusals import MoneyCode
from payouts.wallets.wallet import LARGEST_DEPOSIT
from players import player_lock
from players.staff import second_person
from players.staff.second_person import Refused

__all__ = ["RIGHT", "Correction", "Kind", "Status", "confirm", "order", "turn_down", "waiting"]

Kind, Status = Correction.Kind, Correction.Status
RIGHT = "payouts.correct_money"
REFUSED = Refused(
    waits=MoneyCode.NO_ORDER_WAITS, own=MoneyCode.OWN_ORDER, about=MoneyCode.OWN_WALLET
)


def order(
    *, kind: str, user_id: UserId, amount: int, by: UserId, why: str, key: str, now: datetime
) -> tuple[Correction, bool]:
    """Order a correction of ``amount`` cents, once per player and key; return whether it is new.

    Refuses at once what ``confirm`` would refuse now: NO_REASON, OWN_WALLET, MONEY_ELSEWHERE,
    AMOUNT_NOT_POSITIVE, DEPOSIT_TOO_LARGE, KEY_REUSED and INSUFFICIENT_FUNDS.
    """
    reasons.check(why)
    if by == user_id:
        raise Refusal(MoneyCode.OWN_WALLET)
    if connected.wallet() is not None:
        raise Refusal(MoneyCode.MONEY_ELSEWHERE)
    if amount <= 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    if amount > LARGEST_DEPOSIT:
        raise Refusal(MoneyCode.DEPOSIT_TOO_LARGE, limit=LARGEST_DEPOSIT)
    with transaction.atomic():
        player_lock.hold(user_id)
        if known := Correction.objects.filter(user=user_id, key=key).first():
            if (known.kind, known.amount, known.given_by_id) != (kind, amount, by):
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known, False
        missing = amount - ledger.balance(accounts.player(user_id))
        if kind == Kind.TAKE and missing > 0:
            raise Refusal(
                MoneyCode.INSUFFICIENT_FUNDS, account=accounts.player(user_id), missing=missing
            )
        row = Correction.objects.create(
            kind=kind,
            user_id=user_id,
            amount=amount,
            why=why,
            key=key,
            given_by_id=by,
            given_at=now,
        )
    return row, True


def confirm(*, correction_id: int, by: UserId, now: datetime) -> tuple[Correction, bool]:
    """Carry out another member of staff's order, exactly; return whether this call did it.

    A refused order waits on. Refuses NO_ORDER_WAITS, OWN_ORDER, OWN_WALLET, MONEY_ELSEWHERE, and
    what ``rights.check_second_person`` or ``ledger.post`` refuses.
    """
    with transaction.atomic():
        row = second_person.lock(Correction, correction_id, refused=REFUSED)
        if row.status == Status.DONE:
            return row, False
        second_person.check(row, by=by, about=row.user_id, right=RIGHT, now=now, refused=REFUSED)
        if connected.wallet() is not None:
            raise Refusal(MoneyCode.MONEY_ELSEWHERE)
        player_lock.hold(UserId(row.user_id))
        wallet, house = accounts.player(UserId(row.user_id)), accounts.CORRECTIONS
        ways = {Kind.GIVE: (house, wallet), Kind.TAKE: (wallet, house)}
        leg = Leg(*ways[Kind(row.kind)], row.amount, Reason.CORRECTION)
        ledger.post([leg], key=f"correction:{row.pk}", now=now)
        row.decide(Status.DONE, by=by, now=now)
    return row, True


def turn_down(
    *, correction_id: int, by: UserId, why: str, now: datetime
) -> tuple[Correction, bool]:
    """Reject a waiting correction; its own author withdraws it so. Idempotent.

    Refuses NO_REASON, NO_ORDER_WAITS.
    """
    return second_person.turn_down(
        Correction, correction_id, by=by, why=why, now=now, refused=REFUSED
    )


def waiting() -> QuerySet[Correction]:
    """Return the corrections that wait for a second person, oldest first."""
    rows = Correction.objects.filter(status=Status.WAITING)
    return rows.select_related("user", "given_by").order_by("given_at", "pk")
