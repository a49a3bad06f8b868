"""What counts for a challenge (CHALLENGE-2)."""

import pytest

from tournaments.rules.challenges import counts_event, key_of_event, met, target_of

pytestmark = pytest.mark.rule("CHALLENGE-2")


def test_events_count_once_each_and_series_once_each() -> None:
    assert key_of_event("events", event=7, plan=3) == "event:7"
    assert {key_of_event("plans", event=event, plan=3) for event in (7, 8, 9)} == {"plan:3"}
    assert target_of("plans", count=1, plans=[3, 4, 5]) == 3
    assert target_of("events", count=3, plans=[3]) == 3


def test_among_the_first_three_places_the_fourth_does_not_count() -> None:
    assert [counts_event("places", place=place, best_place=3) for place in (2, 1, 3, 4)] == [
        *(True, True, True),
        False,
    ]
    assert counts_event("events", place=900, best_place=3)
    assert not counts_event("hands", place=1, best_place=3)


def test_it_is_met_by_as_many_steps_as_it_asks_for() -> None:
    assert [met(steps, target=3) for steps in (2, 3, 4)] == [False, True, True]
