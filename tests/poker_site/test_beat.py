"""Beat gives a tick where something is due, and once a second besides."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from django.db import OperationalError
from django.utils import timezone

from payouts.payments import sending, words
from poker_site import beat
from poker_site.beat import PAYMENTS, TICK, Scheduler
from poker_site.celery import app
from tables import tasks as tables_tasks
from tables.models import Deadline
from tests.tables.rooms import open_room
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


def test_a_tick_that_would_find_nothing_is_left_out_within_a_second(
    given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    apply(scheduler(ticked=99.5))
    assert given == []
    apply(scheduler(ticked=99.0))
    assert given == [TICK]
    # All else is given when its time has come.
    apply(scheduler(ticked=99.5), "tables.tasks.sweep_pools")
    assert given[1:] == ["tables.tasks.sweep_pools"]


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


def test_without_postgres_beat_ticks_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_: Any) -> bool:
        raise OperationalError("no server")

    monkeypatch.setattr(tables_tasks, "anything_due", away)
    monkeypatch.setattr("poker_site.beat.connection.close", lambda: None)
    assert beat.anything_due()
    monkeypatch.setattr(sending, "anything_due", away)
    assert beat.payments_due()


def test_every_task_of_beat_exists() -> None:
    app.loader.import_default_modules()
    app.finalize()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled <= set(app.tasks)
    assert {TICK, PAYMENTS} <= scheduled


def test_one_job_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise RuntimeError("trouble of its own")

    monkeypatch.setattr(tasks, "sweep_deadlines", broken)
    monkeypatch.setattr(tasks, "sweep", lambda: 3)
    monkeypatch.setattr(broken, "__name__", "broken")
    assert tasks.tick() == 3
