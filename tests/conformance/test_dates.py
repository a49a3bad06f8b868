"""The other days on which tests are tried: which, where, and that clocks show them."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings

from tests import dates

TODAY = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)


def test_every_date_is_tried_in_every_zone() -> None:
    tried = {(run.date, run.zone) for run in dates.runs(TODAY)}
    assert tried == {(date, zone) for date in dates.dates(TODAY) for zone in dates.ZONES}


def test_every_date_has_all_tests_once_and_no_zone_is_left_to_the_core() -> None:
    whole = [run for run in dates.runs(TODAY) if run.tests == dates.ALL_BUT_SLOW]
    assert [run.date for run in whole] == dates.dates(TODAY)
    assert {run.zone for run in whole} == set(dates.ZONES)


def test_the_core_is_there() -> None:
    files = [name for name in dates.CORE if name.startswith("tests/")]
    assert files
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
