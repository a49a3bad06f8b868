"""The tests that touch a clock, on other days: ``python -m tests.dates`` (``make test-dates``).

Each run has its time zone, and a clock so far ahead that it begins at the date: that of the
tests, and of all that they start (PostgreSQL and its ``now()``, Valkey, web, worker and beat).
Arguments are given on to pytest. Needs libfaketime.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib")
ZONES = ("UTC", "America/New_York")


def dates(today: datetime) -> list[datetime]:
    """Clocks in Rome go forward, and back; a leap day; a day far from any that is written down."""
    return [
        datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
        datetime(2027, 10, 31, 0, 30, tzinfo=UTC),
        datetime(2028, 2, 29, 12, 0, tzinfo=UTC),
        today + timedelta(days=400),
    ]


def library() -> Path | None:
    found = (Path(folder) / "faketime" / "libfaketimeMT.so.1" for folder in FOLDERS)
    return next((path for path in found if path.exists()), None)


def shifted(path: Path, *, ahead: timedelta, zone: str) -> dict[str, str]:
    """An environment whose processes read a clock that goes as ever, so far ahead.

    Not "from that date on": a process that starts later would begin there again.
    """
    return {
        **os.environ,
        "TZ": zone,
        "LD_PRELOAD": str(path),
        "FAKETIME": f"+{ahead.total_seconds():.0f}",
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
    for date in dates(datetime.now(UTC)):
        for zone in ZONES:
            title = f"{date:%Y-%m-%d %H:%M} UTC in {zone}"
            print(f"\n=== as of {title}", flush=True)
            tests = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-m", "clock", *arguments],
                env=shifted(path, ahead=date - datetime.now(UTC), zone=zone),
                check=False,
            )
            if tests.returncode:
                red.append(title)
    for title in red:
        print(f"red as of {title}", file=sys.stderr)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
