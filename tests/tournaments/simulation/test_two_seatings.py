"""TRN-3, LATE-1: an event seats everybody as it would if each table were looked at each time."""

from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.harness.long_forms import longer
from tests.tournaments import plain_seating
from tests.tournaments.simulation.test_evening import event
from tournaments.simulation.evening import Evening, Habits
from tournaments.simulation.outcome import SimulationOutcome
from tournaments.simulation.tables import MemoryFloor

Told = list[tuple[Any, ...]]


def played(players: int, seed: int, habits: Habits, **terms: Any) -> tuple[SimulationOutcome, Told]:
    """What came of an event, with each seat that was given and each hand that was begun."""
    told: Told = []
    with pytest.MonkeyPatch.context() as patch:
        for name in ("seat", "move", "deal", "open_table", "close"):
            patch.setattr(MemoryFloor, name, _telling(name, told))
        evening = Evening(
            event(max_entries=400, **terms), players=players, dice=Random(seed), habits=habits
        )
        return evening.play(), told


def _telling(name: str, told: Told) -> Any:
    do = getattr(MemoryFloor, name)

    def tell(floor: MemoryFloor, *args: Any, **options: Any) -> Any:
        told.append((floor.now, name, *(getattr(arg, "id", str(arg)) for arg in args)))
        return do(floor, *args, **options)

    return tell


@pytest.mark.middling
@pytest.mark.long
@pytest.mark.rule("TRN-3", "LATE-1")
@settings(max_examples=longer(200, short=6), deadline=None)
@given(
    players=st.integers(8, longer(120, short=24)),
    seats=st.sampled_from([2, 3, 6, 9]),
    late=st.sampled_from([0.0, 0.3, 0.9]),
    seating=st.sampled_from(["drawn", "shortest"]),
    re_entries=st.integers(0, 2),
    seed=st.integers(0, 2**20),
)
# Two tables are opened at once for those who wait.
@example(players=36, seats=2, late=0.9, seating="drawn", re_entries=2, seed=7513)
def test_every_seat_move_and_hand_is_that_of_the_plain_way(
    players: int, seats: int, late: float, seating: str, re_entries: int, seed: int
) -> None:
    terms: dict[str, Any] = {
        "seats_per_table": seats,
        "late_registration_levels": 4,
        "late_seating": seating,
        "re_entries": re_entries,
        "starting_stack": 400,
    }
    habits = Habits(late=late, again=0.8)
    outcome, told = played(players, seed, habits, **terms)
    with pytest.MonkeyPatch.context() as patch:
        plain_seating.use(patch)
        assert played(players, seed, habits, **terms) == (outcome, told)
