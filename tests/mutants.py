"""Whether the tests of the pure folders notice when the code is wrong: `make mutants`.

mutmut changes one thing at a time in a copy of the code, in var/mutants (pyproject.toml says which
folders, and which tests judge); this draws a sample, lets it run, and prints the score a folder and
each mutant that no test noticed. All of them: ``--sample 0``. Ends by itself after ``--minutes``.

It is a plugin of pytest, too: of the tests that reach a mutant the quickest come first, and nothing
is remembered that the code worked out before it was changed.
"""

import argparse
import gc
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cached_property, lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "var" / "mutants"
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site", "tests")
FILES = ("pyproject.toml", "manage.py")
FOLDERS = ("tables.engine", "payouts.rules", "tournaments.rules")
MUTMUT = str(Path(sys.executable).with_name("mutmut"))
# mutmut keeps how each mutant's tests ended; a time-out counts as noticed.
ENDS = {0: "survived", 1: "killed", 3: "killed", 5: "no test", 33: "no test", None: "not reached"}
NOTICED = ("killed", "timed out")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Quick tests first, by what mutmut measured."""
    _forget()
    found = Path("mutmut-stats.json")
    if found.exists():
        seconds = json.loads(found.read_text())["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


def _forget() -> None:
    """Empty the caches: each mutant is tried in a fork of a process that has run all tests."""
    gc.unfreeze()  # what `tests.harness.overhead` froze would not be found
    remembering = type(lru_cache(len))
    for each in gc.get_objects():
        kind = type(each)
        if kind is remembering and str(each.__module__).startswith(FOLDERS):
            each.cache_clear()
        elif str(kind.__module__).startswith(FOLDERS):
            for name, member in vars(kind).items():
                if isinstance(member, cached_property):
                    vars(each).pop(name, None)


def main() -> None:
    options = _options()
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, PLACE / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy2(ROOT / name, PLACE / name)
    # The mutants of one small module, since mutmut makes all of them before it runs any.
    if not _mutmut("payouts.rules.money.*", options=options):
        sys.exit("There was no time to make the mutants: give more --minutes.")
    names = sorted(name for name in _ends() if fnmatch(name, options.only))
    chosen = names
    if 0 < options.sample < len(names):
        chosen = sorted(random.Random(options.seed).sample(names, options.sample))
    print(f"{len(chosen)} of {len(names)} mutants, seed {options.seed}", flush=True)
    _mutmut(*chosen, options=options)
    _report(chosen)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=400, help="how many mutants; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--only", default="*", help='a pattern, such as "payouts.rules.prizes.*"')
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=60, help="for making and for trying them")
    return parser.parse_args()


def _mutmut(*names: str, options: argparse.Namespace) -> bool:
    """Try these mutants; whether there was time for all. The others stay untried."""
    call = [MUTMUT, "run", "--max-children", str(options.processes), *names]
    log = PLACE / "mutmut.log"
    with log.open("w") as out:
        running = subprocess.Popen(
            call, cwd=PLACE, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            running.wait(options.minutes * 60)
        except subprocess.TimeoutExpired:
            print(f"stopped after {options.minutes:g} minutes")
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()
    if running.returncode not in (0, -signal.SIGKILL):
        sys.exit(f"mutmut failed:\n{log.read_text()[-4000:]}")
    return running.returncode == 0


def _ends() -> dict[str, int | None]:
    """Every mutant, and how its tests ended (None: not tried)."""
    ends: dict[str, int | None] = {}
    for found in sorted((PLACE / "mutants").rglob("*.py.meta")):
        ends |= json.loads(found.read_text())["exit_code_by_key"]
    return ends


def _report(chosen: Iterable[str]) -> None:
    ends = _ends()
    found = {name: ENDS.get(ends[name], "timed out") for name in chosen}
    print(f"\n{'':<18} {'tried':>6} {'killed':>7} {'timed out':>10} {'left':>5} {'score':>7}")
    for folder in (*FOLDERS, ""):
        counted = Counter(how for name, how in found.items() if name.startswith(folder))
        noticed = sum(counted[how] for how in NOTICED)
        tried = counted.total() - counted["not reached"]
        score = f"{noticed / tried:.1%}" if tried else "-"
        print(
            f"{folder or 'all':<18} {tried:>6} {counted['killed']:>7} {counted['timed out']:>10} "
            f"{tried - noticed:>5} {score:>7}"
        )
    for how in ("survived", "no test", "timed out", "not reached"):
        if those := [name for name, ended in found.items() if ended == how]:
            print(f"\n{how}:")
            for name in those:
                print(_shown(name) if how in ("survived", "no test") else f"  {name}")


def _shown(name: str) -> str:
    """A mutant, by what it changes."""
    call = [MUTMUT, "show", name]
    diff = subprocess.run(call, cwd=PLACE, capture_output=True, text=True, check=True).stdout
    changed = [
        line
        for line in diff.splitlines()
        if line[:1] in ("+", "-") and not line.startswith(("+++", "---"))
    ]
    return "\n".join([f"  {name}", *(f"    {line}" for line in changed)])


if __name__ == "__main__":
    main()
