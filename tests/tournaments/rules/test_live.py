"""The pure rules of live events: order and chips of who goes out, and where the blinds were."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import Button, Positions, next_positions
from tournaments.rules import knockouts, live_button, live_chips, seating
from tournaments.rules.table_occupancy import TablePlan

# Groups of entries that go out in one hand, best first, and what is known of their stacks.
outs = st.lists(
    st.lists(st.integers(1, 50), min_size=1, max_size=3), min_size=1, max_size=4
).filter(lambda groups: len({e for g in groups for e in g}) == sum(map(len, groups)))


@pytest.mark.rule("LIVE-3")
@pytest.mark.parametrize(
    ("stacks", "total", "unit", "after"),
    [
        # In proportion; the odd chips go to the first.
        ({1: 1500, 2: 1500}, 2500, 1, {1: 1250, 2: 1250}),
        ({1: 2000, 2: 1000, 3: 1000}, 4500, 100, {1: 2300, 2: 1100, 3: 1100}),
        # Everybody keeps a chip.
        ({1: 5000, 2: 100}, 200, 100, {1: 100, 2: 100}),
        ({1: 5000, 2: 100}, 199, 100, None),
        # There is nobody to make up for it.
        ({}, 0, 1, {}),
        ({}, 1, 1, None),
    ],
)
def test_estimates_make_up_for_what_one_table_has_counted(
    stacks: dict[int, int], total: int, unit: int, after: dict[int, int] | None
) -> None:
    assert live_chips.scaled(stacks, total, unit=unit) == after


@given(
    stacks=st.dictionaries(st.integers(1, 20), st.integers(1, 10**6), max_size=9),
    total=st.integers(0, 10**7),
    unit=st.sampled_from([1, 25, 500]),
)
def test_estimates_that_are_scaled_come_to_the_total(
    stacks: dict[int, int], total: int, unit: int
) -> None:
    after = live_chips.scaled(stacks, total, unit=unit)
    if after is None:
        assert total < unit * len(stacks) or not stacks
        return
    assert sum(after.values()) == total
    assert min(after.values(), default=unit) >= unit
    assert sum(stack % unit > 0 for stack in after.values()) <= (total % unit > 0)


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


@pytest.mark.rule("LIVE-2", "LIVE-8")
def test_the_chips_of_who_is_out_are_shared_in_chips_that_are_in_play() -> None:
    shares = live_chips.passed_on(10_000, [1, 2, 3], unit=100)
    assert shares == {1: 3_400, 2: 3_300, 3: 3_300}
    # A stack that no chips make keeps its sum.
    assert live_chips.passed_on(1_050, [1, 2, 3], unit=500) == {1: 550, 2: 500}


@pytest.mark.rule("LIVE-3")
def test_a_count_says_how_many_are_missing_or_too_many() -> None:
    assert live_chips.Difference(counted=17_500, sold=18_000).chips == -500
    assert live_chips.Difference(counted=18_100, sold=18_000).chips == 100


@pytest.mark.rule("LIVE-4", "BTN-3")
@pytest.mark.parametrize(
    ("last", "blinds", "possible"),
    [
        ((1, 2, 3), True, True),
        ((8, 9, 1), True, True),
        # Button and small blind may be dead, and the big blind far.
        ((1, 4, 9), True, True),
        # Heads-up the button is the small blind (BTN-2).
        ((2, 2, 5), True, True),
        ((2, 1, 3), True, False),
        ((1, 3, 3), True, False),
        ((1, 2, 1), True, False),
        ((1, 1, 1), True, False),
        ((1, 2, 10), True, False),
        ((0, 1, 2), True, False),
        # Without blinds the button alone counts.
        ((4, 4, 4), False, True),
        ((10, 1, 2), False, False),
    ],
)
def test_the_floor_says_button_and_blinds_as_a_hand_can_have_them(
    last: tuple[int, int, int], blinds: bool, possible: bool
) -> None:
    said = Positions(*last)
    assert live_button.possible(said, max_seats=9, blinds=blinds) is possible


@pytest.mark.rule("LIVE-4", "TRN-3", "BTN-3")
@pytest.mark.parametrize(
    ("last", "seats", "mover"),
    [
        # The big blind has gone out.
        ((1, 2, 3), {1, 2, 4, 5, 6, 7, 8, 9}, 4),
        # The small blind has, or was dead.
        ((1, 2, 3), {1, 3, 4, 5, 6, 7, 8, 9}, 4),
        # Both have, with the button.
        ((1, 2, 3), {4, 5, 6, 7, 8, 9}, 4),
        # A newcomer has sat down between the blinds since, or left of the big blind.
        ((1, 3, 5), {1, 2, 3, 4, 5, 7, 8}, 7),
        ((1, 2, 4), {1, 2, 4, 5, 8}, 5),
        # Heads-up before somebody came.
        ((2, 2, 5), {2, 5, 6}, 6),
    ],
)
def test_the_next_big_blind_moves_though_players_left_or_came_since(
    last: tuple[int, int, int], seats: set[int], mover: int
) -> None:
    plan = TablePlan(1, 9, frozenset(seats), Positions(*last))
    assert seating.due_for_big_blind(plan) == mover


@pytest.mark.rule("LIVE-4", "BTN-3")
@given(
    comings=st.lists(st.sets(st.integers(1, 9), min_size=2), min_size=2, max_size=8),
    button=st.sampled_from(get_args(Button)),
    data=st.data(),
)
def test_every_hand_of_the_online_rule_can_be_said_by_a_floor(
    comings: list[set[int]], button: Button, data: st.DataObject
) -> None:
    """Those at a table change at will between its hands, and the floor can say each of them."""
    first = data.draw(st.sampled_from(sorted(comings[0])))
    last = next_positions(None, sorted(comings[0]), first_button=first)
    for seats in comings[1:]:
        assert live_button.possible(last, max_seats=9, blinds=True)
        plan = TablePlan(1, 9, frozenset(seats), last, button=button)
        coming = next_positions(last, sorted(seats), button=button)
        assert seating.due_for_big_blind(plan) == coming.big_blind
        last = coming


@pytest.mark.rule("LIVE-2")
def test_several_who_knock_somebody_out_share_the_head_to_the_cent() -> None:
    assert knockouts.shared([4, 9], head=501) == {4: 251, 9: 250}
    assert knockouts.shared([], head=500) == {}
    assert knockouts.shared([4], head=0) == {}
