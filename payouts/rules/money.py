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
    shares, remainders = [], []
    for weight in weights:
        share, remainder = divmod(total * weight, whole)
        shares.append(share)
        remainders.append(remainder)
    left = total - sum(shares)
    if left:
        ranks = list(zip(remainders, weights, strict=True))
        # Backwards, and yet the earlier of two equal ones stays the first.
        for i in sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True)[:left]:
            shares[i] += 1
    return shares
