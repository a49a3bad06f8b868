"""Beat gives what would find something, and asks for all of it by one statement."""

import shelve
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import time_machine
from celery.beat import PersistentScheduler, ScheduleEntry
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from payouts.payments import gateway_events
from players.models import Notice, Push, PushDevice
from poker_site.celery import app
from poker_site.running import beat
from poker_site.running.beat import PAYMENTS, TICK, Scheduler
from poker_site.running.interval import Interval
from poker_site.running.lease import Lease
from tables.models import Deadline, Heartbeat
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


def scheduler(*, leads: bool = True) -> Scheduler:
    """One that has asked nothing yet."""
    made = object.__new__(Scheduler)
    made._asked_at = float("-inf")
    made._lease = cast(Lease, SimpleNamespace(is_held=lambda: leads))
    made._passed = {}
    return made


def apply(made: Scheduler, task: str = TICK) -> None:
    made.apply_entry(SimpleNamespace(name=task, task=task))


def test_a_tick_that_would_find_nothing_is_left_out_and_all_else_is_given(given: list[str]) -> None:
    apply(scheduler())
    assert given == []
    apply(scheduler(), "tournaments.tasks.tend")
    assert given == ["tournaments.tasks.tend"]


def test_a_passed_deadline_or_a_due_event_gives_its_tick_at_once() -> None:
    now = timezone.now()

    def due() -> bool:
        return TICK in beat.what_is_due(timezone.now())

    deadline = Deadline.objects.filter(table=open_room(500, 500).table_id)
    event = Due.objects.filter(tournament=events.sit_and_go())
    event.update(due_at=now + timedelta(hours=1))
    assert not due()
    deadline.update(due_at=now + timedelta(seconds=60))
    assert not due()
    deadline.update(due_at=now)
    assert due()
    deadline.update(due_at=None)
    event.update(due_at=now)
    assert due()
    event.update(not_before=now + timedelta(seconds=60))
    assert not due()


def test_all_is_asked_by_one_statement_with_each_tick(
    given: list[str],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: Callable[[int], AbstractContextManager[None]],
) -> None:
    moment = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: moment[0])
    made = scheduler()
    with django_assert_num_queries(1):
        for task in beat.QUESTIONS:
            apply(made, task)
    open_room(500, 500).deal()
    apply(made, beat.CALLS)
    assert given == []
    with django_assert_num_queries(1):
        apply(made)
        apply(made, beat.CALLS)
    assert given[-1] == beat.CALLS
    # Where no tick comes, it asks for itself.
    moment[0] += settings.TICK_SECONDS
    with django_assert_num_queries(1):
        apply(made, beat.CALLS)


def test_payments_are_seen_to_where_one_is_due_and_never_else(given: list[str]) -> None:
    apply(scheduler(), PAYMENTS)
    assert given == []
    gateway_events.keep(
        gateway_events.GatewayEvent("1", "t", "settled", 1),
        gateway="told",
        body={},
        now=timezone.now(),
    )
    apply(scheduler(), PAYMENTS)
    assert given == [PAYMENTS]


def test_in_an_empty_room_nothing_is_asked_of_the_workers_but_ticks(given: list[str]) -> None:
    for task in beat.QUESTIONS:
        apply(scheduler(), task)
    assert given == []


def test_where_hands_are_dealt_those_away_are_called(given: list[str]) -> None:
    room = open_room(500, 500)
    apply(scheduler(), beat.CALLS)
    assert given == []
    room.deal()
    apply(scheduler(), beat.CALLS)
    assert given == [beat.CALLS]


def test_whoever_is_in_a_pool_has_it_swept(given: list[str]) -> None:
    pool_room(2)
    apply(scheduler(), beat.POOLS)
    assert given == [beat.POOLS]


def test_a_notice_that_waits_is_sent(given: list[str]) -> None:
    (anna,) = people(1)
    now = timezone.now()
    device = PushDevice.objects.create(user=anna, endpoint="https://push.example/", made_at=now)
    notice = Notice.objects.create(user=anna, kind=Notice.Kind.TURN, key="turn", at=now)
    Push.objects.create(notice=notice, device=device, due_at=now)
    apply(scheduler(), beat.NOTICES)
    assert given == [beat.NOTICES]


def test_without_postgres_beat_gives_everything(
    given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("no server")

    monkeypatch.setattr("core.due_checks.which_exist", away)
    monkeypatch.setattr("poker_site.running.beat.connection.close", lambda: None)
    for task in beat.QUESTIONS:
        apply(scheduler(), task)
    assert given == list(beat.QUESTIONS)


@pytest.mark.rule("TRN-6")
def test_the_room_s_time_is_kept_though_nothing_is_due() -> None:
    Heartbeat.objects.all().delete()
    tasks.keep_time()
    kept = Heartbeat.objects.get().at
    assert timezone.now() - kept < timedelta(seconds=60)


def test_beat_sleeps_until_something_is_due() -> None:
    """Waking up early, it would ask again and again until then."""
    assert scheduler().adjust(0.25) == 0.25


def test_every_task_of_beat_exists() -> None:
    app.loader.import_default_modules()
    app.finalize()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled <= set(app.tasks)
    assert beat.QUESTIONS.keys() <= scheduled


def test_one_job_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise RuntimeError("trouble of its own")

    monkeypatch.setattr(tasks, "sweep_deadlines", broken)
    monkeypatch.setattr(tasks, "sweep", lambda: 3)
    monkeypatch.setattr(broken, "__name__", "broken")
    assert tasks.tick() == 3


@pytest.mark.parametrize("minutes", [-24 * 60, -10, 10])
def test_beat_plans_again_when_its_clock_was_set(
    minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, steady = datetime.now(UTC), time.monotonic()
    entry = ScheduleEntry(
        name="seldom", task="seldom", schedule=Interval(600), last_run_at=now, app=app
    )
    made = scheduler()
    made._offset, made._store = now.timestamp() - steady, {"entries": {"seldom": entry}}
    monkeypatch.setattr("time.monotonic", lambda: steady + 1.0)
    set_to = now + timedelta(seconds=1, minutes=minutes)
    with time_machine.travel(set_to, tick=False):
        monkeypatch.setattr("time.time", lambda: set_to.timestamp())
        made.old_schedulers = made.schedule
        made._follow_the_clock()
        assert not made.schedules_equal(made.old_schedulers, made.schedule)
        due, left = entry.is_due()
        assert due or left <= 600
        # The clock goes on as it is.
        made.old_schedulers = made.schedule
        made._follow_the_clock()
        assert made.schedules_equal(made.old_schedulers, made.schedule)


def test_a_beat_that_starts_does_not_wait_for_a_future_that_another_clock_has_seen() -> None:
    ahead = datetime.now(UTC) + timedelta(minutes=10)
    entry = ScheduleEntry(
        name="often", task="often", schedule=Interval(2), last_run_at=ahead, app=app
    )
    made = scheduler()
    made._offset, made._store = float("inf"), {"entries": {"often": entry}}
    made._follow_the_clock()
    assert entry.is_due().next <= 2


def test_when_an_entry_comes_is_told_by_a_clock_that_nobody_sets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    assert scheduler()._when(SimpleNamespace(), 0.25) == 100.25


def test_a_beat_that_does_not_lead_gives_nothing(given: list[str]) -> None:
    apply(scheduler(leads=False), "payouts.tasks.audit")
    assert given == []


def test_a_beat_that_takes_over_gives_what_came_due_while_nobody_led(
    given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: moment[0])
    monkeypatch.setattr(PersistentScheduler, "tick", lambda self: 1.0)
    made = scheduler(leads=False)
    made._offset = time.time() - moment[0]
    apply(made, "payouts.tasks.mail_report")
    moment[0] += beat.GAP_SECONDS + 1
    apply(made, "payouts.tasks.audit")
    monkeypatch.setattr(made, "_follow_the_clock", lambda: None)
    made.tick()
    assert given == []
    monkeypatch.setattr(made._lease, "is_held", lambda: True)
    made.tick()
    made.tick()
    assert given == ["payouts.tasks.audit"]


def test_a_schedule_of_another_release_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A class that this release has elsewhere.
    moved = type("Moved", (), {"__module__": __name__})
    monkeypatch.setitem(globals(), "Moved", moved)
    name = str(tmp_path / "beat")
    with shelve.open(name) as store:
        store["entries"] = {"seldom": moved()}
    monkeypatch.delitem(globals(), "Moved")
    app.finalize()
    made = Scheduler(app=app, schedule_filename=name, lazy=True)
    made.setup_schedule()
    assert "tend the rest" in made.schedule
    made.close()
