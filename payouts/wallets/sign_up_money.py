"""Demo money at sign-up, so that new players can try what costs money (FREE-3)."""

from datetime import datetime

from django.conf import settings

from core.types import UserId
from payouts.bookkeeping import accounts, ledger

# Cents.
WELCOME = 100_00


def welcome(*, user_id: UserId, now: datetime) -> ledger.Posting | None:
    """Give a new player demo money, once; nothing in a real room."""
    if not settings.DEMO:
        return None
    gift = ledger.Leg(accounts.DEMO, accounts.player(user_id), WELCOME, ledger.Reason.GIFT)
    return ledger.post([gift], key=f"gift:{user_id}", now=now)
