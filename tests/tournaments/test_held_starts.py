"""An event that would begin right after an outage of the room waits for its players (TRN-6)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tables.live import heartbeat
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import check_in
from tournaments.entry.registration import register
from tournaments.models import Due, Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-6")]

MINUTE = timedelta(minutes=1)
# Announced for nine; the room was last heard of five minutes before, and came back ten after.
SINCE, STARTS, BACK = START, START + 5 * MINUTE, START + 15 * MINUTE


def after_an_outage(**terms: int) -> Tournament:
    """Five have registered; what the sweep does when the room is back."""
    event = events.scheduled(starts_at=STARTS, **terms)
    for user in events.players(5):
        register(tournament_id=event.pk, user_id=user.pk, now=START - 60 * MINUTE)
    heartbeat.beat(now=SINCE)
    heartbeat.beat(now=BACK)
    return step(event, minutes=0)


def step(event: Tournament, *, minutes: float) -> Tournament:
    """What an event is so long after the room came back."""
    for _ in range(2):
        director.step(tournament_id=event.pk, now=BACK + minutes * MINUTE)
    event.refresh_from_db()
    return event


def test_it_begins_when_its_players_had_time_to_come_back() -> None:
    event = after_an_outage()
    assert (event.status, event.starts_at) == ("registering", STARTS)
    assert event.begins_at == BACK + 3 * MINUTE
    assert Due.objects.get().due_at <= event.begins_at
    assert step(event, minutes=2.9).registering
    assert step(event, minutes=3).status == "running"


@pytest.mark.rule("TRN-2")
def test_check_in_lasts_as_long_as_it_should_have() -> None:
    event = after_an_outage(check_in_minutes=15)
    # Ten of its minutes were before the outage.
    assert event.begins_at == BACK + 5 * MINUTE
    assert (event.registering, event.entry_count) == (True, 5)
    for entry in event.entries.order_by("pk")[:3]:
        now = BACK + 4 * MINUTE
        check_in.check_in(tournament_id=event.pk, user_id=entry.user_id, now=now)
    event = step(event, minutes=5)
    assert (event.status, event.entry_count) == ("running", 3)
    assert event.entries.filter(status=Entry.Status.WITHDRAWN).count() == 2


def test_a_second_outage_puts_it_off_again() -> None:
    event = after_an_outage()
    heartbeat.beat(now=BACK + 9 * MINUTE)
    assert step(event, minutes=9).begins_at == BACK + 12 * MINUTE


def test_events_later_that_evening_begin_as_announced() -> None:
    event = events.scheduled(starts_at=BACK + 15 * MINUTE, check_in_minutes=15)
    sit_and_go = events.sit_and_go()
    heartbeat.beat(now=SINCE)
    heartbeat.beat(now=BACK)
    for found in (event, sit_and_go):
        found.refresh_from_db()
        assert found.held_until is None


def test_players_read_when_and_why(client: Client) -> None:
    event = events.scheduled(starts_at=STARTS)
    put_off = STARTS + 13 * MINUTE
    Tournament.objects.filter(pk=event.pk).update(held_until=put_off)
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert "Put off from 21:05: the room could not be reached" in page
    assert f'data-until="{timezone.localtime(put_off).isoformat()}"' in page
    told = client.get(f"/api/tournaments/{event.pk}/").json()
    assert told["starts_at"] < told["held_until"]


def test_the_director_looks_as_soon_where_the_clock_is_set_back() -> None:
    event = events.scheduled(starts_at=STARTS)
    Due.objects.filter(tournament=event).update(due_at=BACK + MINUTE, not_before=BACK + MINUTE / 2)
    heartbeat.beat(now=BACK)
    for _ in range(2):
        heartbeat.beat(now=SINCE)
    found = Due.objects.get()
    assert (found.due_at, found.not_before) == (SINCE + MINUTE, SINCE + MINUTE / 2)
