"""Walks over everything there is: whole in `make test-long`, a sample in `make test`.

A sample changes with the commit, so that a few commits later everything was walked; every run of
one commit walks the same. ``WALK_SEED`` repeats the sample of another one. A pytest plugin.
"""

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from tests.harness.long_forms import longer

T = TypeVar("T")


@cache
def seed() -> str:
    """The value of ``WALK_SEED``, or the commit; "0" where there is no repository."""
    if named := os.environ.get("WALK_SEED"):
        return named
    command = ["git", "rev-parse", "HEAD"]
    done = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()[:12] or "0"


def sampled(walk: Iterable[T], *, one_in: int, of: str) -> list[T]:
    """One in so many of a walk, in its order; ``of`` names it, and gives it a sample of its own."""
    found = list(walk)
    count = longer(len(found), short=-(-len(found) // one_in))
    places = Random(f"{seed()} {of}").sample(range(len(found)), count)
    return [found[place] for place in sorted(places)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"walks were sampled with WALK_SEED={seed()}")
