"""Chips that win, and two rankings over one session."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.prizes import pooled
from payouts.rules.rankings import by_chips, independent, ranked_by_chips
from payouts.rules.schemes import Standard, Winners


@pytest.mark.rule("PAY-SPLIT")
def test_the_pool_is_split_in_proportion_to_the_chips() -> None:
    stacks = {"anna": 7_000, "bruno": 5_000, "carla": 3_000}
    assert by_chips(10_000, stacks) == {"anna": 4_667, "bruno": 3_333, "carla": 2_000}


@pytest.mark.rule("RANK-1")
def test_a_session_that_ends_by_the_clock_ranks_by_chips() -> None:
    stacks = {"anna": 3_000, "bruno": 7_000, "carla": 3_000, "dino": 1}
    assert ranked_by_chips(stacks) == [["bruno"], ["anna", "carla"], ["dino"]]


@pytest.mark.rule("RANK-2")
def test_half_by_elimination_and_half_by_chips() -> None:
    winners = Winners([5_000, 3_000, 2_000])
    order = [["anna"], ["bruno"], ["carla"], ["dino"]]
    stacks = {"anna": 2_000, "bruno": 7_000, "carla": 1_000}
    won = independent(
        10_001,
        weights=[1, 1],
        divisions=[
            lambda part: pooled(winners.prizes(entries=4, pool=part), order),
            lambda part: by_chips(part, stacks),
        ],
    )
    # 50.01 by elimination: 25.01 15.00 10.00; 50.00 by chips: 10.00 35.00 5.00.
    assert won == {"anna": 3_501, "bruno": 5_000, "carla": 1_500, "dino": 0}


@pytest.mark.rule("RANK-2", "PAY-ROUND")
@given(
    pool=st.integers(0, 10**9),
    weights=st.lists(st.integers(1, 100), min_size=2, max_size=2),
    chips=st.lists(st.integers(1, 10**6), min_size=1, max_size=20),
)
def test_two_rankings_together_pay_the_whole_pool(
    pool: int, weights: list[int], chips: list[int]
) -> None:
    stacks = dict(enumerate(chips))
    won = independent(
        pool,
        weights=weights,
        divisions=[
            lambda part: by_chips(part, stacks),
            lambda part: pooled(
                Standard().prizes(entries=len(stacks), pool=part), ranked_by_chips(stacks)
            ),
        ],
    )
    assert sum(won.values()) == pool
