"""Chips that win, and two rankings over one session."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.chip_prizes import by_chips, independent, ranked_by_chips, won_by_chips
from payouts.rules.prizes import pooled
from payouts.rules.schemes import Standard, TwoRankings, Winners, read

THREE: dict[str, Any] = {"kind": "winners", "shares": [5_000, 3_000, 2_000]}
TABLE: dict[str, Any] = {"kind": "table", "rows": [{"most": 9, "runs": [[1, 7_000], [1, 3_000]]}]}
PLACES: list[dict[str, Any]] = [THREE, {"kind": "standard"}, TABLE | {"least": 0}]


@pytest.mark.rule("PAY-SPLIT")
def test_the_pool_is_split_in_proportion_to_the_chips() -> None:
    stacks = {"anna": 7_000, "bruno": 5_000, "carla": 3_000}
    assert by_chips(10_000, stacks) == {"anna": 4_667, "bruno": 3_333, "carla": 2_000}


@pytest.mark.rule("RANK-1")
def test_a_session_that_ends_by_the_clock_ranks_by_chips() -> None:
    stacks = {"anna": 3_000, "bruno": 7_000, "carla": 3_000, "dino": 1}
    assert ranked_by_chips(stacks) == [["bruno"], ["anna", "carla"], ["dino"]]


@pytest.mark.rule("RANK-2")
@pytest.mark.parametrize(
    ("chips", "stacks", "won"),
    [
        (None, [3_000, 7_000, 5_000], [1_000, 2_333, 1_667]),
        ({"kind": "split"}, [3_000, 7_000, 5_000], [1_000, 2_333, 1_667]),
        (THREE, [3_000, 7_000, 5_000], [1_000, 2_500, 1_500]),
        # Equal stacks share their places.
        (THREE, [5_000, 5_000, 2_000], [2_000, 2_000, 1_000]),
        # Fewer are in than places are paid: in proportion to their own.
        (THREE, [1_000, 7_000], [1_875, 3_125]),
        (THREE, [1_000], [5_000]),
        # So many enter that the table pays three, of whom two are in.
        ({"kind": "standard"}, [1_000, 7_000], [1_875, 3_125]),
    ],
)
def test_the_ranking_by_chips_pays_by_any_scheme_of_its_own(
    chips: dict[str, Any] | None, stacks: list[int], won: list[int]
) -> None:
    scheme = TwoRankings([6_000, 4_000], by_elimination=5_000, chips=chips)
    entries = dict(enumerate(stacks))
    found = won_by_chips(scheme, entries, entries=9, pool=10_000)
    assert [found[entry] for entry in entries] == won
    assert won_by_chips(scheme, entries, entries=9, pool=0) == dict.fromkeys(entries, 0)


@pytest.mark.rule("RANK-2", "PAY-ROUND")
@given(
    kinds=st.tuples(st.sampled_from(PLACES), st.sampled_from([None, *PLACES])),
    part=st.integers(1, 9_999),
    entries=st.integers(1, 60),
    pool=st.integers(0, 10**6),
    data=st.data(),
)
def test_two_rankings_of_any_schemes_pay_the_pool_to_the_cent(
    kinds: tuple[dict[str, Any], dict[str, Any] | None],
    part: int,
    entries: int,
    pool: int,
    data: st.DataObject,
) -> None:
    scheme = TwoRankings([], by_elimination=part, elimination=kinds[0], chips=kinds[1])
    assert scheme.fault is None
    assert read(scheme.to_json()) == scheme
    stacks = data.draw(st.lists(st.integers(1, 10**6), min_size=1, max_size=entries))
    by_place = scheme.prizes(entries=entries, pool=pool)
    chips = won_by_chips(scheme, dict(enumerate(stacks)), entries=entries, pool=pool)
    assert sum(by_place) + sum(chips.values()) == pool
    assert len(by_place) <= entries
    ranked = [chips[one] for group in ranked_by_chips(dict(enumerate(stacks))) for one in group]
    assert all(more + 1 >= less for more, less in pairwise(ranked))


@pytest.mark.rule("RANK-2")
@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        ({}, ("shares", "empty")),
        ({"elimination": THREE}, None),
        ({"elimination": {"kind": "split"}}, ("elimination_scheme", "not_by_place")),
        ({"elimination": THREE, "chips": {"kind": "velox"}}, ("chips_scheme", "not_by_chips")),
        (
            {"elimination": THREE, "chips": {"kind": "satellite", "seat": 100}},
            ("chips_scheme", "not_by_chips"),
        ),
    ],
)
def test_a_ranking_pays_money_by_place_or_by_chips(
    terms: dict[str, Any], fault: tuple[str, str] | None
) -> None:
    assert TwoRankings([], by_elimination=5_000, **terms).fault == fault


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
