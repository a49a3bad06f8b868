"""Money into a player's wallet and out of it; in the demo it is play money."""

from datetime import datetime

from payouts import accounts, ledger
from payouts.models import Transfer
from payouts.refusal import Refusal
from payouts.refusals import Code

# Cents. Keeps a slip of the finger, and a balance, within what the database can count.
LARGEST_DEPOSIT = 1_000_000_00


def deposit(*, user_id: int, amount: int, key: str, now: datetime) -> ledger.Posting:
    """Credit a wallet, once per player and key (at most 80 characters).

    Refuses AMOUNT_NOT_POSITIVE, DEPOSIT_TOO_LARGE, KEY_REUSED.
    """
    if amount > LARGEST_DEPOSIT:
        raise Refusal(Code.DEPOSIT_TOO_LARGE, limit=LARGEST_DEPOSIT)
    wallet = accounts.player(user_id)
    leg = ledger.Leg(accounts.OUTSIDE, wallet, amount, Transfer.Reason.DEPOSIT)
    return ledger.post([leg], key=f"deposit:{user_id}:{key}", now=now)


def withdraw(*, user_id: int, amount: int, key: str, now: datetime) -> ledger.Posting:
    """Pay a player out, once per player and key. Refuses what ``ledger.post`` refuses."""
    wallet = accounts.player(user_id)
    leg = ledger.Leg(wallet, accounts.OUTSIDE, amount, Transfer.Reason.WITHDRAWAL)
    return ledger.post([leg], key=f"withdrawal:{user_id}:{key}", now=now)
