"""The house's part of a cash pot (RAKE-1 to RAKE-3); all amounts are cents."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

TariffName = Literal["first", "second"]

NO_END: Final = 10**9
# From NL200 on, what the rate yields is rounded down to this.
BIG_CHIP: Final = 5


class Rate(NamedTuple):
    """For big blinds ``first`` to ``last``: so many ``tenths`` of a cent for each whole ``unit`` of
    a pot, rounded down to a multiple of ``chip``."""

    first: int
    last: int
    tenths: int
    unit: int
    chip: int = 1

    def of(self, pot: int) -> int:
        taken = self.tenths * (pot // self.unit) // 10
        return taken - taken % self.chip


class Tariff(NamedTuple):
    """RAKE-2 and RAKE-3. ``caps`` are, by players dealt in (two, three or four, more), the cap
    from this big blind on."""

    rates: tuple[Rate, ...]
    caps: Mapping[int, tuple[tuple[int, int], ...]]


_MANY: Final = {
    3: ((1, 100), (20, 200), (200, 350), (1000, 600)),
    5: ((1, 200), (20, 300), (100, 325), (200, 350), (1000, 600)),
}
# A tariff never changes, since hands are told again with the rake of their day; another is added.
TARIFFS: Final[Mapping[TariffName, Tariff]] = {
    "first": Tariff(
        (
            Rate(1, 9, 10, 14),
            Rate(10, 10, 10, 16),
            Rate(11, 20, 10, 17),
            Rate(21, 199, 10, 18),
            Rate(200, NO_END, 55, 100, BIG_CHIP),
        ),
        {2: ((1, 125), (1000, 500)), **_MANY},
    ),
    "second": Tariff(
        (
            Rate(1, 5, 10, 14),
            Rate(10, 10, 10, 16),
            Rate(20, 20, 10, 17),
            Rate(25, 100, 10, 18),
            Rate(200, NO_END, 55, 100, BIG_CHIP),
        ),
        {2: ((1, 100), (10, 125), (1000, 500)), **_MANY},
    ),
}
TODAY: Final[TariffName] = "second"


def rake(
    *, pot: int, big_blind: int, dealt_in: int, flop_seen: bool, tariff: TariffName = TODAY
) -> int:
    """RAKE-1: what the house takes from a hand whose uncalled bets were returned.

    ``flop_seen`` is, in a draw game, that cards were changed. ``pot`` includes the side pots.
    """
    if not flop_seen:
        return 0
    taken = [rate.of(pot) for rate in rates(big_blind=big_blind, tariff=tariff)]
    return min(*taken, cap(big_blind=big_blind, dealt_in=dealt_in, tariff=tariff))


@lru_cache
def rates(*, big_blind: int, tariff: TariffName = TODAY) -> tuple[Rate, ...]:
    """RAKE-2: the rate of these stakes; in a gap those of both neighbours, of which the one that
    takes less from a pot counts."""
    every = TARIFFS[tariff].rates
    place = bisect_right(every, big_blind, key=lambda rate: rate.first) - 1
    return every[place : place + 1 + (big_blind > every[place].last)]


def cap(*, big_blind: int, dealt_in: int, tariff: TariffName = TODAY) -> int:
    """RAKE-3: the most that the house takes from one hand; in a gap the lower neighbour's, which
    is never above the other's."""
    caps = TARIFFS[tariff].caps
    steps = caps[max(players for players in caps if players <= dealt_in)]
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
