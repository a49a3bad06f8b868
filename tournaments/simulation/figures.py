"""What a guarantee may cost when nobody knows how many will come (POOL-2)."""

from collections.abc import Sequence
from statistics import NormalDist, fmean
from typing import NamedTuple

from payouts.rules.guarantees import overlay

QUANTILES = 199
SHOWN = (0.05, 0.25, 0.5, 0.75, 0.95)


class Attendance(NamedTuple):
    """So many entries or fewer come with this chance, and what the house then adds, cents."""

    chance: float
    entries: int
    collected: int
    overlay: int


class OverlayRisk(NamedTuple):
    """``chance`` that the house adds anything, and cents: on average, and by attendance.

    ``break_even`` are the entries from which on it costs nothing.
    """

    chance: float
    average: float
    break_even: int
    attendances: Sequence[Attendance]


def overlay_risk(
    *, expected: float, spread: float, guarantee: int, per_entry: float, least: int, most: int
) -> OverlayRisk:
    """Over entries spread normally about what is expected, ``spread`` of it on either side.

    ``per_entry`` is what one brings to the pool, rebuys included; with fewer than ``least`` there
    is no event, and ``most`` is how many it takes.
    """
    crowd = NormalDist(expected, max(spread * expected, 1e-9))

    def at(chance: float) -> Attendance:
        entries = min(max(0, round(crowd.inv_cdf(chance))), most)
        collected = round(entries * per_entry) if entries >= least else 0
        cost = overlay(collected=collected, guarantee=guarantee) if entries >= least else 0
        return Attendance(chance, entries, collected, cost)

    evenly = [at((number + 0.5) / QUANTILES) for number in range(QUANTILES)]
    return OverlayRisk(
        chance=fmean(attendance.overlay > 0 for attendance in evenly),
        average=fmean(attendance.overlay for attendance in evenly),
        break_even=-int(-guarantee // per_entry) if per_entry else 0,
        attendances=[at(chance) for chance in SHOWN],
    )
