"""Run tests under other Pythons than this one, each in an environment of its own.

``python -m tests.pythons`` runs a core of them under the newest Python of this machine, with
``--whole`` every test under each.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)


def installed() -> dict[tuple[int, int], Path]:
    """Return the programs of this machine by version, the oldest first, one for each."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"), reverse=True)
    found: dict[tuple[int, int], Path] = {}
    for folder in folders:
        for version, program in _programs(folder):
            if version >= OLDEST and version not in found and _runs(program):
                found[version] = program
    return dict(sorted(found.items()))


def _programs(folder: Path) -> Iterator[tuple[tuple[int, int], Path]]:
    for program in folder.glob("python3.*"):
        if version := re.fullmatch(r"python(3)\.(\d+)", program.name):
            yield (int(version[1]), int(version[2])), program


def _runs(program: Path) -> bool:
    """Return whether it is a Python: pyenv leaves a file of each version that it could have."""
    return subprocess.run([program, "-c", ""], capture_output=True).returncode == 0


def main(*words: str) -> int:
    whole = "--whole" in words
    others = [
        program for version, program in installed().items() if version != sys.version_info[:2]
    ]
    for program in others if whole else others[-1:]:
        print(f"--- {program}", flush=True)
        target = "test" if whole else "test-core"
        done = subprocess.run(["make", "--no-print-directory", target, f"PYTHON={program}"])
        if done.returncode != 0:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
