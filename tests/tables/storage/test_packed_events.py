"""Events of hands as they are kept: packed, a row an action; and rows of earlier releases."""

import hashlib
from collections.abc import Callable

import orjson
import pytest
from django.db import IntegrityError, transaction

from tables import engine
from tables.engine.events import Event
from tables.models import Hand, HandEvent
from tables.storage import packed_events
from tests.harness.unguarded import unguarded
from tests.tables.replays import check_every_hand
from tests.tables.rooms import Room

DIGEST = "c8d9dc27fd1a62bd7a7308879c79aa50d97f902c9c5e6e4666ae13c19896895d"


@pytest.fixture
def played(room: Callable[..., Room]) -> Room:
    """A hand that was checked down."""
    opened = room(1000, 1000, 1000)
    opened.deal()
    for kind in ("call", "call", "check", *["check"] * 9):
        opened.act(kind)
    return opened


def told(events: list[Event]) -> bytes:
    return orjson.dumps(events)


def test_what_is_packed_is_what_comes_out() -> None:
    events: list[Event] = [
        {"e": "act", "seat": 3, "kind": "fold", "to": 0, "added": 0, "all_in": False}
    ]
    assert packed_events.unpack(packed_events.pack(events)) == events
    assert packed_events.unpack(packed_events.pack([])) == []


def test_a_dictionary_that_has_been_used_never_changes() -> None:
    """Whoever changes it loses every hand that was packed by it: add another beside it."""
    assert packed_events.DICTIONARY == 1
    assert hashlib.sha256(packed_events._dictionary()).hexdigest() == DIGEST


def test_other_dictionaries_are_refused_by_number() -> None:
    with pytest.raises(ValueError, match="dictionary 9"):
        packed_events.unpack(b"\x09" + packed_events.pack([])[1:])


@pytest.mark.slow
@pytest.mark.django_db
def test_a_hand_takes_a_sixth_of_what_it_tells(played: Room) -> None:
    hand = Hand.objects.get()
    packed = sum(len(row.packed or b"") for row in hand.events.all())
    assert packed < len(told(packed_events.of_hand(hand.pk))) / 6
    check_every_hand()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("owner")
@pytest.mark.rule("SHOW-2")
def test_hands_of_earlier_releases_are_read_as_they_were(played: Room) -> None:
    hand = Hand.objects.get()
    events = packed_events.of_hand(hand.pk)
    with unguarded("tables_handevent"):
        hand.events.all().delete()
        HandEvent.objects.bulk_create(
            HandEvent(hand=hand, seq=seq, payload=event) for seq, event in enumerate(events, 1)
        )
    assert packed_events.of_hand(hand.pk) == events
    assert engine.replay(packed_events.of_hand(hand.pk)) == engine.replay(events)
    check_every_hand()


@pytest.mark.slow
@pytest.mark.django_db
def test_a_row_is_packed_or_not_and_never_both(played: Room) -> None:
    hand = Hand.objects.get()
    row = HandEvent(hand=hand, seq=999, payload={"e": "show"}, packed=packed_events.pack([]))
    with pytest.raises(IntegrityError, match="event_packed_or_not"), transaction.atomic():
        row.save(force_insert=True)
