"""Which tests read the clock of the day, and so run on other days too; a pytest plugin.

A test reads that clock where Django's ``timezone.now`` or a statement's ``now()`` answers while no
``time_machine`` holds the hour. ``tests/steady.txt`` names the modules that do not: `make
test-dates` leaves them out, and runs each other one on another day. Each run watches, and a test
of a steady module that reads the clock fails.

``STEADY=write``, of whole modules in one process (``-n 0``), takes such modules out of the list
instead, and adds those that ran and read nothing. What the watch cannot see, since a process of its
own reads the clock or the test calls ``datetime.now`` itself, is found by the text of the module
(``SAYS_SO``).
"""

import os
import re
import threading
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest
import time_machine

ROOT = Path(__file__).parents[2]
LIST = ROOT / "tests" / "steady.txt"
SAYS_SO = re.compile(r"\b(subprocess|datetime\.now|date\.today)\b")
# PostgreSQL has its own clock, which nothing in a test holds.
SQL = re.compile(
    r"\bnow\(\)|(CLOCK|STATEMENT)_TIMESTAMP\(\)|CURRENT_(DATE|TIMESTAMP)", re.IGNORECASE
)
# A clock there is an argument; `make check` sees that nothing there reads one.
PURE = {"engine", "rules"}
WRITE = os.environ.get("STEADY") == "write"

_reads = False
# Threads that an earlier test has left behind: what they read is not this test's.
_before: set[int | None] = set()
_ran: dict[str, bool] = {}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what reads the clock of the day: ``clock``."""
    for item in items:
        if not (_elsewhere(item) or _steady(item)):
            item.add_marker(pytest.mark.clock)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    global _reads, _before
    _reads, _before = False, {thread.ident for thread in threading.enumerate()}
    _before.discard(threading.get_ident())
    result = yield
    if not _elsewhere(item):
        _ran[_module(item)] = _ran.get(_module(item), False) or _reads
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    result = yield
    if _reads and not WRITE and not _elsewhere(item) and _steady(item):
        pytest.fail(
            f"{_module(item)} reads the clock of the day: hold the hour (time_machine), or take it"
            f" out of tests/{LIST.name}, and it runs on other days too",
            pytrace=False,
        )
    return result


def pytest_sessionfinish(exitstatus: int) -> None:
    # What was interrupted has run in part.
    if WRITE and exitstatus == pytest.ExitCode.OK:
        still = {module for module in _known() - _ran.keys() if (ROOT / module).exists()}
        found = sorted(still | {module for module, reads in _ran.items() if not reads})
        steady = [module for module in found if not _says_so(ROOT / module)]
        LIST.write_text("".join(f"{module}\n" for module in steady))


@pytest.fixture(scope="session", autouse=True)
def _watched(django_test_environment: None) -> None:
    """Wherever ``timezone.now`` is kept, as in the default of a field, it is this function."""
    from django.db.backends.utils import CursorWrapper
    from django.utils import timezone

    # There it finds the names of Django's module, and these.
    timezone.now.__globals__.update(_note_reading=_note_reading, UTC=UTC)
    timezone.now.__code__ = _now.__code__
    wrapper: Any = CursorWrapper
    execute: Callable[..., Any] = wrapper._execute

    def watched(self: CursorWrapper, sql: Any, params: Any, *more: Any) -> Any:
        global _reads
        if isinstance(sql, str) and _reads_clock(sql) and threading.get_ident() not in _before:
            _reads = True
        return execute(self, sql, params, *more)

    wrapper._execute = watched


def _now() -> datetime:
    _note_reading()
    return datetime.now(UTC)


def _note_reading() -> None:
    global _reads
    held = time_machine.escape_hatch.is_travelling()
    if not held and threading.get_ident() not in _before:
        _reads = True


@lru_cache(maxsize=4096)
def _reads_clock(sql: str) -> bool:
    return SQL.search(sql) is not None


def files() -> list[str]:
    """The modules that run on other days: all but the steady, the pure, and the browser's."""
    found = (path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
    return sorted(
        path.as_posix()
        for path in found
        if not {"browser", *PURE} & set(path.parts) and not _is_steady(path.as_posix())
    )


def _elsewhere(item: pytest.Item) -> bool:
    """Whether a test has no clock of its own, or never runs on other days."""
    marks = {mark.name for mark in item.iter_markers()}
    return bool(marks & {"room", "browser", "today"} or PURE & set(item.path.parts))


def _steady(item: pytest.Item) -> bool:
    return _is_steady(_module(item))


def _is_steady(module: str) -> bool:
    return module in _listed() and not _says_so(ROOT / module)


def _module(item: pytest.Item) -> str:
    return item.path.relative_to(ROOT).as_posix()


@cache
def _says_so(path: Path) -> bool:
    return SAYS_SO.search(path.read_text()) is not None


def _known() -> set[str]:
    return set(LIST.read_text().splitlines())


@cache
def _listed() -> set[str]:
    """As it was when the run began."""
    return _known()
