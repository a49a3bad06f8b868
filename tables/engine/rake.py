"""The house's part of a cash pot (RAKE-1 to RAKE-3); all amounts are cents.

A tariff is named by its text: ``first`` and ``second`` are the regulations', any other is spelled
out (``Tariff.text``). So each hand carries the whole tariff that it was dealt by.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

NO_END: Final = 10**9
# From NL200 on, the amount of the rate is rounded down to this.
BIG_CHIP: Final = 5

_RATE: Final = re.compile(r"([0-9]+)-([0-9]*):([0-9]+)/([0-9]+)/([0-9]+)", re.ASCII)
_CAP: Final = re.compile(r"([0-9]+)@([0-9]+)=([0-9]+)", re.ASCII)
_HEADS_UP_FREE: Final = "heads-up-free"


class Rate(NamedTuple):
    """The rate for big blinds ``first`` to ``last``: ``tenths`` of a cent for each whole ``unit``
    of a pot, rounded down to a multiple of ``chip``."""

    first: int
    last: int
    tenths: int
    unit: int
    chip: int = 1

    def of(self, pot: int) -> int:
        taken = self.tenths * (pot // self.unit) // 10
        return taken - taken % self.chip


class Tariff(NamedTuple):
    """RAKE-2 and RAKE-3. ``caps`` are, by the least number of players dealt in, the cap from this
    big blind on. ``heads_up_free``: two players pay no rake."""

    rates: tuple[Rate, ...]
    caps: Mapping[int, tuple[tuple[int, int], ...]]
    heads_up_free: bool = False

    @property
    def text(self) -> str:
        """The tariff as text, which ``named`` parses."""
        rates = [
            f"{rate.first}-{'' if rate.last == NO_END else rate.last}:"
            f"{rate.tenths}/{rate.unit}/{rate.chip}"
            for rate in self.rates
        ]
        caps = [
            f"{players}@{first}={cents}"
            for players, steps in sorted(self.caps.items())
            for first, cents in steps
        ]
        parts = [",".join(rates), ",".join(caps)]
        return ";".join([*parts, _HEADS_UP_FREE] if self.heads_up_free else parts)

    @property
    def fault(self) -> str | None:
        """The first fault: ``rates``, ``steps``, ``much`` or ``caps``; None for a valid tariff.

        ``rates`` and ``caps`` begin at the smallest big blind and rise, caps begin with two
        players, and at most a tenth of a pot is taken.
        """
        firsts = [rate.first for rate in self.rates]
        if firsts[:1] != [1] or self.rates[-1].last != NO_END:
            return "rates"
        if any(rate.last < rate.first for rate in self.rates) or any(
            rate.last >= later for rate, later in zip(self.rates, firsts[1:], strict=False)
        ):
            return "steps"
        if any(rate.chip < 1 or rate.unit < 1 or rate.tenths > rate.unit for rate in self.rates):
            return "much"
        rows = [[first for first, _cents in steps] for steps in self.caps.values()]
        if min(self.caps, default=0) != 2 or any(
            row[:1] != [1] or row != sorted(set(row)) for row in rows
        ):
            return "caps"
        return None


_MANY: Final = {
    3: ((1, 100), (20, 200), (200, 350), (1000, 600)),
    5: ((1, 200), (20, 300), (100, 325), (200, 350), (1000, 600)),
}
# The regulations': they never change, since stored hands are replayed with the rake of their day.
TARIFFS: Final[Mapping[str, Tariff]] = {
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
TODAY: Final = "second"


@lru_cache
def named(text: str) -> Tariff:
    """Return the tariff of this text; ValueError for an invalid one."""
    if text in TARIFFS:
        return TARIFFS[text]
    rates, _, rest = text.partition(";")
    caps, _, free = rest.partition(";")
    matches = [_RATE.fullmatch(part) for part in rates.split(",")]
    steps = [_CAP.fullmatch(part) for part in caps.split(",")]
    if None in matches or None in steps or free not in ("", _HEADS_UP_FREE):
        raise ValueError(f"there is no tariff {text}")
    by_players: dict[int, tuple[tuple[int, int], ...]] = {}
    for step in steps:
        assert step is not None
        players, first, cents = map(int, step.groups())
        by_players[players] = (*by_players.get(players, ()), (first, cents))
    tariff = Tariff(
        tuple(
            Rate(*(int(figure or NO_END) for figure in match.groups()))
            for match in matches
            if match is not None
        ),
        by_players,
        bool(free),
    )
    if tariff.fault:
        raise ValueError(f"there is no tariff {text}: {tariff.fault}")
    return tariff


def rake(*, pot: int, big_blind: int, dealt_in: int, flop_seen: bool, tariff: str = TODAY) -> int:
    """Return the rake of a hand whose uncalled bets were returned (RAKE-1).

    In a draw game ``flop_seen`` means that cards were changed. ``pot`` includes the side pots.
    """
    if not flop_seen or is_free(dealt_in=dealt_in, tariff=tariff):
        return 0
    amounts = [rate.of(pot) for rate in rates(big_blind=big_blind, tariff=tariff)]
    return min(*amounts, cap(big_blind=big_blind, dealt_in=dealt_in, tariff=tariff))


def is_free(*, dealt_in: int, tariff: str) -> bool:
    """Return whether this many players pay no rake, regardless of the pot."""
    return dealt_in == 2 and named(tariff).heads_up_free


@lru_cache
def rates(*, big_blind: int, tariff: str = TODAY) -> tuple[Rate, ...]:
    """Return the rate of these stakes (RAKE-2); in a gap those of both neighbours, of which the one
    that takes less from a pot counts."""
    every = named(tariff).rates
    place = bisect_right(every, big_blind, key=lambda rate: rate.first) - 1
    return every[place : place + 1 + (big_blind > every[place].last)]


def cap(*, big_blind: int, dealt_in: int, tariff: str = TODAY) -> int:
    """Return the most that the house takes from one hand (RAKE-3); in a gap the lower neighbour's,
    which is never above the other's."""
    caps = named(tariff).caps
    steps = caps[max(players for players in caps if players <= dealt_in)]
    return steps[bisect_right(steps, big_blind, key=lambda step: step[0]) - 1][1]


def over_pots(taken: int, pots: Sequence[int]) -> list[int]:
    """Return how much of the rake each pot bears, main pot first (RAKE-1).

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
