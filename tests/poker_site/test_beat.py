"""Beat gives a tick where something is due, and every two seconds besides."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from django.db import OperationalError
from django.utils import timezone

from payouts.payments import sending, words
from players.models import Notice, Push, PushDevice
from poker_site import beat
from poker_site.beat import PAYMENTS, TICK, Scheduler
from poker_site.celery import app
from tables import tasks as tables_tasks
from tables.models import Deadline
from tests.tables.pools.setting import pool_room
from tests.tables.rooms import open_room, people
from tests.tournaments import events
from tournaments import tasks
from tournaments.models import Due

pytestmark = pytest.mark.django_db


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that a scheduler gives to the workers."""
    names: list[str] = []
    monkeypatch.setattr(
        PersistentScheduler,
        "apply_entry",
        lambda self, entry, producer=None: names.append(entry.task),
    )
    return names


def scheduler(*, ticked: float) -> Scheduler:
    """One that gave its last tick at that moment of ``time.monotonic``."""
    made = object.__new__(Scheduler)
    made._ticked = ticked
    return made


def apply(made: Scheduler, task: str = TICK) -> None:
    made.apply_entry(SimpleNamespace(task=task))


def test_a_tick_that_would_find_nothing_is_left_out_for_two_seconds(
    given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    apply(scheduler(ticked=99.5))
    assert given == []
    apply(scheduler(ticked=98.0))
    assert given == [TICK]
    # All else is given when its time has come.
    apply(scheduler(ticked=99.5), "tournaments.tasks.tend")
    assert given[1:] == ["tournaments.tasks.tend"]


def test_a_passed_deadline_or_a_due_event_gives_its_tick_at_once() -> None:
    now = timezone.now()
    deadline = Deadline.objects.filter(table=open_room(500, 500).table_id)
    event = Due.objects.filter(tournament=events.sit_and_go())
    event.update(due_at=now + timedelta(hours=1))
    assert not beat.anything_due()
    deadline.update(due_at=now + timedelta(seconds=60))
    assert not beat.anything_due()
    deadline.update(due_at=now)
    assert beat.anything_due()
    deadline.update(due_at=None)
    event.update(due_at=now)
    assert beat.anything_due()
    event.update(not_before=now + timedelta(seconds=60))
    assert not beat.anything_due()


def test_payments_are_seen_to_where_one_is_due_and_never_else(given: list[str]) -> None:
    apply(scheduler(ticked=0.0), PAYMENTS)
    assert given == []
    words.keep(words.Word("1", "t", "settled", 1), gateway="told", body={}, now=timezone.now())
    apply(scheduler(ticked=0.0), PAYMENTS)
    assert given == [PAYMENTS]


def test_in_an_empty_room_nothing_is_asked_of_the_workers_but_ticks(given: list[str]) -> None:
    for task in beat.QUESTIONS:
        apply(scheduler(ticked=0.0), task)
    assert given == []


def test_where_somebody_sits_those_away_are_called(given: list[str]) -> None:
    open_room(500, 500)
    apply(scheduler(ticked=0.0), beat.CALLS)
    assert given == [beat.CALLS]


def test_whoever_is_in_a_pool_has_it_swept(given: list[str]) -> None:
    pool_room(2)
    apply(scheduler(ticked=0.0), beat.POOLS)
    assert given == [beat.POOLS]


def test_a_notice_that_waits_is_sent(given: list[str]) -> None:
    (anna,) = people(1)
    now = timezone.now()
    device = PushDevice.objects.create(user=anna, endpoint="https://push.example/", made_at=now)
    notice = Notice.objects.create(user=anna, kind=Notice.Kind.TURN, key="turn", at=now)
    Push.objects.create(notice=notice, device=device, due_at=now)
    apply(scheduler(ticked=0.0), beat.NOTICES)
    assert given == [beat.NOTICES]


def test_without_postgres_beat_ticks_as_ever(
    given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(**_: Any) -> bool:
        raise OperationalError("no server")

    monkeypatch.setattr(tables_tasks, "anything_due", away)
    monkeypatch.setattr("poker_site.beat.connection.close", lambda: None)
    assert beat.anything_due()
    monkeypatch.setattr(sending, "anything_due", away)
    apply(scheduler(ticked=0.0), PAYMENTS)
    assert given == [PAYMENTS]


def test_every_task_of_beat_exists() -> None:
    app.loader.import_default_modules()
    app.finalize()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled <= set(app.tasks)
    assert {TICK, *beat.QUESTIONS} <= scheduled


def test_one_job_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise RuntimeError("trouble of its own")

    monkeypatch.setattr(tasks, "sweep_deadlines", broken)
    monkeypatch.setattr(tasks, "sweep", lambda: 3)
    monkeypatch.setattr(broken, "__name__", "broken")
    assert tasks.tick() == 3
