"""Who plays whom in a shootout, and who ranks where."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.shootouts import places, rounds, tables
from tournaments.rules.standings import Out, ranking

END = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.rule("SHOOT-1")
@pytest.mark.parametrize(
    ("players", "seats", "sizes", "in_all"),
    [
        (81, 9, [9] * 9, 2),
        (36, 6, [6] * 6, 2),
        (27, 3, [3] * 9, 3),
        (10, 6, [5, 5], 2),
        (7, 6, [4, 3], 2),
        (20, 6, [5, 5, 5, 5], 2),
        (6, 6, [6], 1),
        (8, 2, [2, 2, 2, 2], 3),
        (7, 2, [2, 2, 2, 1], 3),
        (6, 2, [2, 2, 1, 1], 3),
        (5, 2, [2, 1, 1, 1], 3),
        (3, 2, [2, 1], 2),
        (2, 2, [2], 1),
    ],
)
def test_tables_are_even_and_byes_stand_in_the_first_round(
    players: int, seats: int, sizes: list[int], in_all: int
) -> None:
    assert tables(players, seats=seats) == sizes
    assert rounds(players, seats=seats) == in_all


@pytest.mark.rule("SHOOT-1")
@given(players=st.integers(2, 500), seats=st.integers(2, 10))
def test_a_round_seats_everybody_and_only_the_first_has_byes(players: int, seats: int) -> None:
    sizes = tables(players, seats=seats)
    assert sum(sizes) == players
    assert max(sizes) <= seats
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) < players
    assert seats == 2 or 1 not in sizes
    if len(sizes) > 1:
        assert 1 not in tables(len(sizes), seats=seats)


@pytest.mark.rule("SHOOT-3")
@pytest.mark.parametrize(
    ("stacks", "left", "found"),
    [
        ({1: 500}, 1, {1: 2}),
        ({1: 500, 2: 900}, 3, {2: 4, 1: 5}),
        ({1: 500, 2: 500, 3: 900}, 1, {3: 2, 1: 3, 2: 3}),
    ],
)
def test_out_in_one_hand_the_larger_stack_ranks_higher(
    stacks: dict[int, int], left: int, found: dict[int, int]
) -> None:
    assert places(stacks, left=left) == found


@pytest.mark.rule("SHOOT-3")
def test_a_later_round_beats_an_earlier_one_and_equals_of_a_round_tie() -> None:
    """(entry, round, place at the table); when each of them went out plays no part."""
    outs = [(1, 1, 3), (2, 1, 2), (3, 1, 3), (4, 1, 2), (5, 2, 2), (6, 1, 4)]
    ranked = ranking(
        Out(entry, END, hand=7, start_stack=100, stage=stage, table_place=place)
        for entry, stage, place in outs
    )
    assert ranked == [[5], [2, 4], [1, 3], [6]]
