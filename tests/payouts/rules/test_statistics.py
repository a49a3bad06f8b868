"""p-values against printed tables and exact sums."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules.statistics import chi_square, gamma_above, gamma_below, poisson


@pytest.mark.parametrize(
    ("freedom", "critical", "p"),
    [
        (1, 3.841, 0.05),
        (2, 5.991, 0.05),
        (7, 14.067, 0.05),
        (9, 21.666, 0.01),
        (30, 43.773, 0.05),
        (100, 124.342, 0.05),
    ],
)
def test_the_critical_values_of_printed_tables(freedom: int, critical: float, p: float) -> None:
    assert gamma_above(freedom / 2, critical / 2) == pytest.approx(p, abs=5e-5)


@given(shape=st.integers(1, 60), x=st.floats(0, 150))
def test_gamma_of_a_whole_number_is_a_sum_of_poisson_terms(shape: int, x: float) -> None:
    terms = (math.exp(-x) * x**n / math.factorial(n) for n in range(shape))
    assert gamma_above(shape, x) == pytest.approx(math.fsum(terms), abs=1e-11)


@given(shape=st.floats(0.5, 2_000), x=st.floats(0, 4_000))
def test_below_and_above_are_everything(shape: float, x: float) -> None:
    assert gamma_below(shape, x) + gamma_above(shape, x) == pytest.approx(1, abs=1e-9)
    assert -1e-12 <= gamma_below(shape, x) <= 1 + 1e-12


def test_fair_dice_and_a_loaded_one() -> None:
    statistic, p = chi_square([5, 8, 9, 8, 10, 20], [10.0] * 6)
    assert statistic == pytest.approx(13.4)
    assert p == pytest.approx(0.0199, abs=1e-4)
    assert chi_square([10] * 6, [10.0] * 6) == (0, 1)


def test_rare_bins_are_taken_together() -> None:
    together = chi_square([3, 4, 500, 500], [2.0, 3.5, 501.0, 500.5])
    assert together == chi_square([7, 500, 500], [5.5, 501.0, 500.5])


def test_what_is_left_of_the_rare_bins_goes_with_the_last() -> None:
    expected = [1.7, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6]
    together = chi_square([1, 2, 3, 0, 2, 4, 1, 3, 5, 2], expected)
    assert together == pytest.approx(chi_square([6, 6, 11], [5.4, 6.3, 9.8]))


def test_one_bin_says_nothing() -> None:
    assert chi_square([3], [3.0])[1] == 1
    assert chi_square([1, 0], [0.5, 0.5])[1] == 1


@pytest.mark.parametrize(
    ("observed", "expected", "p"),
    [(0, 3.0, 2 * math.exp(-3)), (10, 10.0, 1.0), (4, 1.0, 2 * 0.018988), (0, 0.002, 1.0)],
)
def test_the_two_tails_of_a_count(observed: int, expected: float, p: float) -> None:
    assert poisson(observed, expected) == pytest.approx(p, abs=1e-6)


def test_a_count_of_hundreds_of_thousands() -> None:
    assert poisson(740_146, 740_146.0) == 1
    # Three standard deviations: 0.27 % by the normal law.
    assert poisson(740_146 + 2_581, 740_146.0) == pytest.approx(0.0027, abs=1e-4)
