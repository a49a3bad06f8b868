"""Payments for entries and chips, and their refunds. Keys make each of them idempotent."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F, Sum

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.protection import limits
from players import access
from players.access import Activity
from players.staff.restrictions import Game
from tournaments import room_settings
from tournaments.models import Entry, Purchase, Terms, Tournament
from tournaments.money import tickets, transfer_causes
from tournaments.refusals import EventCode

# More than any event costs.
UNLIMITED = 2**62

REASONS: dict[str, Reason] = {
    Purchase.Kind.REBUY: Reason.REBUY,
    Purchase.Kind.ADD_ON: Reason.ADD_ON,
}


def check_play(tournament: Tournament, *, user_id: UserId, stake: int, now: datetime) -> None:
    """Check what ``limits.check_play`` checks; for play money only whether the player is barred:
    SUSPENDED, SELF_EXCLUDED, EXCLUDED_BY_REGISTER (FREE-1, HOME-1)."""
    if tournament.free:
        access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
    else:
        limits.check_play(user_id=user_id, stake=stake, game=Game.EVENTS, now=now)


def charge(
    tournament: Tournament, entry: Entry, *, ticket_id: int | None = None, now: datetime
) -> None:
    """Charge the price of an entry, in money or by a ticket: buy-in and bounty to the pool, the fee
    to the house.

    Refuse INSUFFICIENT_FUNDS, NO_SUCH_TICKET.
    """
    source = accounts.player(entry.user_id)
    if ticket_id is not None:
        tickets.take(tournament, entry, ticket_id=ticket_id)
        source = accounts.TICKETS
    price = entry.price
    legs = [
        Leg(source, accounts.pool(tournament.event), price.buy_in, Reason.BUY_IN),
        Leg(source, accounts.pool(tournament.event), price.bounty, Reason.BOUNTY),
        Leg(source, accounts.FEES, price.fee, Reason.FEE),
    ]
    _post(tournament, {transfer_causes.entry(tournament.pk, entry.pk): legs}, now=now)


def charge_purchase(tournament: Tournament, purchase: Purchase, *, now: datetime) -> None:
    """Charge rebuys or an add-on, split like an entry (POOL-3). Refuse INSUFFICIENT_FUNDS."""
    source = accounts.player(purchase.entry.user_id)
    legs = [
        Leg(source, accounts.pool(tournament.event), purchase.pool, REASONS[purchase.kind]),
        Leg(source, accounts.FEES, purchase.fee, Reason.FEE),
    ]
    _post(tournament, {_cause(tournament, purchase): legs}, now=now)


def refund(tournament: Tournament, entries: Sequence[Entry], *, now: datetime) -> Mapping[int, int]:
    """Refund all payments of these entries to their sources (CANCEL-0); return by entry the cents
    of the entry's price that go to a wallet: 0 for a ticket, and without rebuys and add-ons."""
    pool, by_ticket = accounts.pool(tournament.event), tickets.give_back(entries)
    due: dict[str, list[Leg]] = {}
    for entry in entries:
        target = accounts.TICKETS if entry.pk in by_ticket else accounts.player(entry.user_id)
        price = entry.price
        due[transfer_causes.entry(tournament.pk, entry.pk)] = [
            Leg(pool, target, price.buy_in, Reason.REFUND),
            Leg(pool, target, price.bounty, Reason.REFUND),
            Leg(accounts.FEES, target, price.fee, Reason.REFUND),
        ]
    made = Purchase.objects.filter(entry__in=[entry.pk for entry in entries])
    for purchase in made.select_related("entry") if tournament.sells_chips else ():
        target = accounts.player(purchase.entry.user_id)
        due[_cause(tournament, purchase)] = [
            Leg(pool, target, purchase.pool, Reason.REFUND),
            Leg(accounts.FEES, target, purchase.fee, Reason.REFUND),
        ]
    refunds = {transfer_causes.refund(cause): legs for cause, legs in due.items()}
    _post(tournament, refunds, now=now)
    return {each.pk: 0 if each.pk in by_ticket else each.price.right for each in entries}


def paid_for(tournament: Tournament, *, user_id: int) -> int:
    """Return the cents that a player has paid in this event, withdrawn entries left out."""
    entries = tournament.entries.filter(user_id=user_id).exclude(status=Entry.Status.WITHDRAWN)
    bought = Purchase.objects.filter(entry__in=entries).aggregate(
        cents=Sum(F("pool") + F("fee"), default=0)
    )
    return sum(entry.price.right for entry in entries) + int(bought["cents"])


def spending_limit(terms: Terms) -> int:
    """Return the most that a player may pay in one event (POOL-1); play money has no such limit."""
    return UNLIMITED if terms.free else room_settings.ENTRY_RIGHT_LIMIT.value()


def check_limit(tournament: Tournament, *, paid: int, more: int) -> None:
    """Refuse SPENDING_LIMIT if a player would pay more in one event, rebuys included (POOL-1)."""
    limit = spending_limit(tournament)
    if paid + more > limit:
        raise Refusal(EventCode.SPENDING_LIMIT, limit=limit, paid=paid)


def _cause(tournament: Tournament, purchase: Purchase) -> str:
    return transfer_causes.purchase(tournament.pk, purchase.entry_id, purchase.pk)


def _post(tournament: Tournament, due: Mapping[str, Sequence[Leg]], *, now: datetime) -> None:
    """Post the legs of each cause in the event's books, without those of 0: entry or fee may be
    free."""
    owed = {
        cause: something
        for cause, legs in due.items()
        if (something := [leg for leg in legs if leg.amount])
    }
    if owed:
        ledger.post_all(owed, now=now, books=tournament.books)
