"""Jobs of the clock: a failure is logged once, and what hangs takes no further thread."""

import threading

import pytest

from core import jobs
from core.jobs import attempt


@pytest.fixture(autouse=True)
def _nothing_failed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_failed", {})


def broken() -> int:
    raise RuntimeError("trouble of its own")


def test_a_job_that_fails_is_logged_once_and_again_after_it_went_well(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(3):
        assert attempt("step", broken, tournament=1) is None
        assert attempt("step", broken, tournament=2) is None
    assert caplog.text.count("job failed") == 2
    assert attempt("step", lambda: 7, tournament=1) == 7
    attempt("step", broken, tournament=1)
    attempt("step", lambda: int("x"), tournament=1)
    assert caplog.text.count("job failed") == 4


def test_failures_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_REMEMBERED", 3)
    for number in range(10):
        attempt("step", broken, tournament=number)
    assert len(jobs._failed) <= 3


def test_what_hangs_takes_one_thread_is_named_once_and_leaves_other_items_theirs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, ends = threading.Event(), threading.Event()

    def hang() -> bool:
        begun.set()
        return ends.wait(60)

    thread = threading.Thread(target=attempt, args=["step", hang], kwargs={"tournament": 1})
    thread.start()
    assert begun.wait(60)
    assert attempt("step", lambda: 1, tournament=1) is None
    assert "job hangs" not in caplog.text
    monkeypatch.setattr(jobs, "HANGS_SECONDS", -1.0)
    for _ in range(3):
        assert attempt("step", lambda: 1, tournament=1) is None
    assert caplog.text.count("job hangs") == 1
    assert attempt("step", lambda: 1, tournament=2) == 1
    assert attempt("step", lambda: 1, most=2, tournament=1) == 1
    ends.set()
    thread.join()
    assert attempt("step", lambda: 1, tournament=1) == 1
    assert not jobs._at_work
    assert not jobs._began
