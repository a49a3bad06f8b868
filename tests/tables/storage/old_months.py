"""A month of hands that is over, for tests of what becomes of it."""

import random
from datetime import UTC, datetime

import orjson
from django.db import connection

from tables import engine
from tables.models import Hand
from tables.storage import months, packed_events
from tests.tables.rooms import Room, open_room

# Long ago on each of the days on which tests are run. Its hands lie in the default partition, and
# their events in one that the test makes.
PLAYED = datetime(2025, 2, 20, 12, tzinfo=UTC)
MONTH = months.of(PLAYED)
NOW = datetime(2025, 6, 1, tzinfo=UTC)


def make_partition(now: datetime = PLAYED) -> None:
    """Where events of this month lie; as the owner."""
    begins = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT tables_make_month('tables_handevent', %s)", [begins])


def playing(*stacks: int) -> Room:
    """A table at which hands of the month are played."""
    opened = open_room(*stacks)
    opened.now = PLAYED
    return opened


def play(opened: Room, hands: int, *, dice: random.Random) -> Room:
    """So many hands to their end, the last of them folded: nobody has shown in it."""
    for left in reversed(range(hands)):
        deck = engine.GAMES["nlhe"].deck(2)
        assert opened.deal(dice.sample(deck, len(deck))) is not None
        if left:
            opened.play_on(dice)
        opened.fold_out()
        opened.later(5)
    return opened


def every_hand() -> dict[int, bytes]:
    """The events of each hand as they come out, to the byte, the same alone as with others."""
    hands = list(Hand.objects.order_by("pk").values_list("pk", flat=True))
    told = packed_events.of_hands(hands)
    assert all(packed_events.of_hand(hand) == told[hand] for hand in hands)
    return {hand: orjson.dumps(told[hand]) for hand in hands}


def lies_in(hand_id: int) -> list[str]:
    """The partitions that have events of a hand."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tableoid::regclass::text FROM tables_handevent WHERE hand_id = %s",
            [hand_id],
        )
        return [name for (name,) in cursor.fetchall()]
