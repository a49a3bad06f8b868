"""The probability of counts by chance alone: the chi-square and Poisson tests."""

import math
from collections.abc import Sequence
from itertools import count

# Below this, counts are too coarse for the chi-square test: such bins are taken together.
LEAST_EXPECTED = 5.0
PRECISION = 1e-14


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> tuple[float, float]:
    """Return Pearson's statistic and its p-value; bins of few expected are merged."""
    bins = _wide_bins(observed, expected)
    statistic = sum((seen - due) ** 2 / due for seen, due in bins)
    if len(bins) < 2:
        return statistic, 1.0
    return statistic, gamma_above((len(bins) - 1) / 2, statistic / 2)


def poisson(observed: int, expected: float) -> float:
    """Return the two-sided p-value of a count with this expected average."""
    at_most = gamma_above(observed + 1, expected)
    at_least = gamma_below(observed, expected) if observed else 1.0
    return min(1.0, 2 * min(at_most, at_least))


def gamma_below(shape: float, x: float) -> float:
    """Return the regularised lower incomplete gamma function P(shape, x); shape above 0, x >= 0."""
    if x <= 0:
        return 0.0
    return _series(shape, x) if x < shape + 1 else 1.0 - _fraction(shape, x)


def gamma_above(shape: float, x: float) -> float:
    """Return Q(shape, x) = 1 - P(shape, x), precise where it is small."""
    if x <= 0:
        return 1.0
    return 1.0 - _series(shape, x) if x < shape + 1 else _fraction(shape, x)


def _wide_bins(observed: Sequence[int], expected: Sequence[float]) -> list[tuple[float, float]]:
    wide: list[tuple[float, float]] = []
    seen, due = 0.0, 0.0
    # The rarest first: they gather until enough are expected.
    for more_due, more_seen in sorted(zip(expected, observed, strict=True)):
        seen, due = seen + more_seen, due + more_due
        if due >= LEAST_EXPECTED:
            wide.append((seen, due))
            seen, due = 0.0, 0.0
    if due and wide:
        wide[-1] = (wide[-1][0] + seen, wide[-1][1] + due)
    elif due:
        wide.append((seen, due))
    return wide


def _scale(shape: float, x: float) -> float:
    return math.exp(shape * math.log(x) - x - math.lgamma(shape))


def _series(shape: float, x: float) -> float:
    """Return the regularised lower incomplete gamma function P(shape, x) by its power series,
    which converges fast for x below shape + 1."""
    term = total = 1.0 / shape
    for step in count(1):
        term *= x / (shape + step)
        total += term
        if term < total * PRECISION:
            break
    return total * _scale(shape, x)


def _fraction(shape: float, x: float) -> float:
    """Return Q = 1 - P by its continued fraction (modified Lentz), for larger x."""
    tiny = 1e-300
    divisor = x + 1 - shape
    front, value = 1 / tiny, 1 / divisor
    product = value
    for step in count(1):
        numerator = step * (shape - step)
        divisor += 2
        value = 1 / (numerator * value + divisor or tiny)
        front = divisor + numerator / front or tiny
        product *= front * value
        if abs(front * value - 1) < PRECISION:
            break
    return product * _scale(shape, x)
