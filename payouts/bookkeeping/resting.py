"""Wallets that have moved while the operator's own system holds the money (MONEY-5).

One row for each, written in the transaction that moved the money.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from core.types import UserId
from payouts.gateways import connected
from payouts.models import WalletRest

# Money rests this long before it goes back: a player who brought it for an entry is using it.
REST = timedelta(seconds=5)


def touched(user_ids: Iterable[UserId], *, now: datetime) -> None:
    """Mark the wallets of these players as moved; nothing where wallets are the room's own."""
    if connected.wallet() is None:
        return
    rows = [WalletRest(user_id=user_id, due_at=now + REST) for user_id in user_ids]
    WalletRest.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user"], update_fields=["due_at"]
    )
