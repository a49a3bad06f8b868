"""How long the money's rules take for the largest field, and how they grow with it.

Each is measured at two sizes by the processor's time of this process, the best of a few runs; the
exponent says how: 1 is as many times longer as the size is, 2 the square of that.
``python -m tests.bench.money``.
"""

import random
import time
from collections.abc import Callable, Sequence
from math import log
from typing import Any, NamedTuple

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


def cancelled_unpaid(field: Sequence[refunds.StillIn]) -> None:
    """CANCEL-1: everybody still in, nobody paid; every line with its arithmetic."""
    _cancel(field, places=len(field) // 10)


def cancelled_paid(field: Sequence[refunds.StillIn]) -> None:
    """CANCEL-2: everybody still in will be paid, and some have been."""
    _cancel(field, places=len(field) + len(field) // 10)


def icm_of(field: Sequence[refunds.StillIn]) -> None:
    """A prize for every player: the most that there is to reckon."""
    won = [player.right for player in field]
    assert abs(sum(icm.worth([player.chips for player in field], won)) - sum(won)) < 1


def draws(games: int) -> None:
    """VELOX-4: draws as the room makes them, each by its HMAC."""
    drawn = velox_odds.tally(bytes(velox.SEED_BYTES), seats=3, buy_in=500, games=range(games))
    assert sum(drawn.values()) == games


def players(count: int) -> list[refunds.StillIn]:
    """A field of so many, before anything is timed."""
    dice = random.Random(count)
    return [refunds.StillIn(n, RIGHT, dice.randint(1, 2 * CHIPS)) for n in range(count)]


def _cancel(field: Sequence[refunds.StillIn], *, places: int) -> None:
    pool = 2 * len(field) * RIGHT
    plan = refunds.in_play(field, pool=pool, prizes=[pool // places] * places)
    assert len(plan.lines) == len(field)


class Job(NamedTuple):
    """What is timed at two sizes, so many times, of what ``made`` makes of a size."""

    run: Callable[[Any], None]
    sizes: tuple[int, int]
    runs: int
    made: Callable[[int], Any] = int


JOBS = [
    Job(standard_prizes, (25_000, 250_000), 3),
    Job(cancelled_unpaid, (25_000, 250_000), 3, players),
    Job(cancelled_paid, (25_000, 250_000), 3, players),
    Job(icm_of, (8, 9), 20, players),
    Job(icm_of, (50, 200), 3, players),
    Job(draws, (100_000, 1_000_000), 1),
]


def measure(job: Job) -> Growth:
    small, large = (_best(job, size) for size in job.sizes)
    return Growth(job.run.__name__, job.sizes, (small, large))


def _best(job: Job, size: int) -> float:
    field = job.made(size)
    return min(_timed(job.run, field) for _ in range(job.runs))


def _timed(run: Callable[[Any], None], field: Any) -> float:
    begun = time.process_time()
    run(field)
    return time.process_time() - begun


def main() -> None:
    print(f"{'job':<18}{'size':>10}{'ms':>11}{'size':>11}{'ms':>11}{'exponent':>10}")
    for job in JOBS:
        found = measure(job)
        cells = zip(found.sizes, found.seconds, strict=True)
        figures = "".join(f"{size:>10,}{1000 * seconds:>11,.2f} " for size, seconds in cells)
        print(f"{found.job:<18}{figures}{found.exponent:>8.2f}")


if __name__ == "__main__":
    main()
