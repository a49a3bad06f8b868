"""How long the money's rules take for the largest field, and how they grow with it.

Each is measured at two sizes by the processor's time of this process, the best of a few runs; the
exponent says how: 1 is as many times longer as the size is, 2 the square of that.
``python -m tests.bench.money``.
"""

import random
import time
from collections.abc import Callable
from math import log
from typing import NamedTuple

from payouts.rules import icm, refunds, velox, velox_odds
from payouts.rules.schemes import Standard

BUY_IN, RIGHT = 900, 1_000
CHIPS = 10_000


class Growth(NamedTuple):
    """Seconds at two sizes of one job."""

    job: str
    sizes: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def exponent(self) -> float:
        return log(self.seconds[1] / self.seconds[0]) / log(self.sizes[1] / self.sizes[0])


def standard_prizes(entries: int) -> None:
    """PAY-STD: the whole prize list of a field."""
    won = Standard().prizes(entries=entries, pool=entries * BUY_IN)
    assert sum(won) == entries * BUY_IN


def cancelled_unpaid(players: int) -> None:
    """CANCEL-1: everybody still in, nobody paid; every line with its arithmetic."""
    _cancel(players, places=players // 10)


def cancelled_paid(players: int) -> None:
    """CANCEL-2: everybody still in will be paid, and some have been."""
    _cancel(players, places=players + players // 10)


def icm_of(players: int) -> None:
    """A prize for every player: the most that there is to reckon."""
    dice = random.Random(players)
    stacks = [dice.randint(1, 200) * 1_000 for _ in range(players)]
    won = sorted((dice.randint(1, 100_000) for _ in range(players)), reverse=True)
    assert abs(sum(icm.worth(stacks, won)) - sum(won)) < 1


def draws(games: int) -> None:
    """VELOX-4: draws as the room makes them, each by its HMAC."""
    drawn = velox_odds.tally(bytes(velox.SEED_BYTES), seats=3, buy_in=500, games=range(games))
    assert sum(drawn.values()) == games


def _cancel(players: int, *, places: int) -> None:
    dice = random.Random(players)
    live = [refunds.StillIn(n, RIGHT, dice.randint(1, 2 * CHIPS)) for n in range(players)]
    pool = 2 * players * RIGHT
    won = [pool // places] * places
    plan = refunds.in_play(live, pool=pool, prizes=won)
    assert len(plan.lines) == players


JOBS: list[tuple[Callable[[int], None], tuple[int, int], int]] = [
    (standard_prizes, (25_000, 250_000), 3),
    (cancelled_unpaid, (25_000, 250_000), 3),
    (cancelled_paid, (25_000, 250_000), 3),
    (icm_of, (8, 9), 20),
    (icm_of, (50, 200), 3),
    (draws, (100_000, 1_000_000), 1),
]


def measure(job: Callable[[int], None], sizes: tuple[int, int], runs: int) -> Growth:
    small, large = (min(_timed(job, size) for _ in range(runs)) for size in sizes)
    return Growth(job.__name__, sizes, (small, large))


def _timed(job: Callable[[int], None], size: int) -> float:
    begun = time.process_time()
    job(size)
    return time.process_time() - begun


def main() -> None:
    print(f"{'job':<18}{'size':>10}{'ms':>11}{'size':>11}{'ms':>11}{'exponent':>10}")
    for job, sizes, runs in JOBS:
        found = measure(job, sizes, runs)
        cells = zip(found.sizes, found.seconds, strict=True)
        figures = "".join(f"{size:>10,}{1000 * seconds:>11,.2f} " for size, seconds in cells)
        print(f"{found.job:<18}{figures}{found.exponent:>8.2f}")


if __name__ == "__main__":
    main()
