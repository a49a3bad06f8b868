"""The house's part of a cash pot (RAKE-1 to RAKE-3); all amounts are cents."""

from bisect import bisect_right
from collections.abc import Sequence

# RAKE-2. From this big blind on: tenths of a cent for each unit of the pot, and the unit.
RATES = (
    (1, 10, 14),
    (10, 10, 16),
    (11, 10, 17),
    (21, 10, 18),
    (200, 55, 100),
)
# From NL200 on, what the rate yields is rounded down to this.
BIG_CHIP = 5

# RAKE-3. By players dealt in (two, three or four, more): the cap from this big blind on.
CAPS = {
    2: ((1, 125), (1000, 500)),
    3: ((1, 100), (20, 200), (200, 350), (1000, 600)),
    5: ((1, 200), (20, 300), (100, 325), (200, 350), (1000, 600)),
}


def rake(*, pot: int, big_blind: int, dealt_in: int, flop_seen: bool) -> int:
    """RAKE-1: what the house takes from a hand whose uncalled bets were returned.

    ``flop_seen`` is, in a draw game, that cards were changed. ``pot`` includes the side pots.
    """
    if not flop_seen:
        return 0
    tenths, unit = rate(big_blind=big_blind)
    taken = tenths * (pot // unit) // 10
    if big_blind >= RATES[-1][0]:
        taken -= taken % BIG_CHIP
    return min(taken, cap(big_blind=big_blind, dealt_in=dealt_in))


def rate(*, big_blind: int) -> tuple[int, int]:
    """RAKE-2: tenths of a cent that the house takes for each whole so many cents of a pot."""
    _, tenths, unit = RATES[bisect_right(RATES, big_blind, key=lambda row: row[0]) - 1]
    return tenths, unit


def cap(*, big_blind: int, dealt_in: int) -> int:
    """RAKE-3: the most that the house takes from one hand."""
    steps = CAPS[max(players for players in CAPS if players <= dealt_in)]
    return steps[bisect_right(steps, big_blind, key=lambda step: step[0]) - 1][1]


def over_pots(taken: int, pots: Sequence[int]) -> list[int]:
    """RAKE-1: how much of the rake each pot bears, main pot first.

    Rounded down; each cent left over is borne by the largest remainder, then by the larger pot.
    """
    if not taken:
        return [0] * len(pots)
    whole = sum(pots)
    shares = [taken * pot // whole for pot in pots]
    by_remainder = sorted(range(len(pots)), key=lambda at: (-(taken * pots[at] % whole), -pots[at]))
    for at in by_remainder[: taken - sum(shares)]:
        shares[at] += 1
    return shares
