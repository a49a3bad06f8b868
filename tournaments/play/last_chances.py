"""Players without chips who may still buy some: they keep their seat for a short time (TRN-2)."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, Sum

from tables.models import Seat, Table
from tournaments.floor import floors
from tournaments.floor.floors import BustOutHand
from tournaments.models import Entry, Purchase, Tournament
from tournaments.money import entry_money


class Bought(NamedTuple):
    """The rebuys and the add-on that an entry has taken so far."""

    rebuys: int
    add_on: bool


class LastChance(NamedTuple):
    """A seated player without chips who may buy some ``until`` then."""

    entry: Entry
    table: str
    seat: int
    until: datetime


def bought(entry: Entry) -> Bought:
    """Return the number of rebuys that an entry has taken, and whether it took the add-on."""
    sums = entry.purchases.aggregate(
        rebuys=Sum("count", filter=Q(kind=Purchase.Kind.REBUY), default=0),
        add_ons=Sum("count", filter=Q(kind=Purchase.Kind.ADD_ON), default=0),
    )
    return Bought(sums["rebuys"], sums["add_ons"] > 0)


def until(
    tournament: Tournament, entry: Entry, *, hand: BustOutHand, now: datetime
) -> datetime | None:
    """Return until when a player who busted in ``hand`` may buy chips; None if they may not.

    Pauses extend that time.
    """
    if hand.waived:
        return None
    broke_at = hand.ended_at
    rebuys, add_on = tournament.rebuys_open(broke_at), tournament.add_on_open(broke_at)
    if not rebuys and not add_on:
        return None
    purchases = bought(entry)
    prices = []
    if rebuys and purchases.rebuys < tournament.rebuys:
        prices.append(tournament.rebuy_right)
    if add_on and not purchases.add_on:
        prices.append(tournament.add_on_right)
    paid = entry_money.paid_for(tournament, user_id=entry.user_id)
    if not any(paid + price <= entry_money.spending_limit(tournament) for price in prices):
        return None
    ends = floors.kind_of(tournament).decides_until(hand)
    return ends + tournament.stood_still(since=broke_at, until=now)


def deciding(tournament: Tournament, *, now: datetime) -> list[LastChance]:
    """Return the players without chips who may still buy some, by their deadline (TRN-2)."""
    if not tournament.sells_chips:
        return []
    broke = Seat.objects.filter(
        table__event=tournament.event, table__status=Table.Status.OPEN, stack=0
    )
    seats = {seat.user_id: seat for seat in broke.select_related("table")}
    entries = tournament.entries.filter(user__in=seats, status=Entry.Status.PLAYING)
    users = [user for user in seats if user is not None]
    hands = floors.kind_of(tournament).bust_out_hands(tournament, users)
    chances = []
    for entry in entries.select_related("user"):
        ends = until(tournament, entry, hand=hands[entry.user_id], now=now)
        if ends is not None and now < ends:
            seat = seats[entry.user_id]
            chances.append(LastChance(entry, seat.table.name, seat.no, ends))
    return sorted(chances, key=lambda chance: (chance.until, chance.entry.pk))


def bust_out_hand(tournament: Tournament, entry: Entry) -> BustOutHand:
    """Return the hand in which a player without chips lost the last one."""
    users = [entry.user_id]
    return floors.kind_of(tournament).bust_out_hands(tournament, users)[entry.user_id]
