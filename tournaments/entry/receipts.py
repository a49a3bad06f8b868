"""Receipts of entries: what each cost its player and paid back (INFO-3).

Receipts are not stored but derived from the entry, its terms and its purchases.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from core.own_texts import own_text
from core.types import UserId
from payouts import receipts
from tournaments.models import DealProposal, Entry, Purchase, Ticket, Tournament

LETTER = "E"
# The number as printed on a card, typed by a scanner, or read as a link by a phone's camera.
ON_A_CARD = re.compile(
    rf"(?:^|number=){LETTER}0*([1-9]\d{{0,17}})\b|/seat/([1-9]\d{{0,17}})/", re.IGNORECASE
)
# Unregistered players, and those of an event that never began, get everything back.
BACK = (Entry.Status.WITHDRAWN, Entry.Status.REFUNDED)
_NOT_DEALT_ABOUT = (Entry.Status.REGISTERED, Entry.Status.WITHDRAWN)


def on_card(text: str) -> int | None:
    """The entry on a seat card or receipt, read from its number or codes; None if unreadable."""
    match = ON_A_CARD.search(text.strip())
    return None if match is None else int(match[1] or match[2])


class ReceiptPayment(NamedTuple):
    """One payment, cents: to the pool, to the bounty on the player's own head, and to the house.
    ``what`` is ``entry``, ``re_entry``, or a kind of ``Purchase``."""

    what: str
    times: int
    at: datetime
    pool: int
    bounty: int
    fee: int
    chips: int

    @property
    def cents(self) -> int:
        return self.pool + self.bounty + self.fee


@dataclass(frozen=True, slots=True)
class EntryReceipt:
    """An entry with what was paid for it and what came back, cents. ``ticket`` is the value of the
    one that paid the entry, ``ticket_won`` of the one that it won. ``dealt`` is what a deal has
    paid while the entry has no place; afterwards the prize includes it."""

    entry: Entry
    payments: list[ReceiptPayment]
    ticket: int = 0
    ticket_won: int = 0
    dealt: int = 0

    @property
    def number(self) -> str:
        return receipts.number(LETTER, self.entry.pk)

    @property
    def code(self) -> str:
        return receipts.code(self.number)

    @property
    def event(self) -> Tournament:
        return self.entry.tournament

    @property
    def paid(self) -> int:
        return sum(payment.cents for payment in self.payments)

    @property
    def given_back(self) -> int:
        """Cents paid back by a cancellation or by unregistering."""
        if self.entry.refund is not None:
            return self.entry.refund
        return self.paid if self.entry.status in BACK else 0

    @property
    def back(self) -> int:
        won = (self.entry.prize or 0) + self.dealt + self.entry.bounty_money
        return won + self.given_back

    @property
    def money_back(self) -> int:
        """Cents that came back as money: a seat is a ticket (PAY-SAT)."""
        return self.back - self.ticket_won

    @property
    def result(self) -> int:
        """Cents that came back less cents paid, so far; tickets count with their value."""
        return self.back - self.paid


def of_player(user_id: UserId) -> QuerySet[Entry]:
    """A player's entries, latest first, as input of ``of_entries``; play money has no receipts
    (FREE-1)."""
    return Entry.objects.filter(user=user_id, tournament__play_money=False).order_by("-pk")


def of_entries(entries: QuerySet[Entry] | Iterable[Entry]) -> list[EntryReceipt]:
    """Return the receipts of these entries, with at most six queries for any number."""
    ids = [entry.pk for entry in entries]
    rows = Entry.objects.filter(pk__in=ids).select_related("tournament", "user")
    listed = {entry.pk: entry for entry in rows.prefetch_related("bounties")}
    bought = defaultdict(list)
    for purchase in Purchase.objects.filter(entry__in=ids).order_by("pk"):
        bought[purchase.entry_id].append(_bought(purchase))
    used = dict(Ticket.objects.filter(entry__in=ids).values_list("entry", "value"))
    won = dict(Ticket.objects.filter(won_with__in=ids).values_list("won_with", "value"))
    dealt = _dealt(entry for entry in listed.values() if entry.place is None)
    return [
        EntryReceipt(
            listed[pk],
            [_entered(listed[pk]), *bought[pk]],
            ticket=used.get(pk, 0),
            ticket_won=won.get(pk, 0),
            dealt=dealt.get(pk, 0),
        )
        for pk in ids
    ]


def find(pk: int) -> receipts.Receipt | None:
    """The receipt of an entry, in the form that its holder can verify."""
    for receipt in of_entries(Entry.objects.filter(pk=pk, tournament__play_money=False)):
        return receipts.Receipt(
            number=receipt.number,
            name=own_text(receipt.event.name),
            player=receipt.entry.user.get_username(),
            at=receipt.entry.registered_at,
            paid=receipt.paid,
            back=receipt.back,
        )
    return None


def _dealt(entries: Iterable[Entry]) -> dict[int, int]:
    """Cents that deals have paid, by entry, in the events of these entries."""
    events = {entry.tournament_id for entry in entries if entry.status not in _NOT_DEALT_ABOUT}
    done = DealProposal.objects.filter(tournament__in=events, status=DealProposal.Status.DONE)
    return {pk: cents for deal in done for pk, cents in deal.amounts.items()} if events else {}


def _entered(entry: Entry) -> ReceiptPayment:
    what, price = "re_entry" if entry.re_entry else "entry", entry.price
    return ReceiptPayment(
        what, 1, entry.registered_at, price.buy_in, price.bounty, price.fee, price.chips
    )


def _bought(purchase: Purchase) -> ReceiptPayment:
    return ReceiptPayment(
        purchase.kind,
        purchase.count,
        purchase.bought_at,
        purchase.pool,
        0,
        purchase.fee,
        purchase.chips,
    )
