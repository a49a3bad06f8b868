"""What a record says after it was written, and after somebody else was faster."""

from collections.abc import Callable, Sequence

import pytest

from tables import engine
from tables.engine.events import Event
from tables.live import record
from tables.live.record import TableRecord
from tables.storage import packed_events
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db


def dealt(room: Callable[..., Room]) -> Room:
    opened = room(1000, 1000, 1000)
    opened.deal()
    return opened


def fold(table: TableRecord) -> Sequence[Event]:
    """The first to act folds, in the record; what is to be written of it."""
    hand = table.live.playing
    assert hand is not None
    assert hand.turn is not None
    step = engine.apply(hand, hand.turn, engine.Action("fold"))
    table.live.hand = step.hand
    return step.events


def test_a_record_moves_on_with_its_row(room: Callable[..., Room]) -> None:
    opened = dealt(room)
    table = record.read(opened.table_id)
    version, before = table.version, table.live.stored_events
    events = fold(table)
    assert record.write(table, events, now=opened.now)
    assert (table.version, table.live.stored_events) == (version + 1, before + len(events))
    again = record.read(opened.table_id)
    assert (again.version, again.live.stored_events) == (version + 1, before + len(events))
    assert len(packed_events.of_hand(table.live.hand_id or 0)) == before + len(events)


def test_a_record_that_was_overtaken_says_what_was_read(room: Callable[..., Room]) -> None:
    opened = dealt(room)
    slow, fast = record.read(opened.table_id), record.read(opened.table_id)
    version, before = slow.version, slow.live.stored_events
    assert record.write(fast, [], now=opened.now)
    assert not record.write(slow, fold(slow), now=opened.now)
    assert (slow.version, slow.live.stored_events) == (version, before)
    assert len(packed_events.of_hand(slow.live.hand_id or 0)) == before
