"""Players to move money between, and a moment at which it moves."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from payouts.bookkeeping import accounts, ledger
from payouts.models import Transfer
from players.models import User

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def wallet(db: None) -> Callable[..., str]:
    """Open a new player's wallet that holds ``cents``; returns the account's name."""

    def open_wallet(name: str, cents: int = 0) -> str:
        user = User.objects.create_user(name)
        account = accounts.player(user.pk)
        if cents:
            leg = ledger.Leg(accounts.OUTSIDE, account, cents, Transfer.Reason.DEPOSIT)
            ledger.post([leg], key=f"deposit:{name}", now=NOW)
        return account

    return open_wallet
