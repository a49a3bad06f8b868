"""An event whose players have all gone comes to its end by itself (OUT-1)."""

from datetime import timedelta
from typing import Any

import pytest

from tables import engine
from tables.live import dealer
from tables.models import Hand, Seat, Table
from tables.storage import packed_events
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tournaments.models import Tournament
from tournaments.play import books, timekeeping

pytestmark = [pytest.mark.django_db, pytest.mark.rule("OUT-1")]

# One level for ever: nothing but the absence of everybody makes the blinds rise.
FIXED = [(60, 10, 20, 5)]
HOURS = timedelta(hours=2)


def deserted(players: int, **terms: Any) -> Evening:
    """Everybody registers, and nobody comes."""
    event = events.scheduled(rows=FIXED, starting_stack=300, bank_seconds=0, **terms)
    evening = Evening(event, events.players(players), seed=1)
    evening.register(players)
    evening.step()
    for seat in Seat.objects.filter(table__event=event.event):
        dealer.sit_out(table_id=seat.table_id, user_id=seat.user_id, now=evening.now)
    return evening


def let_time_pass(evening: Evening, until: timedelta, *, a_hand: int = 5) -> None:
    """Seconds go by, in which only the room's own jobs run."""
    end = evening.now + until
    while evening.now < end and not evening.event.over:
        evening.later(a_hand)
        for table_id in evening.playing():
            while dealer.time_out(table_id=table_id, now=evening.later(1)):
                pass
        evening.step()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "terms"),
    [
        (2, {}),
        (5, {"seats_per_table": 3}),
        (4, {"seats_per_table": 2, "format": "shootout"}),
    ],
    ids=["heads-up", "two tables", "a bracket"],
)
def test_with_nobody_there_the_cards_decide_and_the_pool_is_paid(
    players: int, terms: dict[str, Any]
) -> None:
    evening = deserted(players, **terms)
    let_time_pass(evening, HOURS, a_hand=60)
    assert evening.event.status == Tournament.Status.FINISHED
    evening.check_result()
    assert books.reconcile().drifts == []


def big_blind() -> int:
    return int(Hand.objects.latest("pk").stakes["big_blind"])


@pytest.mark.slow
def test_as_soon_as_somebody_is_back_the_level_counts_again() -> None:
    evening = deserted(2)
    let_time_pass(evening, timedelta(seconds=280), a_hand=15)
    assert big_blind() == 20
    let_time_pass(evening, timedelta(seconds=30))
    assert big_blind() == 40
    table = Table.objects.get()
    [seat, _] = table.seats.all()
    dealer.come_back(table_id=table.pk, user_id=seat.user_id, now=evening.now)
    evening.play_hands()
    evening.step()
    assert big_blind() == 20
    assert Table.objects.get().deserted_at is None


@pytest.mark.slow
def test_a_pause_is_no_absence() -> None:
    evening = deserted(2)
    let_time_pass(evening, timedelta(seconds=10))
    timekeeping.pause(tournament_id=evening.event.pk, reason="", now=evening.now)
    evening.later(3600)
    timekeeping.resume(tournament_id=evening.event.pk, now=evening.now)
    let_time_pass(evening, timedelta(seconds=200), a_hand=15)
    assert big_blind() == 20


@pytest.mark.slow
def test_where_tables_play_for_the_same_places_all_must_be_deserted() -> None:
    evening = deserted(4, seats_per_table=2)
    there, gone = evening.playing()
    for seat in Seat.objects.filter(table=there):
        dealer.come_back(table_id=there, user_id=seat.user_id, now=evening.now)
    for _ in range(10):
        evening.later(40)
        while there in evening.playing():
            evening.act(there, lambda hand: engine.Action("fold"))
        while dealer.time_out(table_id=gone, now=evening.later(1)):
            pass
        evening.step()
    assert big_blind() == 20


@pytest.mark.parametrize("seconds", [1, 7, 20])
def test_whoever_sits_out_has_the_time_that_the_event_says(seconds: int) -> None:
    evening = deserted(3, away_seconds=seconds)
    [table_id] = evening.playing()
    hand = Hand.objects.get()
    assert not dealer.time_out(table_id=table_id, now=evening.later(seconds - 0.1))
    assert dealer.time_out(table_id=table_id, now=evening.later(0.1))
    assert any(event["e"] == "act" for event in packed_events.of_hand(hand.pk))
