"""The published odds of VeloX (VELOX-2, VELOX-3), and the fit of draws to them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from payouts.rules import statistics, velox
from payouts.rules.money import split
from payouts.rules.velox import TICKETS


class Chance(NamedTuple):
    """One multiplier of a buy-in's table; ``prizes`` in cents, first place first."""

    multiplier: int
    tickets: int
    prize_pool: int
    prizes: list[int]

    @property
    def one_in(self) -> int:
        """The average number of draws for one of this multiplier."""
        return round(Fraction(TICKETS, self.tickets))

    @property
    def shares(self) -> list[tuple[int, int]]:
        """(number of places, cents of each), first place first."""
        return [(len(list(places)), prize) for prize, places in groupby(self.prizes)]

    @property
    def percent(self) -> float:
        return 100 * self.tickets / TICKETS


class Count(NamedTuple):
    """The observed and expected count of a multiplier, and the p-value of the difference."""

    multiplier: int
    observed: int
    expected: float
    p: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Draws against the published odds; ``returned`` is the part of the buy-ins paid as prizes."""

    counts: list[Count]
    chi_square: float
    p: float
    returned: Fraction


def chances(*, seats: int, buy_in: int, odds: str = "") -> list[Chance]:
    """Return the table of a buy-in in cents, highest multiplier first.

    ``odds``: a table of the room's own.
    """
    return [
        Chance(
            multiplier,
            tickets,
            multiplier * buy_in,
            split(multiplier * buy_in, velox.shares(seats=seats, multiplier=multiplier)),
        )
        for multiplier, tickets in velox.table(seats=seats, buy_in=buy_in, odds=odds).items()
    ]


def percent_returned(*, seats: int, buy_in: int, odds: str = "") -> float:
    """Return the average part of buy-ins that is paid as prizes, percent to the hundredth."""
    return round(float(100 * velox.returned(seats=seats, buy_in=buy_in, odds=odds)), 2)


def tally(
    server_seed: bytes, *, seats: int, buy_in: int, games: range, odds: str = ""
) -> Counter[int]:
    """Draw games of these numbers, as the room would, and count the multipliers."""
    return Counter(
        velox.draw(
            server_seed=server_seed,
            seats=seats,
            buy_in=buy_in,
            game=f"simulation:{game}",
            player_seeds={},
            odds=odds,
        ).multiplier
        for game in games
    )


def fit(drawn: Mapping[int, int], *, seats: int, buy_in: int, odds: str = "") -> Fit:
    """Compare the observed count of each multiplier with the expected one."""
    table = velox.table(seats=seats, buy_in=buy_in, odds=odds)
    draws = sum(drawn.values())
    observed = [drawn.get(multiplier, 0) for multiplier in table]
    expected = [draws * tickets / TICKETS for tickets in table.values()]
    statistic, p = statistics.chi_square(observed, expected)
    return Fit(
        [
            Count(multiplier, seen, due, statistics.poisson(seen, due))
            for multiplier, seen, due in zip(table, observed, expected, strict=True)
        ],
        statistic,
        p,
        Fraction(sum(times * seen for times, seen in drawn.items()), draws * seats),
    )
