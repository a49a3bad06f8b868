"""From the first registration to the last prize, by random legal play.

The short forms have slower players, so that the blinds end an event in fewer hands.
"""

import pytest
from pytest_django import Settings

from tests.harness.long_forms import longer
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tournaments.models import Move, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.rule("TRN-1"),
    pytest.mark.rule("TRN-3"),
    pytest.mark.rule("TRN-5"),
    pytest.mark.rule("RANK-1"),
]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("SNG-1")
@pytest.mark.rule("PAY-WIN")
@pytest.mark.parametrize("seed", range(3))
def test_a_sit_and_go_of_six(seed: int) -> None:
    evening = Evening(events.sit_and_go(), events.players(6), seed=seed)
    evening.register(5)
    evening.step()
    assert evening.event.status == Tournament.Status.REGISTERING
    evening.register(1)
    evening.step()
    assert evening.sizes() == [6]
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        evening.crash()
        evening.step()
        evening.later(longer(10, short=60))
    evening.check_result()
    prizes = evening.event.entries.order_by("place").values_list("prize", flat=True)
    assert list(prizes)[:3] == [3510, 1890, 0]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("PAY-STD")
@pytest.mark.rule("POOL-2")
@pytest.mark.parametrize(("seats_per_table", "guarantee"), [(6, 0), (9, 50_000)])
def test_a_whole_field_hand_by_hand(seats_per_table: int, guarantee: int) -> None:
    """Every table is idle at each step, so tables are within one of each other after each."""
    evening = _field(seats_per_table, guarantee, seed=seats_per_table)
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        if _may_come(evening) and evening.dice.random() < 0.5:
            evening.register(1)
        evening.crash()
        evening.step()
        evening.check_balance()
        evening.later(longer(5, short=40))
    evening.check_result()
    final = Move.objects.filter(reason=Move.Reason.FINAL)
    assert final.count() <= seats_per_table


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("deal_from", [2, 50])
def test_a_whole_field_all_tables_at_their_own_pace(deal_from: int, settings: Settings) -> None:
    settings.AUTO_DEAL_FROM_TABLES = deal_from
    evening = _field(6, 0, seed=77)
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands(actions=12)
        if _may_come(evening) and evening.dice.random() < 0.2:
            evening.register(1)
        if evening.dice.random() < 0.3:
            evening.crash()
        evening.step()
        evening.later(longer(1, short=12))
    evening.check_result()


def _field(seats_per_table: int, guarantee: int, *, seed: int) -> Evening:
    """Seven in ten at the start; the others may come during the first two levels."""
    players = longer(40, short=20)
    early = players * 7 // 10
    event = events.scheduled(
        seats_per_table=seats_per_table,
        max_entries=players,
        guarantee=guarantee,
        late_registration_levels=2,
        scheme=events.standard_scheme(),
    )
    evening = Evening(event, events.players(players), seed=seed)
    evening.register(early)
    evening.step()
    assert evening.event.live_count == early
    return evening


def _may_come(evening: Evening) -> bool:
    # How long the hands take is the cards' choice: the last ones may come too late.
    return bool(evening.people) and evening.event.may_still_enter(evening.now)
