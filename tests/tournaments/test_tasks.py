"""The clock's own work: it finds what is due in the database, whatever was lost before."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tables.engine import Action
from tables.live import signals
from tables.models import Hand, Heartbeat
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director, receivers, tasks
from tournaments.floor import step_schedule
from tournaments.models import Due, SetAside, Template, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def room(count: int = 6) -> Evening:
    evening = Evening(events.sit_and_go(), events.players(count), seed=1)
    evening.register(count)
    return evening


def due_at() -> datetime:
    return Due.objects.get().due_at


@pytest.mark.rule("SNG-1")
def test_the_last_registration_makes_the_start_due(traveller: time_machine.Traveller) -> None:
    evening = room(5)
    tasks.sweep()
    assert due_at() == START + director.PATIENCE
    evening.people = events.players(1, prefix="last")
    evening.register(1)
    assert due_at() == START
    assert tasks.sweep() == 1
    assert len(evening.playing()) == 1


@pytest.mark.slow
def test_a_finished_hand_makes_the_next_one_due(
    traveller: time_machine.Traveller, settings: object
) -> None:
    settings.RESULT_SECONDS = 0.5  # type: ignore[attr-defined]
    evening = room()
    tasks.sweep()
    assert due_at() == START + step_schedule.HEARTBEAT
    (table_id,) = evening.playing()
    # A hand that is over before the heartbeat.
    while evening.act(table_id, lambda _: Action("fold")):
        pass
    seen = Hand.objects.get().shown_at
    assert seen is not None
    assert due_at() == seen + timedelta(seconds=0.5) < START + step_schedule.HEARTBEAT
    assert tasks.sweep() == 0
    traveller.move_to(due_at())
    tasks.sweep()
    assert len(evening.playing()) == 1


@pytest.mark.slow
def test_when_the_news_is_lost_the_heartbeat_finds_the_idle_table(
    traveller: time_machine.Traveller,
) -> None:
    evening = room()
    tasks.sweep()
    signals.hand_finished.disconnect(dispatch_uid="tournaments")
    try:
        evening.play_hands()
    finally:
        signals.hand_finished.connect(receivers.note_finished_hand, dispatch_uid="tournaments")
    assert tasks.sweep() == 0
    traveller.move_to(evening.later(step_schedule.HEARTBEAT.total_seconds()))
    assert tasks.sweep() == 1
    assert len(evening.playing()) == 1


def test_news_of_other_events_is_left_alone() -> None:
    receivers.note_finished_hand(object(), event="cash:1", deals_on=False, shown_at=START)


def test_one_bad_event_never_stops_the_others(
    traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = events.players(4)
    bad, good = (
        Evening(events.sit_and_go(name=name, max_entries=2), people[-2:], seed=1)
        for name in ("bad", "good")
    )
    good.people = people[:2]
    for evening in (bad, good):
        evening.register(2)
    step = director.step

    def stumble(*, tournament_id: int, now: datetime) -> None:
        if tournament_id == bad.event.pk:
            raise RuntimeError("the schedule is on fire")
        step(tournament_id=tournament_id, now=now)

    monkeypatch.setattr(director, "step", stumble)
    assert tasks.sweep() == 2
    assert (len(bad.playing()), len(good.playing())) == (0, 1)
    # It comes back by itself.
    monkeypatch.undo()
    traveller.move_to(START + step_schedule.HEARTBEAT)
    tasks.sweep()
    assert len(bad.playing()) == 1


@pytest.mark.slow
def test_sweeps_at_once_share_the_work_and_steps_at_once_do_it_once() -> None:
    evening = room()
    sweeps = at_once([tasks.sweep] * 4)
    assert Counter(sweeps) == {DONE: 4}
    step = partial(director.step, tournament_id=evening.event.pk, now=timezone.now())
    assert Counter(at_once([step] * 4)) == {DONE: 4}
    assert Hand.objects.count() == 1
    assert evening.sizes() == [6]


def test_each_claim_is_somebodys_alone() -> None:
    for number in range(6):
        events.sit_and_go(name=f"Turbo {number}")
    claimed: list[int] = []

    def claim() -> None:
        claimed.extend(step_schedule.claim(limit=2, now=START))

    at_once([claim] * 5)
    assert sorted(claimed) == sorted(Tournament.objects.values_list("pk", flat=True))


@pytest.mark.rule("SNG-1")
def test_lobbies_open_once_however_many_look() -> None:
    plans = [events.template(name=f"Turbo {number}") for number in range(3)]
    at_once([tasks.open_lobbies] * 6)
    assert Counter(Tournament.objects.values_list("template", flat=True)) == {
        plan.pk: 1 for plan in plans
    }


# What a plan may hold that was stored past every form: unreadable, impossible, endless, too much.
BAD_PLANS: list[dict[str, Any]] = [
    *(
        {"recurrence": rule}
        for rule in (
            "FREQ=MINUTELY;INTERVAL=90;BYHOUR=2;BYMINUTE=0",
            "FREQ=HOURLY;BYHOUR=25",
            "FREQ=MONTHLY;BYMONTHDAY=0",
            "FREQ=YEARLY;BYMONTH=13",
            "FREQ=YEARLY;BYYEARDAY=367",
            "FREQ=YEARLY;BYWEEKNO=54",
            "FREQ=MONTHLY;BYDAY=6MO",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
            "FREQ=DAILY;UNTIL=20200101",
            "FREQ=DAILY;INTERVAL=0",
            "FREQ=SECONDLY",
            "every evening",
            "FREQ=DAILY;COUNT=3",
            "FREQ=YEARLY;INTERVAL=99999999",
        )
    ),
    {"announce_minutes": 2_147_483_647, "recurrence": "FREQ=MINUTELY"},
    {"exceptions": {"not": "a list"}},
    {"exceptions": [["2026-12-25"], None, 7]},
    {"min_entries": 7, "max_entries": 6},
    {"buy_in": 790, "fee": 210},
    {"session_levels": 9},
    {"re_entries": 1},
    {"kind": "sng", "late_registration_levels": 9},
]


@pytest.mark.middling
@pytest.mark.rule("TRN-6")
def test_bad_plans_stop_neither_the_others_nor_the_room_s_time(
    traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = [
        events.template(name=f"Bad {number}", kind="scheduled", recurrence="FREQ=HOURLY;BYMINUTE=1")
        for number in range(len(BAD_PLANS))
    ]
    for plan, wrong in zip(bad, BAD_PLANS, strict=True):
        Template.objects.filter(pk=plan.pk).update(**wrong)
    events.template(name="Sit&Go")
    events.template(
        name="Often", kind="scheduled", recurrence="FREQ=MINUTELY;INTERVAL=15", announce_minutes=15
    )
    Heartbeat.objects.all().delete()
    for seconds in range(0, 130, 10):
        traveller.move_to(START + timedelta(seconds=seconds))
        tasks.keep_time()
        tasks.tend()
        assert timezone.now() - Heartbeat.objects.get().at < timedelta(seconds=2)
    opened = Tournament.objects.values_list("name", flat=True)
    assert Counter(opened) == {"Sit&Go": 1, "Often": 1}
    aside = SetAside.objects.values_list("template__name", flat=True)
    assert set(aside) == {plan.name for plan in bad}
