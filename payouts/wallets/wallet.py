"""Deposits into a player's wallet and withdrawals out of it; in a demo the money is not real."""

from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.wallets import debts
from players import player_lock

# Cents. Keeps typing errors, and a balance, within the range of the database.
LARGEST_DEPOSIT = 1_000_000_00


def deposit(*, user_id: UserId, amount: int, key: str, now: datetime) -> ledger.Posting:
    """Credit a wallet, once per player and key (at most 80 characters).

    Refuses AMOUNT_NOT_POSITIVE, DEPOSIT_TOO_LARGE, KEY_REUSED, and what ``limits.check_deposit``
    refuses. A repeated deposit is not checked against the limits again.
    """
    if amount > LARGEST_DEPOSIT:
        raise Refusal(MoneyCode.DEPOSIT_TOO_LARGE, limit=LARGEST_DEPOSIT)
    wallet = accounts.player(user_id)
    leg = ledger.Leg(accounts.OUTSIDE, wallet, amount, ledger.Reason.DEPOSIT)
    cause = f"deposit:{user_id}:{key}"
    with transaction.atomic():
        player_lock.hold(user_id)
        if not ledger.posted(cause):
            limits.check_deposit(user_id=user_id, amount=amount, now=now)
        return ledger.post([leg], key=cause, now=now)


def withdraw(*, user_id: UserId, amount: int, key: str, now: datetime) -> ledger.Posting:
    """Pay a player out, once per player and key; no limit or exclusion stands in the way.

    The player's debt is taken first. Refuses OWES and what ``ledger.post`` refuses.
    """
    wallet = accounts.player(user_id)
    leg = ledger.Leg(wallet, accounts.OUTSIDE, amount, ledger.Reason.WITHDRAWAL)
    cause = f"withdrawal:{user_id}:{key}"
    with transaction.atomic():
        debts.collect(user_id=user_id, cause=cause, now=now)
        return ledger.post([leg], key=cause, now=now)
