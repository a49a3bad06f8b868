"""How long a simulated tournament takes, with what memory, and how both grow with the field.

``python -m tests.bench.simulation``: each size in a process of its own, whose peak memory is its
own too; time is that process's processor time, and so is less than a clock shows. Half of the
memory is Django, which ``0 entries`` shows.
"""

import os
import resource
import subprocess
import sys
import time
from math import log
from random import Random
from typing import NamedTuple

SIZES = (0, 2_000, 20_000)


class Run(NamedTuple):
    """One simulated tournament; seconds of processor time, MB at its peak."""

    entries: int
    hands: int
    seconds: float
    memory: float


def measure(entries: int) -> Run:
    """Simulate a turbo of so many entries in this process; with none, just start it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    import django

    django.setup()
    from tournaments.management.commands.simulate_tournament import preset_event
    from tournaments.simulation.evening import Evening

    begun, hands = time.process_time(), 0
    if entries:
        outcome = Evening(preset_event("turbo", entries), players=entries, dice=Random(1)).play()
        assert (outcome.entries, outcome.left) == (entries, 1)
        hands = outcome.hands
    seconds = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Run(entries, hands, seconds, peak)


def main() -> None:
    if len(sys.argv) > 1:
        print(*measure(int(sys.argv[1])))
        return
    print(f"{'entries':>8}{'hands':>10}{'s':>9}{'hands/s':>10}{'MB':>8}")
    runs = [_apart(entries) for entries in SIZES]
    for run in runs:
        rate = run.hands / run.seconds if run.hands else 0
        print(
            f"{run.entries:>8,}{run.hands:>10,}{run.seconds:>9.1f}{rate:>10,.0f}{run.memory:>8.0f}"
        )
    _, small, large = runs
    growth = log(large.seconds / small.seconds) / log(large.entries / small.entries)
    print(f"Time grows with the field to the power of {growth:.2f}.")


def _apart(entries: int) -> Run:
    command = [sys.executable, "-m", "tests.bench.simulation", str(entries)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Run(int(said[0]), int(said[1]), float(said[2]), float(said[3]))


if __name__ == "__main__":
    main()
