"""The big blind in whole events: nobody has it twice running, and it passes nobody."""

from collections import Counter
from random import Random
from typing import get_args

import pytest

from core.types import SeatNo
from tables.engine import Button, dealt_in
from tables.engine.positions import between
from tests.harness.long_forms import longer
from tests.tournaments.simulation.test_evening import event
from tournaments.floor.floors import TableState
from tournaments.simulation.evening import START, Evening, Habits
from tournaments.simulation.tables import HandPace, MemoryFloor

HANDS = 20_000


def play(hands: int, button: Button) -> Counter[str]:
    """Play events until so many hands are dealt, each field with other dice.

    Counted are players who have the big blind in two hands of a table running, players whom it
    passes, and those who wait a hand between button and small blind: never two running.
    """
    counts = Counter[str]()
    last: dict[int, int] = {}
    waiting: dict[int, set[int]] = {}

    class Watched(MemoryFloor):
        """Looks at each deal."""

        def deal(self, table: TableState, *terms: object, **more: object) -> None:
            before, seats = table.button, sorted(table.stacks)
            super().deal(table, *terms, **more)  # type: ignore[arg-type]
            after = table.button
            assert after is not None
            counts["hands"] += 1
            big = table.users[SeatNo(after.big_blind)]
            counts["twice"] += last.get(table.id) == big
            last[table.id] = big
            if before is None:
                return
            counts["passed"] += len(between(before.big_blind, after.big_blind, seats))
            left_out = {table.users[no] for no in set(seats) - set(dealt_in(after, seats))}
            counts["waits"] += len(left_out)
            counts["waits twice"] += len(left_out & waiting.get(table.id, set()))
            waiting[table.id] = left_out

    while counts["hands"] < hands:
        dice = Random(counts["events"])
        terms = event(
            button=button,
            seats_per_table=dice.choice([4, 6, 9]),
            max_entries=10_000,
            starting_stack=1_500,
            late_registration_levels=6,
            re_entries=3,
        )
        evening = Evening(terms, players=90, dice=dice, habits=Habits(late=0.5, again=0.8))
        last.clear()
        waiting.clear()
        evening.floor = Watched(terms, pace=HandPace(), dice=dice, now=START)
        outcome = evening.play()
        counts["re-entries"] += outcome.re_entries
        counts["events"] += 1
    return counts


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("BTN-3", "TRN-3")
@pytest.mark.parametrize("button", get_args(Button))
def test_with_latecomers_breaks_and_re_entries_the_big_blind_skips_nobody(button: Button) -> None:
    hands = longer(HANDS, short=500)
    counts = play(hands, button)
    print(button, dict(counts))
    assert counts["hands"] >= hands
    assert counts["re-entries"] > 0
    assert (counts["twice"], counts["passed"], counts["waits twice"]) == (0, 0, 0)
    assert (counts["waits"] > 0) == (button == "dead")
