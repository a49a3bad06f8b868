"""Dividing cents (PAY-ROUND)."""

from collections.abc import Sequence


def split(total: int, weights: Sequence[int]) -> list[int]:
    """Return ``total`` cents in proportion to ``weights``, to the cent.

    Rounded down; each cent left over goes to the largest remainder, of equal ones to the larger
    weight, then to the first in the list (list by rank, then by entry). Raises ValueError for money
    without any weight.
    """
    whole = sum(weights)
    if total == 0:
        return [0] * len(weights)
    if whole <= 0:
        raise ValueError("money to divide and nobody to receive it")
    shares = [total * weight // whole for weight in weights]
    left = total - sum(shares)
    if left:
        remainders = [
            total * weight - share * whole for share, weight in zip(shares, weights, strict=True)
        ]
        least = _largest(remainders, left)
        above = [i for i, remainder in enumerate(remainders) if remainder > least]
        ties = [i for i, remainder in enumerate(remainders) if remainder == least]
        # Backwards, and yet the earlier of two equal ones stays the first.
        ties.sort(key=weights.__getitem__, reverse=True)
        for i in above + ties[: left - len(above)]:
            shares[i] += 1
    return shares


def _largest(values: list[int], nth: int) -> int:
    """Return the nth largest value; unlike sorting, in linear time."""
    while True:
        pivot = values[len(values) // 2]
        above = [value for value in values if value > pivot]
        same = values.count(pivot)
        if nth <= len(above):
            values = above
        elif nth <= len(above) + same:
            return pivot
        else:
            nth -= len(above) + same
            values = [value for value in values if value < pivot]
