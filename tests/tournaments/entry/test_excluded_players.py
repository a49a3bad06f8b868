"""A player who has excluded themselves: out of what has not begun, sat out in the rest."""

import pytest

from core.refusal import Refusal
from core.types import UserId
from players.protection import exclusions
from players.refusals import PlayerCode
from tables.models import Seat
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import Entry, Tournament
from tournaments.play.books import reconcile

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-2")]

Status = Entry.Status


def exclude(user_id: UserId) -> None:
    exclusions.exclude(user_id=user_id, days=7, now=START)


def test_they_enter_no_event() -> None:
    event, [anna] = events.sit_and_go(), events.players(1)
    exclude(anna.pk)
    with pytest.raises(Refusal) as refused:
        register(tournament_id=event.pk, user_id=anna.pk, now=START)
    assert refused.value.code == PlayerCode.SELF_EXCLUDED
    assert events.wallet(anna) == BUY_IN + FEE


def test_they_come_late_to_none_either() -> None:
    event, people = events.scheduled(late_registration_levels=1), events.players(3)
    for user in people[:2]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    exclude(people[2].pk)
    with pytest.raises(Refusal) as refused:
        register(tournament_id=event.pk, user_id=people[2].pk, now=START)
    assert refused.value.code == PlayerCode.SELF_EXCLUDED
    assert people[2].pk not in events.seats(event)


@pytest.mark.slow
def test_entries_in_events_that_have_not_begun_come_back_in_full() -> None:
    lobbies = [events.sit_and_go(name=f"Turbo {number}") for number in range(3)]
    [anna] = events.players(1, cents=3 * (BUY_IN + FEE))
    for event in lobbies:
        register(tournament_id=event.pk, user_id=anna.pk, now=START)
    exclude(anna.pk)
    assert events.wallet(anna) == 3 * (BUY_IN + FEE)
    assert [events.pool(event) for event in lobbies] == [0, 0, 0]
    assert set(Entry.objects.values_list("status", flat=True)) == {Status.WITHDRAWN}
    assert reconcile().drifts == []


def test_what_has_begun_goes_on_and_they_sit_out_in_it() -> None:
    event, people = events.sit_and_go(max_entries=2), events.players(2)
    for user in people:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    exclude(people[0].pk)
    event.refresh_from_db()
    assert event.status == Tournament.Status.RUNNING
    assert people[0].pk in events.seats(event)
    assert dict(Seat.objects.values_list("user", "away")) == {
        people[0].pk: True,
        people[1].pk: False,
    }


@pytest.mark.slow
def test_a_velox_whose_prize_is_about_to_be_drawn_keeps_their_entry() -> None:
    event, people = events.velox(), events.players(3, cents=500)
    for user in people:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    exclude(people[0].pk)
    assert event.entries.get(user=people[0]).status == Status.REGISTERED
    director.step(tournament_id=event.pk, now=START)
    assert set(events.seats(event)) == {user.pk for user in people}
