"""What an entry costs and gets back. The keys make each happen once, whoever asks how often."""

from datetime import datetime

from payouts import accounts, ledger
from payouts.ledger import Leg
from payouts.models import Transfer
from tournaments.models import Entry, Tournament


def charge(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Take the entry right: buy-in to the pool, fee to the house. INSUFFICIENT_FUNDS."""
    wallet = accounts.player(entry.user_id)
    legs = [
        Leg(wallet, accounts.pool(tournament.event), tournament.buy_in, Transfer.Reason.BUY_IN),
        Leg(wallet, accounts.FEES, tournament.fee, Transfer.Reason.FEE),
    ]
    _post(legs, key=f"entry:{tournament.pk}:{entry.pk}", now=now)


def refund(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Give the whole entry right back (CANCEL-0)."""
    wallet = accounts.player(entry.user_id)
    reason = Transfer.Reason.REFUND
    legs = [
        Leg(accounts.pool(tournament.event), wallet, tournament.buy_in, reason),
        Leg(accounts.FEES, wallet, tournament.fee, reason),
    ]
    _post(legs, key=f"entry:{tournament.pk}:{entry.pk}:refund", now=now)


def _post(legs: list[Leg], *, key: str, now: datetime) -> None:
    """Post what is not nothing: entry may be free, or without a fee."""
    if due := [leg for leg in legs if leg.amount]:
        ledger.post(due, key=key, now=now)
