"""Dividing cents (PAY-ROUND)."""

from collections.abc import Sequence


def split(total: int, weights: Sequence[int]) -> list[int]:
    """``total`` cents in proportion to ``weights``, to the cent.

    Rounded down; each cent left over goes to the largest remainder, of equal ones to the
    larger weight, then to whoever is listed first (list by rank, then by entry). ValueError
    when there is money and nobody has a weight.
    """
    whole = sum(weights)
    if total == 0:
        return [0] * len(weights)
    if whole <= 0:
        raise ValueError("money to divide and nobody to receive it")
    shares = [total * weight // whole for weight in weights]
    left = total - sum(shares)
    by_remainder = sorted(
        range(len(weights)),
        key=lambda i: (-(total * weights[i] % whole), -weights[i]),
    )
    for i in by_remainder[:left]:
        shares[i] += 1
    return shares
