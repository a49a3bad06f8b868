"""Tickets: won in a satellite, good for one entry, and back again when the entry is refunded."""

from datetime import datetime

from django.db.models import Q, QuerySet

from core.refusal import Refusal
from payouts import accounts, ledger
from payouts.ledger import Leg, Reason
from tournaments.models import Entry, Ticket, Tournament
from tournaments.refusals import Code


def award(tournament: Tournament, entry: Entry, *, now: datetime) -> int:
    """Turn a prize of a seat or more into a ticket; returns the cents that it holds."""
    value = tournament.prize_scheme.ticket
    if not value or (entry.prize or 0) < value:
        return 0
    ticket, created = Ticket.objects.get_or_create(
        won_with=entry,
        defaults={
            "owner_id": entry.user_id,
            "value": value,
            "template_id": tournament.prize_scheme.ticket_for,
            "won_at": now,
        },
    )
    if created:
        pool = accounts.pool(tournament.event)
        leg = Leg(pool, accounts.TICKETS, value, Reason.TICKET)
        ledger.post([leg], key=f"ticket:{ticket.pk}", now=now)
    return value


def fitting(tournament: Tournament, *, user_id: int | None, price: int) -> QuerySet[Ticket]:
    """A player's unused tickets that buy an entry of exactly this ``price``, oldest first."""
    return Ticket.objects.filter(
        Q(template=None) | Q(template=tournament.template_id),
        owner=user_id,
        entry=None,
        value=price,
    ).order_by("pk")


def unused(*, user_id: int) -> QuerySet[Ticket]:
    """A player's tickets to play with, oldest first."""
    return (
        Ticket.objects.filter(owner=user_id, entry=None).select_related("template").order_by("pk")
    )


def take(tournament: Tournament, entry: Entry, *, ticket_id: int) -> Ticket:
    """Use a ticket for an entry; two entries cannot have it. Refuses NO_SUCH_TICKET."""
    found = fitting(tournament, user_id=entry.user_id, price=entry.price.right)
    ticket = found.filter(pk=ticket_id).select_for_update(of=["self"]).first()
    if ticket is None:
        raise Refusal(Code.NO_SUCH_TICKET)
    ticket.entry = entry
    ticket.save(update_fields=["entry"])
    return ticket


def give_back(entry: Entry) -> Ticket | None:
    """The ticket that paid for an entry, free to be used again; None when money did."""
    ticket = Ticket.objects.select_for_update().filter(entry=entry).first()
    if ticket is not None:
        ticket.entry = None
        ticket.save(update_fields=["entry"])
    return ticket
