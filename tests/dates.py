"""The tests that read the clock of the day, on other days: ``python -m tests.dates``
(``make test-dates``).

Each run has its time zone, and a clock so far ahead that it begins at the date: that of the
tests, and of all that they start (PostgreSQL and its ``now()``, Valkey, web, worker and beat).
The files take turns: each runs on one of the days, and another commit deals them out anew
(tests/harness/sampling.py); with ``--whole`` each runs on every day. Other arguments are given
on to pytest. Needs libfaketime.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.harness import day_clock, sampling

FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib")
ZONES = ("UTC", "America/New_York")
WHOLE = "--whole"
ALL_BUT_SLOW = ("-m", "clock and not slow")
# Where hours and days decide, even where a test holds the hour: PostgreSQL's clock is another.
CORE = (
    *("-m", "clock or not (room or today)"),
    "tests/payouts/protection/test_limits.py",
    "tests/payouts/pages/test_limits.py",
    "tests/tables/live/test_action_clock.py",
    "tests/tournaments/entry/test_deadlines.py",
    "tests/tournaments/entry/test_recurring_month.py",
    "tests/tournaments/test_tasks.py",
)


class Run(NamedTuple):
    """One call of pytest: as of when, where, and of which tests."""

    date: datetime
    zone: str
    tests: tuple[str, ...]


def dates(today: datetime) -> list[datetime]:
    """Clocks in Rome go forward, and back; a leap day; a day far from any that is written down."""
    return [
        datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
        datetime(2027, 10, 31, 0, 30, tzinfo=UTC),
        datetime(2028, 2, 29, 12, 0, tzinfo=UTC),
        today + timedelta(days=400),
    ]


def shares(files: Sequence[str], count: int) -> list[list[str]]:
    """The files in so many parts, which change with the commit."""
    mixed = sorted(files)
    Random(f"{sampling.seed()} dates").shuffle(mixed)
    return [sorted(mixed[number::count]) for number in range(count)]


def runs(today: datetime, files: Sequence[str], *, whole: bool) -> list[Run]:
    """Every date in both zones: a share of the files in one of them, by turns, or the ``whole``,
    and the core in the other."""
    days = dates(today)
    parts = [list(files)] * len(days) if whole else shares(files, len(days))
    found = []
    for number, (date, part) in enumerate(zip(days, parts, strict=True)):
        zone, other = ZONES if number % 2 == 0 else ZONES[::-1]
        found += [Run(date, zone, (*ALL_BUT_SLOW, *part)), Run(date, other, CORE)]
    return found


def library() -> Path | None:
    found = (Path(folder) / "faketime" / "libfaketimeMT.so.1" for folder in FOLDERS)
    return next((path for path in found if path.exists()), None)


def shifted(path: Path, *, ahead: timedelta, zone: str) -> dict[str, str]:
    """An environment whose processes read a clock that goes as ever, so far ahead.

    Not "from that date on": a process that starts later would begin there again.
    """
    ahead_by = {"TZ": zone, "FAKETIME": f"+{ahead.total_seconds():.0f}"}
    return {**os.environ, **ahead_by, **preloaded(path)}


def preloaded(path: Path) -> dict[str, str]:
    """Return the variables by which a process has the library's clock."""
    return {
        "LD_PRELOAD": str(path),
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
        "PYTHONPATH": str(Path(__file__).parent / "other_days"),
    }


def main(arguments: Sequence[str]) -> int:
    path = library()
    if path is None:
        print(
            "libfaketime is not installed, so no other day can be tried. Install it:"
            " apt-get install libfaketime",
            file=sys.stderr,
        )
        return 1
    red = []
    given = [each for each in arguments if each != WHOLE]
    for run in runs(datetime.now(UTC), day_clock.files(), whole=WHOLE in arguments):
        title = f"{run.date:%Y-%m-%d %H:%M} UTC in {run.zone}"
        print(f"\n=== as of {title}", flush=True)
        env = shifted(path, ahead=run.date - datetime.now(UTC), zone=run.zone)
        if not _green(run.tests, given, env=env):
            red.append(title)
    for title in red:
        print(f"red as of {title}", file=sys.stderr)
    return 1 if red else 0


def _green(tests: Sequence[str], arguments: Sequence[str], *, env: dict[str, str]) -> bool:
    """Whether all pass. What fails is tried once more, as of the same day: a fault of the day comes
    again, that of a busy machine need not."""
    command = [sys.executable, "-m", "pytest", "-q", *arguments, *tests]
    first = subprocess.run(command, env=env, check=False)
    if first.returncode != pytest.ExitCode.TESTS_FAILED:
        return first.returncode == pytest.ExitCode.OK
    again = subprocess.run([*command, "--last-failed"], env=env, check=False)
    return again.returncode == pytest.ExitCode.OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
