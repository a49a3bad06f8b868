"""What a guarantee may cost when nobody knows how many will come (POOL-2)."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist, fmean
from typing import NamedTuple

from payouts.rules.guarantees import break_even, overlay

QUANTILES = 199
SHOWN = (0.05, 0.25, 0.5, 0.75, 0.95)
# Nine evenings in ten lie between what staff expect at least and at most.
WITHIN = SHOWN[-1]


class Each(NamedTuple):
    """What a player brings, with rebuys, re-entries and add-ons, cents: to the pool, in fees."""

    pool: Fraction
    fees: Fraction


class Attendance(NamedTuple):
    """So many players or fewer come with this chance; cents.

    ``overlay`` is what the house then adds to what is collected, and ``house`` what its fees leave.
    """

    chance: float
    players: int
    collected: int
    overlay: int
    house: int


class OverlayRisk(NamedTuple):
    """``chance`` that the house adds anything, and cents: on average, and by attendance.

    ``break_even`` are the players from whom on it costs nothing.
    """

    chance: float
    average: float
    break_even: int
    attendances: Sequence[Attendance]


def overlay_risk(
    *, expected: tuple[int, int], each: Each, guarantee: int, least: int, most: int
) -> OverlayRisk:
    """What the house may have to add, if the number of players is normally distributed about what
    is expected and each brings what they do.

    With fewer than ``least`` there is no event, and ``most`` is how many it takes.
    """
    low, high = expected
    spread = (high - low) / 2 / NormalDist().inv_cdf(WITHIN)
    crowd = NormalDist((low + high) / 2, max(spread, 1e-9))

    def at(chance: float) -> Attendance:
        players = min(max(0, round(crowd.inv_cdf(chance))), most)
        if players < least:
            return Attendance(chance, players, 0, 0, 0)
        collected = round(players * each.pool)
        cost = overlay(collected=collected, guarantee=guarantee)
        return Attendance(chance, players, collected, cost, round(players * each.fees) - cost)

    evenly = [at((number + 0.5) / QUANTILES) for number in range(QUANTILES)]
    return OverlayRisk(
        chance=fmean(attendance.overlay > 0 for attendance in evenly),
        average=fmean(attendance.overlay for attendance in evenly),
        break_even=break_even(guarantee=guarantee, buy_in=each.pool) if each.pool else 0,
        attendances=[at(chance) for chance in SHOWN],
    )
