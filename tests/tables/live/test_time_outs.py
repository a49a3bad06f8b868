"""Who does not act in time is acted for; who sits out is not waited for (TIME-1, TIME-2, OUT-1)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from core.refusal import Refusal
from core.types import SeatNo
from tables import tasks
from tables.live import auto_deal, dealer, record
from tables.models import Deadline, HandEvent, Seat, Table
from tables.refusals import TableCode
from tables.storage import packed_events
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people

pytestmark = pytest.mark.django_db


def time_out(room: Room) -> bool:
    return dealer.time_out(table_id=room.table_id, now=room.now)


def last_act(room: Room) -> dict[str, object]:
    rows = HandEvent.objects.filter(hand__table=room.table_id).order_by("-hand", "-seq")
    events = (
        event for row in rows for event in reversed(packed_events.row(row.payload, row.packed))
    )
    return dict(next(event for event in events if event["e"] == "act"))


def bank(room: Room, seat: SeatNo) -> int:
    return room.table.live.seats[seat].bank_ms


@pytest.mark.rule("TIME-1")
def test_out_of_time_facing_a_bet_means_fold_and_sitting_out(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, 1000, bank_ms=0)
    opened.deal()
    seat = opened.mover
    opened.later(19.9)
    assert not time_out(opened)
    opened.later(0.1)
    assert time_out(opened)
    assert (last_act(opened)["seat"], last_act(opened)["kind"]) == (seat, "fold")
    assert opened.table.live.seats[seat].away
    assert Seat.objects.get(table=opened.table_id, no=seat).away
    assert not time_out(opened)


def test_a_table_where_the_next_hand_fails_is_not_tried_again_at_once(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    record.let_deal_on([opened.table_id], now=opened.now)
    look = Mock(side_effect=ArithmeticError)
    monkeypatch.setattr(auto_deal, "look", look)
    assert tasks.sweep_deadlines() == 0
    assert look.called
    due_at = Deadline.objects.get(table=opened.table_id).due_at
    assert due_at is not None
    assert due_at > opened.now


@pytest.mark.rule("TIME-1")
def test_out_of_time_with_nothing_to_call_means_check(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    opened.act("call")
    opened.later(20)
    assert time_out(opened)
    assert last_act(opened)["kind"] == "check"


@pytest.mark.rule("TIME-2")
def test_the_bank_waits_only_for_who_has_chips_in_the_pot(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, 1000, 1000, bank_ms=30_000)
    opened.deal()
    first = opened.turn
    positions = opened.table.positions
    assert positions is not None
    assert first not in (positions.small_blind, positions.big_blind)
    assert opened.table.due_at == opened.now + timedelta(seconds=20)
    opened.later(20)
    assert time_out(opened)
    opened.act("fold")
    assert opened.table.due_at == opened.now + timedelta(seconds=50)
    clock = opened.snapshot()["table"]["clock"]
    assert clock["action_until"] == (opened.now + timedelta(seconds=20)).isoformat()
    assert clock["due_at"] == (opened.now + timedelta(seconds=50)).isoformat()


@pytest.mark.rule("TIME-2")
def test_what_the_bank_lends_is_not_given_back(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=30_000)
    opened.deal()
    seat = opened.mover
    opened.later(27.5)
    opened.act("call")
    assert bank(opened, seat) == 22_500
    opened.fold_out()
    assert Seat.objects.get(table=opened.table_id, no=seat).bank_ms == 22_500
    opened.deal()
    assert bank(opened, seat) == 22_500


@pytest.mark.rule("TIME-2")
def test_sitting_out_a_moment_before_acting_gives_no_bank_back(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=30_000)
    opened.deal()
    seat = opened.mover
    opened.later(27.5)
    dealer.sit_out(table_id=opened.table_id, user_id=opened.users[seat].pk, now=opened.now)
    opened.act("call")
    assert bank(opened, seat) == 22_500


@pytest.mark.rule("TIME-2")
def test_a_bank_used_up_is_empty_for_the_rest_of_the_event(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=5_000)
    opened.deal()
    seat = opened.mover
    opened.later(26)
    assert time_out(opened)
    assert bank(opened, seat) == 0


@pytest.mark.rule("OUT-1")
def test_who_sits_out_is_dealt_in_posts_blinds_and_is_checked_or_folded_after_a_second(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000, 1000)
    for seat in (1, 2, 3):
        dealer.sit_out(table_id=opened.table_id, user_id=opened.users[seat].pk, now=opened.now)
    opened.deal()
    assert sorted(opened.table.live.dealt) == [1, 2, 3]
    while opened.turn is not None:
        assert opened.table.due_at == opened.now + timedelta(seconds=1)
        opened.later(1)
        assert time_out(opened)
    assert {bank(opened, seat) for seat in opened.table.live.seats} == {60_000}
    stacks = [seat.stack for seat in Seat.objects.filter(table=opened.table_id)]
    assert sorted(stacks) == [990, 1000, 1010]


@pytest.mark.rule("OUT-1")
def test_sitting_out_in_ones_turn_hurries_and_coming_back_restores_the_clock(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    seat = opened.mover
    anna: dict[str, Any] = {
        "table_id": opened.table_id,
        "user_id": opened.users[seat].pk,
        "now": opened.now,
    }
    dealer.sit_out(**anna)
    assert Deadline.objects.get().due_at == opened.now + timedelta(seconds=1)
    assert opened.snapshot(seat)["you"]["away"]
    dealer.come_back(**anna)
    assert Deadline.objects.get().due_at == opened.now + timedelta(seconds=80)
    version = opened.table.version
    assert dealer.come_back(**anna) == version  # again is no news


def test_a_neighbour_who_sits_out_does_not_make_ones_decision_stale(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000, 1000)
    opened.deal()
    seat, version = opened.mover, opened.table.version
    neighbour = next(no for no in opened.users if no != seat)
    dealer.sit_out(table_id=opened.table_id, user_id=opened.users[neighbour].pk, now=opened.now)
    table = opened.table
    assert table.version == version + 1
    opened.act("fold")
    assert opened.table.version == version + 2


def test_only_who_sits_here_sits_out(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    (stranger,) = people(1, "stranger")
    for verb in (dealer.sit_out, dealer.come_back):
        with pytest.raises(Refusal, match=TableCode.NOT_SEATED):
            verb(table_id=opened.table_id, user_id=stranger.pk, now=opened.now)


def test_nothing_times_out_where_nothing_is_played(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    assert not time_out(opened)
    opened.deal()
    opened.act("fold")
    opened.later(3600)
    assert not time_out(opened)


def test_the_sweep_times_out_every_table_that_is_due_and_no_other(
    room: Callable[..., Room],
) -> None:
    due, early, idle = room(1000, 1000), room(1000, 1000), room(1000, 1000)
    early.now = timezone.now()
    for opened in (due, early):
        opened.deal()
    versions = {table.pk: table.version for table in Table.objects.all()}
    assert tasks.sweep_deadlines() == 1
    assert tasks.sweep_deadlines() == 0
    moved = {table.pk for table in Table.objects.all() if table.version != versions[table.pk]}
    assert moved == {due.table_id}
    assert Deadline.objects.get(table=early.table_id).due_at == early.table.due_at
    assert Deadline.objects.get(table=idle.table_id).due_at is None


def test_a_deadline_swept_too_early_is_put_back(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.now = timezone.now()
    opened.deal()
    real = opened.table.due_at
    Deadline.objects.update(due_at=opened.now - timedelta(seconds=5))
    assert tasks.sweep_deadlines() == 0
    assert Deadline.objects.get().due_at == real


@pytest.mark.django_db(transaction=True)
def test_a_broken_table_does_not_stop_the_clocks_of_the_others(
    room: Callable[..., Room],
) -> None:
    broken, *others = (room(1000, 1000) for _ in range(3))
    for opened in (broken, *others):
        opened.deal()
    live = Table.objects.get(pk=broken.table_id).live
    Table.objects.filter(pk=broken.table_id).update(live={"nonsense": True})
    assert tasks.sweep_deadlines() == 2
    # It is tried again, a little later, not at every tick.
    assert Deadline.objects.filter(table=broken.table_id, due_at__gt=timezone.now()).exists()
    Table.objects.filter(pk=broken.table_id).update(live=live)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_time_out_each_player_once(room: Callable[..., Room]) -> None:
    rooms = [room(1000, 1000) for _ in range(10)]
    for opened in rooms:
        opened.deal()

    def sweep(_: int) -> int:
        try:
            return int(tasks.sweep_deadlines())
        finally:
            connection.close()

    # On a busy machine a sweep may begin seconds after another: to the room that is a pause, in
    # which nobody's time is up.
    with time_machine.travel(timezone.now(), tick=False), ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(sweep, range(4))) == 10
    assert all(opened.turn is None for opened in rooms)
    hands = HandEvent.objects.values_list("hand", flat=True)
    told = [event for events in packed_events.of_hands(hands).values() for event in events]
    assert sum(event["e"] == "act" for event in told) == 10


@pytest.mark.rule("TRN-6")
@pytest.mark.django_db(transaction=True)
def test_nobody_times_out_in_the_first_ten_seconds_after_the_room_comes_back(
    room: Callable[..., Room], tape: Tape
) -> None:
    late, early, away = room(1000, 1000), room(1000, 1000), room(1000, 1000)
    early.now = timezone.now()
    for opened in (late, early, away):
        opened.deal()
    seat = away.mover
    dealer.sit_out(table_id=away.table_id, user_id=away.users[seat].pk, now=away.now)
    untouched = early.table.due_at
    began = timezone.now()
    tape.read()
    tasks.begin()
    due_at = late.table.due_at
    assert due_at is not None
    assert due_at >= began + timedelta(seconds=10)
    assert Deadline.objects.get(table=late.table_id).due_at == due_at
    assert early.table.due_at == untouched
    assert [channel for channel, _ in tape.read()] == [str(late.table_id)]
    assert tasks.sweep_deadlines() == 1  # who sits out is not waited for
    assert bank(late, late.mover) == 60_000


@pytest.mark.rule("TIME-2", "TRN-6")
@pytest.mark.parametrize(("before", "taken"), [(5, 0), (26, 6_000)])
def test_a_pause_takes_nothing_from_the_bank(
    room: Callable[..., Room], before: int, taken: int
) -> None:
    """Whoever acts in a pause pays for what the turn used before it, and for no more."""
    opened = room(1000, 1000, bank_ms=30_000)
    opened.deal()
    seat = opened.mover
    opened.later(before)
    dealer.freeze(
        table_id=opened.table_id,
        notice={"kind": "paused", "cause": "", "reason": ""},
        now=opened.now,
    )
    opened.later(600)
    opened.act("call")
    assert bank(opened, seat) == 30_000 - taken
    opened.later(600)
    seat = opened.mover
    opened.act("check")
    assert bank(opened, seat) == 30_000


@pytest.mark.rule("TRN-6")
def test_a_clock_that_stands_already_keeps_its_reading_when_it_is_stopped_for_another_reason(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.deal()
    opened.later(5)
    for reason in ("connections", "staff"):
        dealer.freeze(
            table_id=opened.table_id,
            notice={"kind": "paused", "cause": "", "reason": reason},
            now=opened.now,
        )
        opened.later(600)
    dealer.thaw(table_id=opened.table_id, grace=timedelta(), now=opened.now)
    assert opened.table.due_at == opened.now + timedelta(seconds=15)
