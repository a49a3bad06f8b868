"""Events that sell rebuys and an add-on, and those who buy them, for tests."""

from datetime import timedelta
from typing import Any

from core.types import UserId
from tables.models import Seat, Table
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.entry import purchases
from tournaments.models import Purchase

PRICE, CUT, CHIPS = 450, 50, 1500
REBUYS: dict[str, Any] = {
    "rebuys": 2,
    "rebuy_levels": 2,
    "rebuy_price": PRICE,
    "rebuy_fee": CUT,
    "rebuy_chips": CHIPS,
}
ADD_ON: dict[str, Any] = {
    "add_on_after_level": 2,
    "add_on_price": 1_800,
    "add_on_fee": 200,
    "add_on_chips": 4_000,
}
# The break after the second level of ``events.FAST``.
BREAK = START + timedelta(seconds=250)
LATE = START + timedelta(seconds=301)


def evening(count: int, *, cents: int = 100_00, **terms: Any) -> Evening:
    """An event with rebuys and add-on whose first hands are dealt, at full tables."""
    event = events.scheduled(**{"seats_per_table": count, **REBUYS, **ADD_ON, **terms})
    people = events.players(count, cents=cents, books=event.books)
    room = Evening(event, people, seed=1)
    room.register(count)
    room.step()
    return room


def user_at(room: Evening, no: int) -> UserId:
    return Seat.objects.get(table__event=room.event.event, no=no).user_id


def buy(room: Evening, user: UserId, *, count: int = 1, key: str = "one") -> Purchase:
    return purchases.rebuy(
        tournament_id=room.event.pk, user_id=user, count=count, key=key, now=room.now
    )


def add_on(room: Evening, user: UserId, key: str = "more") -> Purchase:
    return purchases.add_on(tournament_id=room.event.pk, user_id=user, key=key, now=room.now)


def share_out(room: Evening, *stacks: int) -> Table:
    """Give the seats of the only table these chips, once its hand is over."""
    room.play_hands()
    table = Table.objects.get(event=room.event.event)
    for seat, chips in zip(table.seats.all(), stacks, strict=True):
        stages.give(room.event, room.event.entries.get(user=seat.user_id), chips)
    return table
