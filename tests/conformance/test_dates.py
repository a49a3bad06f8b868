"""The other days on which tests are tried: which, where, and that clocks show them."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings

from tests import dates
from tests.harness import day_clock, sampling

TODAY = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)


def runs(*, whole: bool = False) -> list[dates.Run]:
    return dates.runs(TODAY, day_clock.files(), whole=whole)


def shares(*, whole: bool = False) -> list[tuple[str, ...]]:
    """The files of each day, the core of them left out."""
    skip = len(dates.ALL_BUT_SLOW)
    return [run.tests[skip:] for run in runs(whole=whole) if run.tests[:skip] == dates.ALL_BUT_SLOW]


def test_every_date_is_tried_in_every_zone() -> None:
    tried = {(run.date, run.zone) for run in runs()}
    assert tried == {(date, zone) for date in dates.dates(TODAY) for zone in dates.ZONES}


def test_every_date_has_a_share_once_and_no_zone_is_left_to_the_core() -> None:
    others = [run for run in runs() if run.tests != dates.CORE]
    assert [run.date for run in others] == dates.dates(TODAY)
    assert {run.zone for run in others} == set(dates.ZONES)


def test_each_file_runs_on_one_of_the_days_and_with_whole_on_all() -> None:
    files = day_clock.files()
    assert sorted(file for share in shares() for file in share) == files
    assert {len(share) for share in shares()} <= {len(files) // 4, len(files) // 4 + 1}
    assert shares(whole=True) == [tuple(files)] * 4


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


def test_the_core_is_there() -> None:
    files = [name for name in dates.CORE if name.startswith("tests/")]
    assert len(files) > 1
    assert all((settings.BASE_DIR / name).is_file() for name in files)


def test_without_libfaketime_the_run_fails_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dates, "library", lambda: None)
    assert dates.main([]) == 1
    assert "apt-get install libfaketime" in capfd.readouterr().err


@pytest.mark.today
def test_a_process_on_another_day_reads_it_and_sleeps_there() -> None:
    path = dates.library()
    if path is None:
        pytest.skip("libfaketime is not installed (apt-get install libfaketime)")
    ahead = timedelta(days=400)
    code = "import time; time.sleep(0.01); print(time.time(), time.tzname[0])"
    now = datetime.now(UTC)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=dates.shifted(path, ahead=ahead, zone="America/New_York"),
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, zone = done.stdout.split()
    assert datetime.fromtimestamp(float(seconds), UTC) - now >= ahead
    assert zone in {"EST", "EDT"}
