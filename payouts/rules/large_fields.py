"""Standard prizes for fields larger than the grid (PAY-STD).

After Musco, Sviridenko and Thaler (arXiv 1601.04203): prizes fall off with a power of the place
from a first prize to a smallest one, are made equal within bands and round from the bottom up; the
first prize takes the remainder.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil

from payouts.rules.standard_table import BANDS, GRID, SERVED_BY_GRID

# Percent of the entries.
PERCENT_PAID = 15
# The smallest prize, in what an entry brings to the pool: above any entry right, of which at
# least 80 % goes to the pool (POOL-1), and where the grid ends.
SMALLEST = 1.6
# The first prize, of the pool: the grid's last, falling slowly as the field grows.
FIRST = GRID[SERVED_BY_GRID][0] / 10_000
FALL = 0.08
# Bands beyond the grid's: wider by a fifth of the places before them, in tables of nine.
WIDER = 0.2
TABLE = 9


def paid(entries: int) -> int:
    """Return the number of paid places."""
    return entries * PERCENT_PAID // 100


def large_field(*, entries: int, pool: int) -> list[int]:
    """Return cents per paid place, never rising down the ranks; they sum to ``pool``."""
    return list(_large_field(entries, pool))


# An event asks at each step, and its pool is the same from its last entry on.
@lru_cache(maxsize=32)
def _large_field(entries: int, pool: int) -> tuple[int, ...]:
    if not pool:
        return (0,) * paid(entries)
    bands = list(_bands(paid(entries)))
    ideals = _ideals(bands, entries=entries, pool=pool)
    left, ideal_left = pool, sum(_size(band) * ideal for band, ideal in ideals.items())
    prizes: list[int] = []
    least = 0
    for (first, last), ideal in reversed(ideals.items()):
        size = last - first + 1
        # Those above may not get less than this band, and the rounding so far is theirs to bear.
        least = min(max(least, _round(ideal * left / ideal_left)), left // last)
        prizes += [left] if first == 1 else [least] * size
        left -= least * size
        ideal_left -= ideal * size
    return tuple(prizes[::-1])


Band = tuple[int, int]


def _bands(places: int) -> Iterator[Band]:
    """Yield the first and last place of each band of equal prizes."""
    first = 1
    while first <= places:
        last = next((end for end in BANDS if end >= first), 0)
        last = last or first - 1 + max(1, round(first * WIDER / TABLE)) * TABLE
        # A stub would make a band of its own: it joins the last one.
        if last + (last - first) // 2 >= places:
            last = places
        yield first, last
        first = last + 1


def _ideals(bands: list[Band], *, entries: int, pool: int) -> dict[Band, float]:
    """Return the prize of a place of each band before rounding, cents."""
    smallest = ceil(SMALLEST * pool / entries)
    first = FIRST * (SERVED_BY_GRID / entries) ** FALL * pool
    to_share = (pool - smallest * bands[-1][1]) / max(1.0, first - smallest)
    flat, steep = 0.01, 9.99
    while steep - flat > 1e-9:
        power = (flat + steep) / 2
        if sum(_sum_of_powers(band, power) for band in bands) > to_share:
            flat = power
        else:
            steep = power
    return {
        band: smallest + (first - smallest) * _sum_of_powers(band, steep) / _size(band)
        for band in bands
    }


def _sum_of_powers(band: Band, power: float) -> float:
    """Return about the sum of place^-power over a band: the integral between the half places."""
    first, last = band
    if first == last:
        return float(first**-power)
    flat = 1 - power
    return float(((last + 0.5) ** flat - (first - 0.5) ** flat) / flat)


def _size(band: Band) -> int:
    return band[1] - band[0] + 1


def _round(cents: float) -> int:
    """Return cents rounded up to two digits: 3 cents, 47 cents, 1.20, 8.50, 13.00, 3100.00."""
    whole = ceil(cents)
    unit: int = 10 ** max(0, len(str(whole)) - 2)
    return -(-whole // unit) * unit
