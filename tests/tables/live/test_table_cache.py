"""Who acts at a table that this process wrote last does not read it; what is kept is no truth."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.refusal import Refusal
from tables import engine
from tables.live import dealer, frames, record, table_cache
from tables.models import Table
from tables.refusals import HandCode
from tables.wire import difference
from tests.tables.conftest import Tape
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db(transaction=True)

NOTICE = {"kind": "paused"}


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The tables that actions read, by id."""
    read, seen = record.read, list[int]()

    def noted(table_id: int) -> record.TableRecord:
        seen.append(table_id)
        return read(table_id)

    monkeypatch.setattr(record, "read", noted)
    yield seen
    table_cache._kept.clear()


def act(room: Room, seat: int, kind: str, *, version: int) -> int:
    """As ``Room.act``, which reads the table to know whose turn it is."""
    return dealer.act(
        table_id=room.table_id,
        user_id=room.users[seat].pk,
        action=engine.Action(kind),
        seen_version=version,
        now=room.now,
    )


def dealt(room: Callable[..., Room], reads: list[int]) -> tuple[Room, list[int], int]:
    """A table of four, who acts in which order, and the version."""
    opened = room(1000, 1000, 1000, 1000)
    opened.deal()
    hand = opened.table.live.playing
    assert hand is not None
    order, version = hand.waiting, opened.table.version
    reads.clear()
    return opened, order, version


def test_the_first_action_of_a_hand_reads_its_table_and_the_next_ones_do_not(
    room: Callable[..., Room], reads: list[int]
) -> None:
    opened, order, version = dealt(room, reads)
    for seat in order[:-1]:
        version = act(opened, seat, "call", version=version)
    assert reads == [opened.table_id]
    # Stored all the same, and the next hand begins with a reading.
    hand = opened.table.live.playing
    assert hand is not None
    assert (hand.turn, hand.street) == (order[-1], 0)
    opened.fold_out()
    assert opened.table_id not in table_cache._kept


def test_what_nobody_was_told_of_is_not_overwritten(
    room: Callable[..., Room], reads: list[int]
) -> None:
    opened, (first, second, *_), version = dealt(room, reads)
    version = act(opened, first, "call", version=version)
    Table.objects.filter(pk=opened.table_id).update(live=other(opened))
    reads.clear()
    act(opened, second, "call", version=version)
    assert reads == [opened.table_id]
    assert opened.table.live.orbit == 7


def other(room: Room) -> dict[str, Any]:
    """The table's state as another process left it without a new version."""
    state: dict[str, Any] = Table.objects.get(pk=room.table_id).live
    return {**state, "orbit": 7}


def test_a_later_version_than_the_one_kept_is_read(
    room: Callable[..., Room], reads: list[int]
) -> None:
    opened, (first, second, *_), version = dealt(room, reads)
    version = act(opened, first, "call", version=version)
    reads.clear()
    version = dealer.sit_out(
        table_id=opened.table_id, user_id=opened.users[first].pk, now=opened.now
    )
    act(opened, second, "fold", version=version)
    assert reads == [opened.table_id]
    assert opened.table.live.seats[first].away  # type: ignore[index]


def test_a_refusal_comes_from_the_row(room: Callable[..., Room], reads: list[int]) -> None:
    opened, (first, second, third, _), version = dealt(room, reads)
    version = act(opened, first, "call", version=version)
    reads.clear()
    with pytest.raises(Refusal) as refused:
        act(opened, third, "call", version=version)
    assert refused.value.code == HandCode.NOT_YOUR_TURN
    assert reads == [opened.table_id]
    assert act(opened, second, "call", version=version) == version + 1


def test_an_update_of_a_table_that_nobody_here_told_is_the_whole_table(
    room: Callable[..., Room], tape: Tape, reads: list[int]
) -> None:
    opened, (first, second, *_), version = dealt(room, reads)
    version = act(opened, first, "call", version=version)
    frames._last_views.clear()
    tape.read()
    act(opened, second, "call", version=version)
    assert reads == [opened.table_id]
    [(_, frame)] = tape.read()
    assert difference.apply({}, frame["change"]) == opened.snapshot()["table"]
