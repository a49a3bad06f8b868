"""Freeze a release: ``python -m tests.upgrade.release`` (``make release``). It records the
migrations, packs the database, and says what to commit and tag; or names what is missing.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from poker_site.version import VERSION
from tests.conformance import migrations
from tests.upgrade import pack

ROOT = migrations.ROOT
MANIFEST = "deploy/kubernetes/room/kustomization.yaml"
# What a migration that says ``needs_stop`` asks of the operator.
STOP = "Stop the room"


def notes(changelog: str, version: str) -> str | None:
    """Return the lines under a version with its date; None if there are none."""
    head = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    found = re.search(rf"{head}\n(.+?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else None


def missing(root: Path, version: str, *, stops: bool) -> Iterator[str]:
    """Yield a sentence for each thing that does not agree with the version."""
    changelog = (root / "CHANGELOG.md").read_text()
    said = notes(changelog, version)
    if not said:
        yield f"CHANGELOG.md has no notes under '## [{version}] - <date>'."
    elif stops and STOP not in said:
        yield f"A migration needs a stop, and the notes do not say '{STOP}'."
    if re.search(r"^## \[Unreleased\]\s+(?!## \[)\S", changelog, re.MULTILINE):
        yield "CHANGELOG.md has lines under '## [Unreleased]': they belong to the version."
    if f"newTag: {version}\n" not in (root / MANIFEST).read_text():
        yield f"{MANIFEST} names another version."
    if pack.of(version).exists():
        yield f"{version} is released already: change poker_site/version.py."


def stops(root: Path) -> bool:
    """Return whether a migration since the last release says that the room must stop."""
    new = {*migrations.migrations(root)} - {root / path for path in migrations.released(root)}
    return any(
        re.search(rf"^ +{migrations.MARK} = ", path.read_text(), re.MULTILINE) for path in new
    )


def main() -> int:
    faults = [*missing(ROOT, VERSION, stops=stops(ROOT))]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults or migrations.main():
        return 1
    subprocess.run([sys.executable, "-m", "tests.upgrade.pack"], check=True)
    migrations.release(ROOT)
    print(
        "Run `.ci/run`, and then:\n"
        f"  git add {migrations.RELEASED} {pack.of(VERSION).relative_to(ROOT)}\n"
        f"  git commit --message 'Release {VERSION}'\n"
        f"  git tag v{VERSION}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
