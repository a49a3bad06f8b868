"""RANK-1: out first is last; in the same hand the larger stack ranks higher, equal ones tie."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.prizes import pooled
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


# Two hands of the third round of hand-for-hand, which ended a minute apart.
ROUND = [
    Out(1, START, 70, 900, 3),
    Out(2, START, 70, 400, 3),
    Out(3, START + timedelta(minutes=1), 71, 500, 3),
    Out(4, START + timedelta(minutes=1), 71, 400, 3),
]


@pytest.mark.rule("TRN-4")
@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize(
    ("outs", "ties", "expected"),
    [
        # Across tables the larger stack ranks higher, and equal ones tie.
        (ROUND, False, [[1], [3], [2, 4]]),
        # With the setting different tables tie; at one table stacks still count.
        (ROUND, True, [[1, 3], [2, 4]]),
        (ROUND[:3], True, [[1, 3], [2]]),
        (ROUND[:2], True, [[1], [2]]),
        ([*ROUND[:1], ROUND[2]._replace(start_stack=1)], True, [[1, 3]]),
        # Equal at their own table, they tie with each other and with the best elsewhere.
        ([ROUND[0], ROUND[1]._replace(start_stack=900), ROUND[2]], True, [[1, 2, 3]]),
        # The setting is about hand-for-hand: at their own pace, whoever lasted longer is better.
        ([out(1, 5, 100, hand=70), out(2, 5, 100, hand=71)], True, [[2], [1]]),
        ([out(1, 5, 100, hand=70), out(2, 5, 900, hand=70)], True, [[2], [1]]),
        # What came before the round and after it keeps its place, at the same moment even.
        ([Out(9, START, 69, 5000), *ROUND, Out(8, START + timedelta(minutes=1), 72, 1)], False,
         [[8], [1], [3], [2, 4], [9]]),
        # All of a round rank at its end: above whoever went before it, in no round of theirs.
        ([*ROUND, Out(9, START + timedelta(seconds=30), 72, 5000)], False,
         [[1], [3], [2, 4], [9]]),
        ([ROUND[0], ROUND[2]._replace(at=START, hand=72), Out(9, START, 71, 5000)], False,
         [[1], [3], [9]]),
    ],
)  # fmt: skip
def test_out_in_one_round_of_hand_for_hand(
    outs: list[Out], ties: bool, expected: list[list[int]]
) -> None:
    assert ranking(outs, ties=ties) == expected


@pytest.mark.rule("PAY-ROUND")
@pytest.mark.parametrize(
    "outs",
    [
        [Out(1, START, 70, 400, round=3), Out(2, START, 71, 900, round=3)],
        [Out(pk, START, 70, stack, stage=1, table_place=2) for pk, stack in ((1, 400), (2, 900))],
    ],
    ids=["hand for hand", "a shoot-out"],
)
def test_of_those_who_tie_at_different_tables_the_larger_stack_gets_an_odd_cent(
    outs: list[Out],
) -> None:
    ranked = ranking(outs, ties=True)
    assert ranked == [[2, 1]]
    assert pooled([501, 500], ranked) == {2: 501, 1: 500}


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
