"""Players without chips who may still buy some: they keep their seat for a short time (TRN-2)."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from tables.live import pause
from tables.models import HandPlayer, Seat, Table
from tournaments import house
from tournaments.models import BustOut, Entry, Purchase, Tournament
from tournaments.money import entry_money


class BustOutHand(NamedTuple):
    """The hand that took a player's last chip: without chips they are not dealt in."""

    hand_id: int
    table_name: str
    start_stack: int
    ended_at: datetime
    # The moment at which its last card is seen.
    shown_at: datetime


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


def bust_out_hands(tournament: Tournament, users: Collection[int]) -> dict[int, BustOutHand]:
    """Return the latest finished hand of each of these players, by user; in a live event, the
    bust-out that the floor has entered (LIVE-2)."""
    if tournament.in_person:
        return _entered(tournament, users)
    rows = (
        HandPlayer.objects.filter(
            hand__event=tournament.event, user__in=users, hand__finished_at__isnull=False
        )
        .order_by("user", "-hand")
        .distinct("user")
        .values_list(
            *("user", "hand_id", "hand__table__name", "start_stack", F("hand__finished_at")),
            Coalesce("hand__shown_at", "hand__finished_at"),
        )
    )
    return {user: BustOutHand(*row) for user, *row in rows}


def _entered(tournament: Tournament, users: Collection[int]) -> dict[int, BustOutHand]:
    stands = BustOut.objects.filter(
        entry__tournament=tournament, entry__user__in=users, undone_at=None
    )
    latest = stands.order_by("entry__user", "-pk").distinct("entry__user").select_related("entry")
    return {
        bust.entry.user_id: BustOutHand(
            bust.act_id, bust.table_name, bust.start_stack, bust.at, bust.at
        )
        for bust in latest
    }


def bought(entry: Entry) -> Bought:
    """Return the number of rebuys that an entry has taken, and whether it took the add-on."""
    found = entry.purchases.aggregate(
        rebuys=Sum("count", filter=Q(kind=Purchase.Kind.REBUY), default=0),
        add_ons=Sum("count", filter=Q(kind=Purchase.Kind.ADD_ON), default=0),
    )
    return Bought(found["rebuys"], found["add_ons"] > 0)


def until(
    tournament: Tournament, entry: Entry, *, hand: BustOutHand, now: datetime
) -> datetime | None:
    """Return until when a player who busted in ``hand`` may buy chips; None if they may not.

    Pauses extend that time.
    """
    broke_at = hand.ended_at
    rebuys, add_on = tournament.rebuys_open(broke_at), tournament.add_on_open(broke_at)
    if not rebuys and not add_on:
        return None
    taken = bought(entry)
    prices = []
    if rebuys and taken.rebuys < tournament.rebuys:
        prices.append(tournament.rebuy_right)
    if add_on and not taken.add_on:
        prices.append(tournament.add_on_right)
    paid = entry_money.paid_for(tournament, user_id=entry.user_id)
    if not any(paid + price <= house.ENTRY_RIGHT_LIMIT.value() for price in prices):
        return None
    return _end(tournament, hand) + tournament.stood_still(since=broke_at, until=now)


def deciding(tournament: Tournament, *, now: datetime) -> list[LastChance]:
    """Return the players without chips who may still buy some, by their deadline (TRN-2)."""
    if not tournament.sells_chips:
        return []
    broke = Seat.objects.filter(
        table__event=tournament.event, table__status=Table.Status.OPEN, stack=0
    )
    seats = {seat.user_id: seat for seat in broke.select_related("table")}
    entries = tournament.entries.filter(user__in=seats, status=Entry.Status.PLAYING)
    hands = bust_out_hands(tournament, [user for user in seats if user is not None])
    found = []
    for entry in entries.select_related("user"):
        ends = until(tournament, entry, hand=hands[entry.user_id], now=now)
        if ends is not None and now < ends:
            seat = seats[entry.user_id]
            found.append(LastChance(entry, seat.table.name, seat.no, ends))
    return sorted(found, key=lambda chance: (chance.until, chance.entry.pk))


def _end(tournament: Tournament, hand: BustOutHand) -> datetime:
    """Return the deadline of a decision; players of a live event must walk to the counter."""
    if tournament.in_person:
        return hand.ended_at + house.LIVE_REBUY_TIME.value()
    # The page shows the result first.
    return pause.result_until(hand.shown_at) + house.REBUY_TIME.value()


def bust_out_hand(tournament: Tournament, entry: Entry) -> BustOutHand:
    """Return the hand in which a player without chips lost the last one."""
    return bust_out_hands(tournament, [entry.user_id])[entry.user_id]
