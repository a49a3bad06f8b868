"""From plans to events: an immutable copy, one open lobby a Sit&Go, one event a date."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, OperationalError, transaction
from psycopg.errors import LockNotAvailable

from core.refusal import Refusal, RefusalCode
from payouts.refusals import MoneyCode
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.entry import scheduling
from tournaments.entry.scheduling import open_lobbies, publish
from tournaments.models import Level, SetAside, Template, Tournament
from tournaments.refusals import EventCode
from tournaments.staff import desk

pytestmark = pytest.mark.django_db


def test_a_published_event_keeps_its_terms_whatever_becomes_of_the_plan() -> None:
    plan = events.template()
    event = publish(template_id=plan.pk, now=START)
    schedule, scheme = event.schedule, event.scheme
    Template.objects.update(buy_in=5_000, name="Other")
    Level.objects.all().delete()
    plan.scheme.kind = "standard"
    plan.scheme.save()
    event.refresh_from_db()
    assert (event.name, event.buy_in) == ("Turbo", events.BUY_IN)
    assert (event.schedule, event.scheme) == (schedule, scheme)
    assert scheme == {"kind": "winners", "shares": [6500, 3500]}
    plan.refresh_from_db()
    plan.delete()
    event.refresh_from_db()
    assert event.template is None


@pytest.mark.rule("SNG-1")
def test_another_sit_and_go_opens_in_the_place_of_the_one_that_starts() -> None:
    plan = events.template(max_entries=2)
    [first] = open_lobbies(now=START)
    assert open_lobbies(now=START) == []
    assert publish(template_id=plan.pk, now=START) == first
    room = Evening(first, events.players(2), seed=1)
    room.register(2)
    room.step()
    [second] = open_lobbies(now=START)
    assert second != first
    Template.objects.update(active=False)
    Tournament.objects.filter(pk=second.pk).update(status=Tournament.Status.CANCELLED)
    assert open_lobbies(now=START) == []


def test_recurring_events_are_announced_ahead_and_once() -> None:
    events.template(
        kind="scheduled",
        max_entries=100,
        recurrence="FREQ=MINUTELY;INTERVAL=15",
        announce_minutes=30,
    )
    quarter = timedelta(minutes=15)
    first = open_lobbies(now=START)
    assert [event.starts_at for event in first] == [START + quarter, START + 2 * quarter]
    assert open_lobbies(now=START + timedelta(seconds=1)) == []
    [third] = open_lobbies(now=START + quarter)
    assert third.starts_at == START + 3 * quarter


def test_a_look_costs_the_same_however_many_plans_recur(
    django_assert_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    for name in ("Morning", "Noon", "Evening"):
        events.template(name=name, kind="scheduled", recurrence="FREQ=HOURLY", announce_minutes=90)
    assert len(open_lobbies(now=START)) == 3
    with django_assert_num_queries(3):
        assert open_lobbies(now=START + timedelta(seconds=2)) == []


def test_the_same_date_again_is_the_same_event() -> None:
    plan = events.template(kind="scheduled", max_entries=100)
    first = publish(template_id=plan.pk, starts_at=START, now=START)
    assert publish(template_id=plan.pk, starts_at=START, now=START) == first


def test_the_date_of_an_event_that_was_called_off_is_free_for_staff_again() -> None:
    plan = events.template(
        kind="scheduled", max_entries=100, recurrence="FREQ=HOURLY", announce_minutes=60
    )
    [first] = open_lobbies(now=START)
    Tournament.objects.update(status=Tournament.Status.CANCELLED)
    # The schedule does not bring back what staff called off.
    assert open_lobbies(now=START) == []
    again = publish(template_id=plan.pk, starts_at=first.starts_at, now=START)
    assert (again.pk, again.status) != (first.pk, Tournament.Status.CANCELLED)
    assert publish(template_id=plan.pk, starts_at=first.starts_at, now=START) == again


def test_no_event_starts_in_the_past() -> None:
    plan = events.template(kind="scheduled", max_entries=100)
    with pytest.raises(Refusal, match=EventCode.START_IS_PAST):
        publish(template_id=plan.pk, starts_at=START - timedelta(seconds=1), now=START)


def test_a_plan_in_trouble_does_not_keep_the_others_closed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plan = events.template(name="Trouble", kind="scheduled", recurrence="FREQ=DAILY")
    events.template(name="Turbo")

    def fail(*_args: object, **_options: object) -> None:
        raise TypeError

    with monkeypatch.context() as trouble:
        trouble.setattr("tournaments.rules.recurrence.occurrences", fail)
        assert [event.name for event in open_lobbies(now=START)] == ["Turbo"]
        assert SetAside.objects.get().code == "TypeError"
        for minutes in range(1, 4):
            # It is tried again, and logged once.
            assert open_lobbies(now=START + timedelta(minutes=minutes)) == []
    assert caplog.text.count("plan set aside") == 1
    later = START + timedelta(minutes=4)
    assert open_lobbies(now=later - timedelta(seconds=1)) == []
    assert SetAside.objects.exists()
    Template.objects.filter(pk=plan.pk).update(announce_minutes=1440)
    assert [event.name for event in open_lobbies(now=later)] == ["Trouble"]
    assert not SetAside.objects.exists()


def test_a_plan_that_was_set_aside_is_tried_again_as_soon_as_it_is_changed() -> None:
    plan = events.template(kind="scheduled", recurrence="FREQ=HOURLY;BYHOUR=25")
    assert open_lobbies(now=START) == []
    assert SetAside.objects.get().code == EventCode.RECURRENCE_PART
    [boss] = events.players(1)
    rule = "FREQ=MINUTELY;INTERVAL=30"
    desk.set_dates(template_id=plan.pk, rule=rule, exceptions=[], by=boss.pk, now=START)
    assert [event.starts_at for event in open_lobbies(now=START)] == [START + timedelta(minutes=30)]


def test_a_busy_database_is_no_fault_of_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    events.template()

    def locked(**_: object) -> None:
        raise OperationalError from LockNotAvailable()

    monkeypatch.setattr("tournaments.entry.scheduling.publish", locked)
    assert open_lobbies(now=START) == []
    assert not SetAside.objects.exists()


def test_a_plan_announces_a_hundred_events_ahead_at_most() -> None:
    events.template(kind="scheduled", recurrence="FREQ=MINUTELY", announce_minutes=2_147_483_647)
    Template.objects.update(max_entries=6)
    assert scheduling._missing(Template.objects.get(), frozenset(), now=START) == [
        START + timedelta(minutes=number) for number in range(1, scheduling.MOST_AHEAD + 1)
    ]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("recurrence", {"recurrence": "FREQ=HOURLY;BYHOUR=25"}),
        ("exceptions", {"exceptions": ["Xmas"]}),
        ("exceptions", {"exceptions": {"a": 1}}),
        ("exceptions", {"exceptions": ["2026-12-25", 7]}),
        ("announce_minutes", {"announce_minutes": 5_256_000}),
    ],
)
def test_a_plan_says_which_of_its_dates_cannot_be(field: str, wrong: dict[str, Any]) -> None:
    plan = events.template(kind="scheduled")
    for name, value in wrong.items():
        setattr(plan, name, value)
    with pytest.raises(ValidationError) as refused:
        plan.clean()
    assert set(refused.value.message_dict) == {field}


@pytest.mark.rule("POOL-1")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"buy_in": 790, "fee": 210}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"buy_in": 250_00, "fee": 1}, MoneyCode.ENTRY_RIGHT_TOO_HIGH),
        ({"kind": "scheduled"}, EventCode.START_TIME_MISSING),
        ({"min_entries": 7}, EventCode.TOO_MANY_NEEDED),
        ({"rows": []}, EventCode.SCHEDULE_EMPTY),
        ({"late_registration_levels": 4}, EventCode.LATE_REGISTRATION_ENDLESS),
    ],
)
def test_terms_that_break_a_rule_are_not_published(
    terms: dict[str, Any], code: RefusalCode | RefusalCode
) -> None:
    plan = events.template(**terms)
    with pytest.raises(Refusal) as refused:
        publish(template_id=plan.pk, now=START)
    assert refused.value.code == code
    assert not Tournament.objects.exists()


def test_a_plan_that_cannot_be_published_keeps_no_other_closed() -> None:
    events.template(name="Bad", fee=5_000)
    events.template(name="Worse", kind="scheduled", recurrence="now and then")
    events.template(name="Good")
    assert [event.name for event in open_lobbies(now=START)] == ["Good"]


@pytest.mark.rule("OUT-1")
def test_the_database_gives_who_sits_out_no_more_time_than_the_others() -> None:
    event = events.sit_and_go(action_seconds=20, away_seconds=20)
    plan = Template.objects.all()
    for seconds in (0, 21):
        with pytest.raises(IntegrityError, match="template_away"), transaction.atomic():
            plan.update(away_seconds=seconds)
        event.pk, event.away_seconds, event.template_id = None, seconds, None
        with pytest.raises(IntegrityError, match="event_away"), transaction.atomic():
            event.save()
