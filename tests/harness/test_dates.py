"""Which tests run on which other day."""

from datetime import UTC, datetime

import pytest

from tests import dates
from tests.harness import day_clock, sampling

TODAY = datetime(2026, 11, 27, tzinfo=UTC)


def days_of_files(*, whole: bool) -> list[tuple[str, ...]]:
    """The files that run on each day, the core of them left out."""
    skip = len(dates.ALL_BUT_SLOW)
    found = dates.runs(TODAY, day_clock.files(), whole=whole)
    return [run.tests[skip:] for run in found if run.tests[:skip] == dates.ALL_BUT_SLOW]


def test_each_file_runs_on_one_of_the_days_and_with_whole_on_all() -> None:
    by_turns = days_of_files(whole=False)
    assert sorted(file for day in by_turns for file in day) == day_clock.files()
    assert {len(day) for day in by_turns} <= {len(day_clock.files()) // 4 + more for more in (0, 1)}
    assert days_of_files(whole=True) == [tuple(day_clock.files())] * 4


def test_what_reads_a_clock_is_there_and_what_does_not_is_left_out() -> None:
    files = day_clock.files()
    assert "tests/payouts/pages/test_limits.py" in files
    assert "tests/conformance/test_contrast.py" not in files
    assert [file for file in files if "/rules/" in file or "/browser/" in file] == []


def test_a_few_commits_take_each_file_to_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    files = day_clock.files()
    seen: list[set[str]] = [set() for _ in range(4)]
    for commit in range(60):
        monkeypatch.setattr(sampling, "seed", lambda commit=commit: f"{commit}")
        for day, share in zip(seen, dates.shares(files, 4), strict=True):
            day.update(share)
    assert seen == [{*files}] * 4
