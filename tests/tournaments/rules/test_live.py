"""The pure rules of live events: order and chips of who goes out, and where the blinds were."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import Positions
from tournaments.rules import knockouts, live_button, live_chips

# Groups of entries that go out in one hand, best first, and what is known of their stacks.
outs = st.lists(
    st.lists(st.integers(1, 50), min_size=1, max_size=3), min_size=1, max_size=4
).filter(lambda groups: len({e for g in groups for e in g}) == sum(map(len, groups)))


@pytest.mark.rule("LIVE-2")
@pytest.mark.parametrize(
    ("groups", "known", "stacks"),
    [
        # Alone: what was known last.
        ([[4]], {4: 9000}, {4: 9000}),
        # As the floor says, and the stacks say so too.
        ([[4], [7]], {4: 9000, 7: 2000}, {4: 9000, 7: 2000}),
        # The floor has seen that 7 had more, whatever the last count said.
        ([[7], [4]], {4: 9000, 7: 2000}, {7: 9001, 4: 9000}),
        # Three, of whom two tie.
        ([[1, 2], [3]], {1: 500, 2: 700, 3: 600}, {1: 700, 2: 700, 3: 600}),
    ],
)
def test_who_the_floor_says_is_better_had_more_chips(
    groups: list[list[int]], known: dict[int, int], stacks: dict[int, int]
) -> None:
    assert live_chips.in_order(groups, known) == stacks


@pytest.mark.rule("LIVE-2")
@given(groups=outs, chips=st.integers(1, 10_000))
def test_the_order_of_the_floor_is_the_order_of_the_stacks(
    groups: list[list[int]], chips: int
) -> None:
    known = {entry: (entry * 7919) % chips + 1 for group in groups for entry in group}
    stacks = live_chips.in_order(groups, known)
    levels = [{stacks[entry] for entry in group} for group in groups]
    assert all(len(level) == 1 for level in levels)
    ordered = [level.pop() for level in levels]
    assert ordered == sorted(set(ordered), reverse=True)
    assert all(stacks[entry] >= known[entry] for entry in known)


@pytest.mark.rule("LIVE-2")
@pytest.mark.parametrize(
    ("chips", "to", "shares"),
    [
        (9000, [3], {3: 9000}),
        (1000, [1, 2, 3], {1: 334, 2: 333, 3: 333}),
        (2, [1, 2, 3], {1: 1, 2: 1}),
    ],
)
def test_the_chips_of_who_is_out_are_with_others_to_the_last(
    chips: int, to: list[int], shares: dict[int, int]
) -> None:
    assert live_chips.passed_on(chips, to) == shares


@pytest.mark.rule("LIVE-3")
def test_a_count_says_how_many_are_missing_or_too_many() -> None:
    assert live_chips.Difference(counted=17_500, sold=18_000).chips == -500
    assert live_chips.Difference(counted=18_100, sold=18_000).chips == 100


@pytest.mark.rule("LIVE-4")
@pytest.mark.parametrize(
    ("button", "seats", "positions"),
    [
        (2, {1, 2, 5, 9}, Positions(2, 5, 9)),
        (9, {1, 2, 5, 9}, Positions(9, 1, 2)),
        # A dead button, at a seat that was left.
        (3, {1, 2, 5, 9}, Positions(3, 5, 9)),
        # Heads-up the button is the small blind, also where it was left at an empty seat.
        (2, {2, 5}, Positions(2, 2, 5)),
        (4, {2, 5}, Positions(2, 2, 5)),
        (1, {1}, None),
    ],
)
def test_the_blinds_follow_the_button(
    button: int, seats: set[int], positions: Positions | None
) -> None:
    assert live_button.positions(button, seats) == positions


@pytest.mark.rule("LIVE-2")
def test_several_who_knock_somebody_out_share_the_head_to_the_cent() -> None:
    assert knockouts.shared([4, 9], head=501) == {4: 251, 9: 250}
    assert knockouts.shared([], head=500) == {}
    assert knockouts.shared([4], head=0) == {}
