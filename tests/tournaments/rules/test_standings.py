"""RANK-1: out first is last; in the same hand the larger stack ranks higher, equal ones tie."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.standings import Out, places, ranking

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def out(entry: int, minute: int, stack: int, hand: int | None = None) -> Out:
    return Out(entry, START + timedelta(minutes=minute), hand or minute, stack)


@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize(
    ("outs", "expected"),
    [
        ([], []),
        ([out(1, 5, 100), out(2, 9, 50)], [[2], [1]]),
        ([out(1, 5, 100), out(2, 5, 900)], [[2], [1]]),
        ([out(7, 5, 100), out(2, 5, 100)], [[2, 7]]),
        ([out(1, 5, 100), out(2, 5, 300), out(3, 5, 100), out(4, 2, 900)], [[2], [1, 3], [4]]),
        # The same moment at two tables is not the same hand.
        ([out(1, 5, 100, hand=70), out(2, 5, 100, hand=71)], [[2], [1]]),
    ],
)
def test_the_ranking_of_the_eliminated(outs: list[Out], expected: list[list[int]]) -> None:
    assert ranking(outs) == expected


@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize(
    ("groups", "last", "expected"),
    [
        ([[5]], 9, {5: 9}),
        ([[5], [6]], 9, {5: 8, 6: 9}),
        ([[5], [6, 7], [8]], 9, {5: 6, 6: 7, 7: 7, 8: 9}),
        ([[1], [2]], 2, {1: 1, 2: 2}),
    ],
)
def test_places_are_given_from_the_bottom_and_ties_share_the_better_one(
    groups: list[list[int]], last: int, expected: dict[int, int]
) -> None:
    assert places(groups, last=last) == expected


@given(
    outs=st.lists(
        st.builds(out, st.integers(1, 99), st.integers(1, 6), st.integers(1, 3)),
        unique_by=lambda out: out.entry,
    )
)
def test_everybody_has_one_place_and_later_is_never_worse(outs: list[Out]) -> None:
    found = places(ranking(outs), last=len(outs))
    assert found.keys() == {out.entry for out in outs}
    for one in outs:
        better = [
            other for other in outs if (other.at, other.start_stack) > (one.at, one.start_stack)
        ]
        assert found[one.entry] == 1 + len(better)
