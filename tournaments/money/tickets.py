"""Tickets: won in a satellite or given by staff, good for one entry, and free again when the entry
is refunded."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet, Sum

from core import reasons
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.gateways import connected
from payouts.refusals import MoneyCode
from payouts.room_settings import FOUR_EYES
from payouts.wallets import one_person_sums
from players import access, player_lock
from players.access import Activity
from tournaments.models import Entry, Template, Ticket, Tournament
from tournaments.money import transfer_causes
from tournaments.refusals import EventCode

ONE_DAY = timedelta(hours=24)


def award(tournament: Tournament, entry: Entry, *, now: datetime) -> int:
    """Turn a prize of a seat or more into a ticket; return the cents that it holds, 0 if none."""
    value = tournament.prize_scheme.ticket
    if not value or (entry.prize or 0) < value:
        return 0
    ticket, created = Ticket.objects.get_or_create(
        won_with=entry,
        defaults={
            "owner_id": entry.user_id,
            "value": value,
            "play_money": tournament.free,
            "template_id": tournament.prize_scheme.ticket_for,
            "won_at": now,
        },
    )
    if created:
        pool = accounts.pool(tournament.event)
        leg = Leg(pool, accounts.TICKETS, value, Reason.TICKET)
        ledger.post([leg], key=transfer_causes.ticket(ticket.pk), now=now, books=tournament.books)
    return value


def void_won(won_with: Collection[int]) -> list[str]:
    """Delete the tickets that these entries have won, whose places were entered wrongly (LIVE-5);
    return the causes of their money. Refuse TICKET_USED."""
    tickets = Ticket.objects.filter(won_with__in=won_with).select_for_update(of=("self",))
    won = list(tickets.order_by("pk"))
    if any(ticket.entry_id is not None for ticket in won):
        raise Refusal(EventCode.TICKET_USED)
    tickets.order_by().delete()
    return [transfer_causes.ticket(ticket.pk) for ticket in won]


def fitting(tournament: Tournament, *, user_id: int | None, price: int) -> QuerySet[Ticket]:
    """Return a player's unused tickets for an entry of exactly this ``price``, oldest first; those
    won for play money are for events of play money alone (FREE-1)."""
    return Ticket.objects.filter(
        Q(template=None) | Q(template=tournament.template_id),
        owner=user_id,
        entry=None,
        revoked_at=None,
        value=price,
        play_money=tournament.free,
    ).order_by("pk")


def pays(entry: Entry) -> bool:
    """Return whether a ticket has paid for an entry."""
    return Ticket.objects.filter(entry=entry).exists()


def unused(*, user_id: int) -> QuerySet[Ticket]:
    """Return a player's unused tickets, oldest first."""
    return (
        Ticket.objects.filter(owner=user_id, entry=None, revoked_at=None)
        .select_related("template")
        .order_by("pk")
    )


def give(
    *,
    user_id: UserId,
    value: int,
    template_id: int | None,
    by: UserId,
    why: str,
    key: str,
    by_two: bool = False,
    now: datetime,
) -> tuple[Ticket, bool]:
    """Give a player a ticket of so many cents at the house's cost, idempotent by key (STAFF-8).

    ``by_two``: another person has decided it, so that the limit of one does not hold (STAFF-2).
    Return whether it is new, too. Refuse NO_REASON, OWN_WALLET, MONEY_ELSEWHERE, TAKES_TWO,
    AMOUNT_NOT_POSITIVE, TICKETS_ARE_MONEY, NOT_THE_ENTRY (``right`` cents), KEY_REUSED, and as
    ``access.check`` does.
    """
    reasons.check(why)
    if by == user_id:
        raise Refusal(MoneyCode.OWN_WALLET)
    if connected.wallet() is not None:
        raise Refusal(MoneyCode.MONEY_ELSEWHERE)
    if value <= 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        for held in sorted({user_id, by}):
            player_lock.hold(held)
        if known := Ticket.objects.filter(key=key).first():
            stored = known.owner_id, known.value, known.template_id, known.given_by_id
            if stored != (user_id, value, template_id, by):
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known, False
        access.check(user_id=user_id, what=Activity.PLAY, now=now)
        _check_plan(template_id, value=value)
        if not by_two:
            _check_limit(user_id=user_id, value=value, by=by, now=now)
        ticket = Ticket.objects.create(
            owner_id=user_id,
            value=value,
            template_id=template_id,
            given_by_id=by,
            why=why,
            key=key,
            won_at=now,
        )
        leg = Leg(accounts.BONUSES, accounts.TICKETS, value, Reason.BONUS)
        ledger.post([leg], key=transfer_causes.ticket(ticket.pk), now=now)
    return ticket, True


def _check_plan(template_id: int | None, *, value: int) -> None:
    """Refuse TICKETS_ARE_MONEY for a plan for play money, NOT_THE_ENTRY for another price."""
    template = Template.objects.filter(pk=template_id or 0).first()
    if template is not None and template.play_money:
        raise Refusal(EventCode.TICKETS_ARE_MONEY)
    if template is not None and template.entry_right != value:
        raise Refusal(EventCode.NOT_THE_ENTRY, right=template.entry_right)


def _check_limit(*, user_id: UserId, value: int, by: UserId, now: datetime) -> None:
    """Refuse TAKES_TWO above what one person may give in a day (STAFF-2)."""
    limit = FOUR_EYES.value()
    if given(by=by, since=now - ONE_DAY) + value > limit:
        raise Refusal(MoneyCode.TAKES_TWO, limit=limit)
    one_person_sums.check_gift(by=by, user_id=user_id, amount=value, now=now)


def given(*, by: UserId, since: datetime, user_id: UserId | None = None) -> Cents:
    """Return the worth of the tickets that a member of staff has given since, taken back or not."""
    rows = Ticket.objects.filter(given_by=by, won_at__gt=since)
    mine = rows if user_id is None else rows.filter(owner=user_id)
    return Cents(mine.aggregate(cents=Sum("value", default=0))["cents"])


def take_back(*, ticket_id: int, now: datetime) -> tuple[Ticket, bool]:
    """Take back an unused ticket that staff have given; return whether this call did it (STAFF-8).

    Refuse TICKET_NOT_GIVEN and TICKET_USED.
    """
    with transaction.atomic():
        ticket = Ticket.objects.select_for_update().filter(pk=ticket_id).first()
        if ticket is None or ticket.given_by_id is None:
            raise Refusal(EventCode.TICKET_NOT_GIVEN)
        if ticket.revoked_at is not None:
            return ticket, False
        if ticket.entry_id is not None:
            raise Refusal(EventCode.TICKET_USED)
        ticket.revoked_at = now
        ticket.save(update_fields=["revoked_at"])
        leg = Leg(accounts.TICKETS, accounts.BONUSES, ticket.value, Reason.BONUS)
        ledger.post([leg], key=transfer_causes.ticket(ticket.pk) + ledger.BACK, now=now)
    return ticket, True


def take(tournament: Tournament, entry: Entry, *, ticket_id: int) -> Ticket:
    """Use a ticket for an entry, locked so that no other gets it. Refuse NO_SUCH_TICKET."""
    tickets = fitting(tournament, user_id=entry.user_id, price=entry.price.right)
    ticket = tickets.filter(pk=ticket_id).select_for_update(of=["self"]).first()
    if ticket is None:
        raise Refusal(EventCode.NO_SUCH_TICKET)
    ticket.entry = entry
    ticket.save(update_fields=["entry"])
    return ticket


def give_back(entries: Collection[Entry]) -> set[int]:
    """Free the tickets used for these entries, and return the ids of the entries that had one."""
    used = Ticket.objects.filter(entry__in=[entry.pk for entry in entries])
    paid = dict(used.select_for_update().order_by("pk").values_list("pk", "entry"))
    if paid:
        Ticket.objects.filter(pk__in=paid).update(entry=None)
    return set(paid.values())
