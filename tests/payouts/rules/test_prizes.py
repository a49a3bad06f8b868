"""From prizes by place to the prize of each entry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.prizes import grouped, pooled
from payouts.rules.schemes import Standard


@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize(
    ("ranking", "won"),
    [
        ([["a"], ["b"], ["c"], ["d"]], {"a": 500, "b": 300, "c": 200, "d": 0}),
        ([["a"], ["b", "c"], ["d"]], {"a": 500, "b": 250, "c": 250, "d": 0}),
        ([["a"], ["b"], ["c", "d", "e"]], {"a": 500, "b": 300, "c": 67, "d": 67, "e": 66}),
        ([["a", "b", "c", "d"]], {"a": 250, "b": 250, "c": 250, "d": 250}),
    ],
)
def test_those_who_tie_share_the_prizes_of_their_places(
    ranking: list[list[str]], won: dict[str, int]
) -> None:
    assert pooled([500, 300, 200], ranking) == won


@pytest.mark.rule("RANK-1", "PAY-ROUND")
@given(st.lists(st.integers(1, 5), min_size=1, max_size=30), st.integers(0, 10**9))
def test_ties_neither_make_nor_lose_a_cent(sizes: list[int], pool: int) -> None:
    entries = iter(range(sum(sizes)))
    ranking = [[next(entries) for _ in range(size)] for size in sizes]
    won = pooled(Standard().prizes(entries=sum(sizes), pool=pool), ranking)
    assert sum(won.values()) == pool
    assert list(won.values()) == sorted(won.values(), reverse=True)


def test_neighbouring_places_of_one_prize_are_shown_as_one() -> None:
    assert grouped([500, 300, 300, 100, 100, 100]) == [(1, 1, 500), (2, 3, 300), (4, 6, 100)]
    assert grouped([]) == []
