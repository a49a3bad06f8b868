"""The chip race: one chip a player at most, and nobody is raced out (LIVE-8)."""

from dataclasses import replace
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules import velox
from tournaments.rules import chip_race
from tournaments.rules.chip_race import PublishedRace, RacedStack

pytestmark = pytest.mark.rule("LIVE-8")


@pytest.mark.parametrize(
    ("stacks", "after"),
    [
        # Nothing is odd.
        ({1: 500, 2: 1200}, {1: 500, 2: 1200}),
        # Four odd chips of 25 are one of 100: the first lot has it.
        ({1: 550, 2: 1250}, {1: 600, 2: 1200}),
        # Six odd chips are one and a half: two; nobody has both.
        ({1: 575, 2: 1275}, {1: 600, 2: 1300}),
        # Five are one and a quarter: one.
        ({1: 550, 2: 1275}, {1: 600, 2: 1200}),
        # A single odd chip is less than half, and goes.
        ({1: 525, 2: 1200}, {1: 500, 2: 1200}),
        # Who has odd chips only stays in, though the chip went to another.
        ({1: 575, 2: 25}, {1: 600, 2: 100}),
        ({1: 25, 2: 1000}, {1: 100, 2: 1000}),
    ],
)
def test_odd_chips_are_raced(stacks: dict[int, int], after: dict[int, int]) -> None:
    # A number of nought is always the first lot that is left.
    assert chip_race.race(stacks, small=25, large=100, numbers=repeat(0)) == after


@given(
    units=st.lists(st.integers(1, 400), min_size=1, max_size=10),
    small=st.sampled_from([1, 5, 25, 100]),
    ratio=st.integers(2, 40),
    seed=st.binary(min_size=32, max_size=32),
)
def test_a_race_gives_one_chip_at_most_and_changes_the_total_by_rounding_alone(
    units: list[int], small: int, ratio: int, seed: bytes
) -> None:
    large = small * ratio
    stacks = {entry: small * unit for entry, unit in enumerate(units, start=1)}
    after = chip_race.draw(seed, event="e:1", small=small, large=large, table=1, stacks=stacks)
    assert list(after) == list(stacks)
    for entry, stack in stacks.items():
        assert after[entry] % large == 0
        assert after[entry] > 0
        assert after[entry] - (stack - stack % large) in (0, large)
        assert stack % large or after[entry] == stack
    odd = sum(stack % large for stack in stacks.values())
    rounded = (2 * odd + large) // (2 * large) * large
    given_anyway = sum(after.values()) - sum(s - s % large for s in stacks.values()) - rounded
    saved = sum(stack < large for stack in stacks.values())
    assert 0 <= given_anyway <= saved * large


def test_every_lot_has_the_same_chance() -> None:
    # Three odd chips against one, for a single chip of 100.
    stacks = {1: 575, 2: 1225}
    first = sum(
        chip_race.draw(
            number.to_bytes(32), event="e:1", small=25, large=100, table=1, stacks=stacks
        )[1]
        == 600
        for number in range(4000)
    )
    assert 2900 < first < 3100


def test_a_record_is_checked_by_anybody() -> None:
    seed = bytes(range(32))
    stacks = {7: 575, 8: 1225, 9: 300}
    after = chip_race.draw(seed, event="e:1", small=25, large=100, table=3, stacks=stacks)
    assert after == {7: 600, 8: 1200, 9: 300}
    chairs = [RacedStack(no, pk, stacks[pk], after[pk]) for no, pk in enumerate(stacks, start=1)]
    record = PublishedRace("e:1", 25, 100, velox.commitment(seed), seed.hex(), {3: chairs})
    assert record.change == 0
    assert chip_race.agrees(record)
    assert not chip_race.agrees(replace(record, server_seed=bytes(32).hex()))
    other = [replace(chairs[0], after=500), replace(chairs[1], after=1300), chairs[2]]
    assert not chip_race.agrees(replace(record, tables={3: other}))
    assert record.to_json() == {
        "event": "e:1",
        "small": 25,
        "large": 100,
        "commitment": velox.commitment(seed),
        "server_seed": seed.hex(),
        "tables": [
            {"table": 3, "chairs": [[1, 7, 575, 600], [2, 8, 1225, 1200], [3, 9, 300, 300]]}
        ],
    }


def test_the_lots_hang_on_the_chips_that_nobody_knew_at_the_promise() -> None:
    cause = chip_race.cause(event="e:1", small=25, large=100, table=3, stacks={7: 575, 8: 1225})
    assert cause == "race:v1:e:1:25:100:3:7=575|8=1225"
