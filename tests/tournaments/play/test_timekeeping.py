"""Staff stop the clock, start it again and end levels; nobody loses time to act (TRN-6)."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from core.refusal import Refusal, RefusalCode
from tables import engine
from tables.live import dealer, heartbeat, record
from tables.live.record import TableRecord
from tables.models import Deadline, Hand, Table
from tests.tournaments import events, stages
from tests.tournaments.evening import Crash, Evening, dying_after
from tests.tournaments.events import START
from tournaments import director
from tournaments.models import Move, Tournament
from tournaments.play import timekeeping
from tournaments.play.timekeeping import Cause
from tournaments.refusals import EventCode
from tournaments.rules.level_clock import ClockReading

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-6")]

LONG = [(600, 10, 20, 0), (300, 0, 0, 0), (600, 50, 100, 5)]


@pytest.fixture
def room() -> Evening:
    """Six players in their first hand."""
    room = Evening(events.sit_and_go(rows=LONG), events.players(6), seed=1)
    room.register(6)
    room.step()
    return room


def pause(room: Evening, reason: str = "Fire alarm", **more: Any) -> None:
    timekeeping.pause(tournament_id=room.event.pk, reason=reason, now=room.now, **more)
    room.event.refresh_from_db()


def resume(room: Evening) -> None:
    timekeeping.resume(tournament_id=room.event.pk, now=room.now)
    room.event.refresh_from_db()


def end_level(room: Evening) -> None:
    timekeeping.end_level(tournament_id=room.event.pk, now=room.now)


def clock(room: Evening) -> ClockReading:
    room.event.refresh_from_db()
    reading = room.event.clock_at(room.now)
    assert reading is not None
    return reading


def table() -> TableRecord:
    return record.read(Table.objects.get().pk)


def act(room: Evening, kind: str = "call") -> None:
    room.act(table().id, lambda hand: engine.Action(kind))


def test_a_pause_stops_every_clock_and_a_hand_may_be_played_on(room: Evening) -> None:
    room.later(5)
    before = table().due_at
    assert before is not None
    pause(room)
    assert table().notice == {"kind": "paused", "cause": "staff", "reason": "Fire alarm"}
    assert dealer.snapshot(table_id=table().id, user_id=None)["table"]["clock"] is None
    assert Deadline.objects.get().due_at is None
    room.later(3600)
    assert not dealer.time_out(table_id=table().id, now=room.now)
    assert clock(room).paused
    act(room)
    room.later(3600)
    resume(room)
    # Level and turn have what they had: the turn began within the pause and is still whole.
    assert (clock(room).number, clock(room).until) == (1, room.now + timedelta(seconds=595))
    assert table().due_at == room.now + timedelta(seconds=20)
    assert table().notice is None


def test_the_remaining_time_to_act_stays_what_it_was(room: Evening) -> None:
    room.later(7)
    pause(room)
    room.later(900)
    resume(room)
    assert table().due_at == room.now + timedelta(seconds=20 - 7)


def test_whoever_is_to_act_has_ten_seconds_at_least(room: Evening) -> None:
    room.later(18.5)
    pause(room)
    room.later(900)
    resume(room)
    assert table().due_at == room.now + timedelta(seconds=10)


def test_a_pause_costs_no_time_bank(room: Evening) -> None:
    pause(room)
    room.later(900)
    for _ in range(4):
        act(room, "fold")
    act(room)
    resume(room)
    act(room, "check")
    assert {sitter.bank_ms for sitter in table().live.seats.values()} == {60_000}


@pytest.mark.rule("TIME-2")
def test_nobody_pays_time_bank_for_a_turn_that_lasts_through_a_pause(room: Evening) -> None:
    for _ in range(4):
        act(room, "fold")
    # The small blind, with chips in the pot, thinks while the clock stands.
    pause(room)
    room.later(70)
    act(room)
    assert {sitter.bank_ms for sitter in table().live.seats.values()} == {60_000}
    # What was thought before the pause is paid all the same.
    resume(room)
    room.later(25)
    pause(room, "Once more")
    room.later(3600)
    act(room, "check")
    assert sorted(sitter.bank_ms for sitter in table().live.seats.values())[:2] == [55_000, 60_000]


def test_who_sits_out_is_waited_for_as_well(room: Evening) -> None:
    pause(room)
    mover = table().live.dealt[table().live.playing.turn]  # type: ignore[index,union-attr]
    dealer.sit_out(table_id=table().id, user_id=mover, now=room.now)
    room.later(60)
    assert not dealer.time_out(table_id=table().id, now=room.now)
    resume(room)
    room.later(1)
    assert dealer.time_out(table_id=table().id, now=room.now)


@pytest.mark.slow
def test_no_hand_begins_in_a_pause(room: Evening) -> None:
    pause(room)
    room.play_hands()
    room.later(60)
    room.step()
    assert room.playing() == []
    assert table().notice == {"kind": "paused", "cause": "staff", "reason": "Fire alarm"}
    resume(room)
    room.step()
    assert len(room.playing()) == 1


@pytest.mark.rule("TRN-3")
def test_nobody_is_moved_in_a_pause() -> None:
    event = stages.started(entries=6, max_entries=6, seats_per_table=3)
    stages.fold_out(event)
    timekeeping.pause(tournament_id=event.pk, reason="Fire alarm", now=START)
    for entry in event.entries.order_by("pk")[:3]:
        stages.bust(event, entry)
    later = START + timedelta(minutes=1)
    director.step(tournament_id=event.pk, now=later)
    assert not Move.objects.exists()
    timekeeping.resume(tournament_id=event.pk, now=later)
    director.step(tournament_id=event.pk, now=later)
    assert set(Move.objects.values_list("reason", flat=True)) == {Move.Reason.FINAL}


@pytest.mark.slow
def test_doubled_requests_change_nothing(room: Evening) -> None:
    pause(room)
    room.later(1)
    pause(room, "A second request")
    [only] = room.event.pauses
    assert only == {
        "start": START.isoformat(),
        "end": None,
        "cause": "staff",
        "reason": "Fire alarm",
    }
    resume(room)
    version = table().version
    room.later(1)
    resume(room)
    assert [pause["end"] for pause in room.event.pauses] == [
        (START + timedelta(seconds=1)).isoformat()
    ]
    assert table().version == version


@pytest.mark.slow
@pytest.mark.parametrize("verb", [pause, resume, end_level])
def test_a_process_that_dies_in_it_has_done_nothing(
    verb: Callable[[Evening], None], room: Evening
) -> None:
    if verb is resume:
        pause(room)
    room.later(30)

    def picture() -> list[Any]:
        room.event.refresh_from_db()
        return [room.event.pauses, room.event.skips, *room.picture(), *Deadline.objects.values()]

    before, statements = picture(), 0
    while picture() == before:
        with suppress(Crash), dying_after(statements):
            verb(room)
        statements += 1
    assert statements > 3


def test_staff_take_a_pause_of_the_directors_over(room: Evening) -> None:
    pause(room, "", cause=Cause.CONNECTIONS)
    pause(room, "", cause=Cause.CONNECTIONS)
    room.later(30)
    pause(room, "We look into it")
    pause(room, "", cause=Cause.CONNECTIONS)
    assert [(stop["cause"], stop["end"] is None) for stop in room.event.pauses] == [
        ("connections", False),
        ("staff", True),
    ]
    assert table().notice == {"kind": "paused", "cause": "staff", "reason": "We look into it"}
    room.later(30)
    resume(room)
    assert clock(room).until == START + timedelta(seconds=660)


@pytest.mark.slow
def test_a_level_is_ended_early_once(room: Evening) -> None:
    room.later(100)
    for _ in range(2):
        timekeeping.end_level(tournament_id=room.event.pk, now=room.now, row=0)
    assert (clock(room).is_break, clock(room).until) == (True, room.now + timedelta(seconds=300))
    room.play_hands()
    room.step()
    assert room.playing() == []
    timekeeping.end_level(tournament_id=room.event.pk, now=room.now)
    room.step()
    assert Hand.objects.latest("pk").stakes["big_blind"] == 100
    with pytest.raises(Refusal) as refused:
        timekeeping.end_level(tournament_id=room.event.pk, now=room.now)
    assert refused.value.code == EventCode.LAST_LEVEL


@pytest.mark.rule("TRN-1")
def test_no_level_is_ended_before_the_first_hand(room: Evening) -> None:
    Tournament.objects.update(started_at=room.now + timedelta(seconds=5))
    with pytest.raises(Refusal, match=EventCode.NOT_STARTED):
        timekeeping.end_level(tournament_id=room.event.pk, now=room.now)


@pytest.mark.parametrize(
    ("status", "code"), [("registering", EventCode.NOT_STARTED), ("finished", EventCode.EVENT_OVER)]
)
@pytest.mark.parametrize(
    "verb",
    [
        lambda **event: timekeeping.pause(reason="", **event),
        timekeeping.resume,
        timekeeping.end_level,
    ],
)
def test_only_a_running_event_has_a_clock(
    verb: Callable[..., object], status: str, code: RefusalCode
) -> None:
    event = events.sit_and_go()
    Tournament.objects.update(status=status)
    with pytest.raises(Refusal) as refused:
        verb(tournament_id=event.pk, now=START)
    assert refused.value.code == code


def test_the_director_steps_on_after_a_pause_that_nobody_ended(room: Evening) -> None:
    """A pause is a fact of the event, not of a process."""
    pause(room)
    for _ in range(3):
        room.later(3600)
        director.step(tournament_id=room.event.pk, now=room.now)
    assert clock(room).paused
    assert clock(room).number == 1


def test_no_level_runs_through_an_outage_of_the_room(room: Evening) -> None:
    heartbeat.beat(now=room.later(100))
    room.later(3600)
    assert clock(room).number == 2
    heartbeat.beat(now=room.now)
    assert (clock(room).number, clock(room).until) == (1, room.now + timedelta(seconds=500))
    assert not clock(room).paused
    [outage] = room.event.pauses
    assert outage["cause"] == "outage"
    # The next beats have nothing to make up for.
    heartbeat.beat(now=room.later(2))
    assert len(room.event.pauses) == 1


def test_an_outage_in_a_pause_is_part_of_it(room: Evening) -> None:
    heartbeat.beat(now=room.later(100))
    pause(room)
    heartbeat.beat(now=room.later(3600))
    resume(room)
    assert len(room.event.pauses) == 1
    assert clock(room).until == room.now + timedelta(seconds=500)


def test_a_pause_that_staff_call_in_an_outage_leaves_it_an_outage(room: Evening) -> None:
    heartbeat.beat(now=room.later(100))
    room.later(300)
    pause(room, "Nothing moves")
    heartbeat.beat(now=room.later(240))
    assert clock(room).left == timedelta(seconds=500)
    room.later(60)
    resume(room)
    assert clock(room).until == room.now + timedelta(seconds=500)
