"""Any number of processes deal in one pool at once, and players act meanwhile (FAST-3)."""

import threading
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, transaction

from core.refusal import Refusal
from tables.live import record
from tables.models import Hand, HandPlayer, PoolEntry
from tables.pools import floor
from tests.tables.pools.setting import State, pool_room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def side_by_side(*works: Callable[[], object]) -> list[BaseException]:
    """Do all of these at once; what went wrong."""
    wrong: list[BaseException] = []
    together = threading.Barrier(len(works))

    def do(work: Callable[[], object]) -> None:
        try:
            together.wait(timeout=20)
            work()
        except BaseException as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return wrong


@pytest.mark.rule("FAST-3")
def test_many_dealers_seat_everybody_once_and_leave_nobody_out() -> None:
    with patch("tables.pools.floor.deal", return_value=[]):
        room = pool_room(36, people_here=36)
    deal = lambda: floor.deal(pool_id=room.pool.pk, now=room.now)  # noqa: E731
    assert side_by_side(*[deal] * 5) == []
    assert Hand.objects.count() == 6
    assert HandPlayer.objects.count() == 36
    assert set(PoolEntry.objects.values_list("state", flat=True)) == {State.PLAYING}
    room.check()


@pytest.mark.rule("FAST-3", "FAST-4")
def test_a_dealer_holds_no_more_entries_than_it_deals_to() -> None:
    """Where one of the first six must not be met, and the queue is long."""
    with patch("tables.pools.floor.deal", return_value=[]):
        room = pool_room(6, people_here=46)
    PoolEntry.objects.update(owes=False)
    room.deal()
    with patch("tables.pools.floor.deal", return_value=[]):
        room.join(0)
        room.fold(3)
        for who in range(6, 46):
            room.join(who)
    waiting = PoolEntry.objects.filter(state=State.WAITING)
    free: list[int] = []
    begin = floor._begin

    def look() -> None:
        with transaction.atomic():
            free.append(len(waiting.select_for_update(skip_locked=True)))

    def begin_seen_by_another(*all_: Any, **named: Any) -> Hand:
        assert side_by_side(look) == []
        return begin(*all_, **named)

    with patch("tables.pools.floor._begin", begin_seen_by_another):
        assert len(room.deal()) == 7
    assert free == [36, 30, 24, 18, 12, 6, 0]
    room.check()


@pytest.mark.rule("FAST-3")
def test_a_dealer_takes_no_table_that_somebody_holds_who_may_wait_for_an_entry(
    settings: Any,
) -> None:
    settings.RESULT_SECONDS = 4
    room = pool_room(6)
    table_id = room.table_of(0).id
    room.check_down(table_id)
    room.later(60)
    dealt: list[Hand] = []
    with transaction.atomic():
        record.lock(table_id)
        deal = lambda: dealt.extend(floor.deal(pool_id=room.pool.pk, now=room.now))  # noqa: E731
        assert side_by_side(deal) == []
    assert [hand.table_id == table_id for hand in dealt] == [False]
    room.check()


@pytest.mark.rule("FAST-1")
def test_whoever_folds_early_while_the_turn_comes_is_folded_and_nothing_is_lost() -> None:
    with patch("tables.pools.floor.deal", return_value=[]):
        room = pool_room(6)
    PoolEntry.objects.update(owes=False)
    room.deal()
    table = room.table_of(0)
    assert table.live.hand_id is not None
    hand_id = table.live.hand_id
    seat_of = {
        seat: [user.pk for user in room.people].index(user)
        for seat, user in table.live.dealt.items()
    }

    def fold(seat: int) -> None:
        try:
            room.fold(seat_of[seat], hand_id=hand_id)  # type: ignore[index]
        except Refusal:
            return

    assert side_by_side(*[lambda seat=seat: fold(seat) for seat in (4, 5, 6, 1)]) == []
    live = record.read(table.id).live
    gone = {room.entry(seat_of[seat]).table_id for seat in (4, 5, 6, 1)}  # type: ignore[index]
    assert live.playing is None or live.turn in (2, 3), gone
    room.check()
