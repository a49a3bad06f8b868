"""What an entry costs and gets back. The keys make each happen once, whoever asks how often."""

from datetime import datetime

from payouts import accounts, ledger
from payouts.ledger import Leg
from payouts.models import Transfer
from tournaments import tickets
from tournaments.models import Entry, Tournament


def charge(
    tournament: Tournament, entry: Entry, *, ticket_id: int | None = None, now: datetime
) -> None:
    """Take the entry right, in money or by a ticket: buy-in and bounty to the pool, the fee to
    the house.

    Refuses INSUFFICIENT_FUNDS, NO_SUCH_TICKET.
    """
    source = accounts.player(entry.user_id)
    if ticket_id is not None:
        tickets.take(tournament, entry, ticket_id=ticket_id)
        source = accounts.TICKETS
    legs = [
        Leg(source, accounts.pool(tournament.event), tournament.buy_in, Transfer.Reason.BUY_IN),
        Leg(source, accounts.pool(tournament.event), tournament.bounty, Transfer.Reason.BOUNTY),
        Leg(source, accounts.FEES, tournament.fee, Transfer.Reason.FEE),
    ]
    _post(legs, key=f"entry:{tournament.pk}:{entry.pk}", now=now)


def refund(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Give the whole entry right back, the way it was paid (CANCEL-0)."""
    target = accounts.TICKETS if tickets.give_back(entry) else accounts.player(entry.user_id)
    reason = Transfer.Reason.REFUND
    legs = [
        Leg(accounts.pool(tournament.event), target, tournament.buy_in, reason),
        Leg(accounts.pool(tournament.event), target, tournament.bounty, reason),
        Leg(accounts.FEES, target, tournament.fee, reason),
    ]
    _post(legs, key=f"entry:{tournament.pk}:{entry.pk}:refund", now=now)


def _post(legs: list[Leg], *, key: str, now: datetime) -> None:
    """Post what is not nothing: entry may be free, or without a fee."""
    if due := [leg for leg in legs if leg.amount]:
        ledger.post(due, key=key, now=now)
