"""The estimated cost of a guarantee for an uncertain number of players (POOL-2)."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist, fmean
from typing import NamedTuple

from payouts.rules.guarantees import break_even, overlay

QUANTILES = 199
SHOWN = (0.05, 0.25, 0.5, 0.75, 0.95)
# Nine events in ten lie between the least and the most players that staff expect.
WITHIN = SHOWN[-1]


class Each(NamedTuple):
    """The cents per player, rebuys, re-entries and add-ons included: to the pool, and in fees."""

    pool: Fraction
    fees: Fraction


class Attendance(NamedTuple):
    """The chance of at most ``players``, and the money in that case, in cents.

    ``overlay`` is what the house then adds to the pool, and ``house`` its fees less the overlay.
    """

    chance: float
    players: int
    collected: int
    overlay: int
    house: int


class OverlayRisk(NamedTuple):
    """The ``chance`` of an overlay, and its cents on average and by attendance.

    ``break_even`` is the least number of players without an overlay.
    """

    chance: float
    average: float
    break_even: int
    attendances: Sequence[Attendance]


def overlay_risk(
    *, expected: tuple[int, int], each: Each, guarantee: int, least: int, most: int
) -> OverlayRisk:
    """Estimate the overlay for a normally distributed number of players.

    ``expected`` is the range that holds nine events in ten, and ``each`` the payments per player.
    With fewer than ``least`` players there is no event; it takes at most ``most``.
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
