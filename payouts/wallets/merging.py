"""The money of two accounts of one person that become one (STAFF-12)."""

from datetime import datetime

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY, REAL
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.gateways import connected
from payouts.models import Account, Correction, CounterOrder, Payment
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitKind, LimitPeriod
from payouts.rules.payments import UNDER_WAY, PaymentState
from payouts.wallets import bonuses


def check(*, user_id: UserId, other_id: UserId) -> None:
    """Refuse MONEY_ELSEWHERE, MONEY_UNDER_WAY of the account that closes, and two open bonuses.

    The latter by BONUS_OPEN.
    """
    if connected.wallet() is not None:
        raise Refusal(MoneyCode.MONEY_ELSEWHERE)
    stands = [accounts.held(other_id), accounts.debt(other_id)]
    waits = [kind.objects.filter(user=other_id) for kind in (CounterOrder, Correction)]
    under_way = [state.value for state in (*UNDER_WAY, PaymentState.RETURNING)]
    if (
        Account.objects.filter(name__in=stands).exclude(balance=0).exists()
        or Payment.objects.filter(user=other_id, state__in=under_way).exists()
        or any(rows.filter(status="waiting").exists() for rows in waits)
    ):
        raise Refusal(MoneyCode.MONEY_UNDER_WAY)
    if bonuses.of(user_id).exists() and bonuses.of(other_id).exists():
        raise Refusal(MoneyCode.BONUS_OPEN)


def merge(*, merge_id: int, user_id: UserId, other_id: UserId, now: datetime) -> None:
    """Give one account the money, the play money and the open bonus of the other, and the stricter
    limits."""
    bonuses.pass_on(user_id=user_id, other_id=other_id, now=now)
    for books in (REAL, PLAY):
        if held := ledger.balance(accounts.player(other_id), books=books):
            leg = Leg(accounts.player(other_id), accounts.player(user_id), held, Reason.MERGE)
            ledger.post([leg], key=f"merge:{merge_id}", now=now, books=books)
    for kind in LimitKind:
        for period in LimitPeriod:
            _keep_stricter(user_id, other_id, kind, period, now=now)


def _keep_stricter(
    user_id: UserId, other_id: UserId, kind: LimitKind, period: LimitPeriod, *, now: datetime
) -> None:
    mine = limits.limit(user_id=user_id, kind=kind, period=period, now=now)
    theirs = limits.limit(user_id=other_id, kind=kind, period=period, now=now).amount
    if theirs is None:
        return
    strict = theirs if mine.amount is None else min(theirs, mine.amount)
    # A new wish also replaces a raise that waits.
    if strict != mine.amount or mine.waiting is not None:
        limits.set_limit(user_id=user_id, kind=kind, period=period, amount=strict, now=now)
