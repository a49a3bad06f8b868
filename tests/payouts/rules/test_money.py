"""Dividing cents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.money import split

cents = st.integers(0, 10**12)
weights = st.lists(st.integers(0, 10**9), min_size=1, max_size=40).filter(any)


@pytest.mark.rule("PAY-ROUND")
@pytest.mark.parametrize(
    ("total", "of", "shares"),
    [
        (10_000, [7_000, 5_000, 3_000], [4_667, 3_333, 2_000]),
        (1_000, [1, 1, 1], [334, 333, 333]),
        (101, [1, 1], [51, 50]),
        (5, [50, 30, 20], [3, 1, 1]),
        (0, [3, 2, 1], [0, 0, 0]),
        (0, [0, 0], [0, 0]),
        (0, [], []),
        (7, [0, 1], [0, 7]),
        (1, [1, 1, 2], [0, 0, 1]),
    ],
)
def test_shares_are_rounded_down_and_cents_go_to_the_largest_remainders(
    total: int, of: list[int], shares: list[int]
) -> None:
    assert split(total, of) == shares


@pytest.mark.rule("PAY-ROUND")
def test_of_equal_remainders_the_larger_weight_then_the_first_listed_gets_the_cent() -> None:
    assert split(2, [1, 3]) == [0, 2]
    assert split(3, [2, 2, 2, 2]) == [1, 1, 1, 0]


def test_money_for_nobody_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="nobody"):
        split(1, [])


@pytest.mark.rule("PAY-ROUND")
@given(cents, weights)
def test_every_split_sums_to_the_cent_and_is_at_most_a_cent_off(
    total: int, weights: list[int]
) -> None:
    shares = split(total, weights)
    whole = sum(weights)
    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share * whole - total * weight) < whole


@pytest.mark.rule("PAY-ROUND")
@given(cents, weights)
def test_a_larger_weight_never_gets_less(total: int, weights: list[int]) -> None:
    weights.sort(reverse=True)
    shares = split(total, weights)
    assert shares == sorted(shares, reverse=True)
