"""Keep released migrations as they are. ``python -m tests.conformance.migrations`` fails on one
that was edited or removed; with ``--release`` it records those that are new.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
# Written by the first release; until then migrations are rewritten in place.
RELEASED = "tests/conformance/released_migrations.txt"


def migrations(root: Path) -> Iterator[Path]:
    """Every file that a migration is made of: helpers beside it included."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("migrations/**/*.py")):
            if path.read_bytes():
                yield path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def released(root: Path) -> dict[str, str]:
    """Return the digest of each released file by its path; none before the first release."""
    record = root / RELEASED
    lines = record.read_text().splitlines() if record.exists() else []
    return {path: kept for kept, path in (line.split("  ", 1) for line in lines)}


def faults(root: Path) -> list[str]:
    """Return a sentence for each released migration that is not as it was released."""
    return [
        f"{path} was released and may not change: undo it, and add a migration."
        for path, kept in released(root).items()
        if not (root / path).exists() or digest(root / path) != kept
    ]


def release(root: Path) -> None:
    """Record every migration there is as released."""
    lines = [f"{digest(path)}  {path.relative_to(root)}\n" for path in migrations(root)]
    (root / RELEASED).write_text("".join(lines))


def main(*words: str) -> int:
    found = faults(ROOT)
    for fault in found:
        print(fault)
    if not found and "--release" in words:
        release(ROOT)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
