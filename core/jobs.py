"""Scheduled jobs: one that fails, hangs or is slow does not stop the others."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeVar

import structlog

from core import metrics

log = structlog.get_logger(__name__)

Found = TypeVar("Found")
_Key = tuple[object, ...]

# A job that runs longer than this, and is due again, is named in the log.
HANGS_SECONDS: Final = 60.0
# The same failure of the same job is not logged again by this process for so long.
QUIET_SECONDS: Final = 600.0
# Failures remembered; beyond that all are dropped, and logged again.
_REMEMBERED: Final = 1_000

_lock = threading.Lock()
_at_work: Counter[_Key] = Counter()
_began: dict[_Key, float] = {}
_failed: dict[_Key, tuple[str, float]] = {}


def attempt(
    job: str, work: Callable[[], Found], *, most: int | None = 1, **item: object
) -> Found | None:
    """Run a job, for an item of it where one is named; returns None where it fails.

    The same failure is logged once in ``QUIET_SECONDS``. At most ``most`` threads of this process
    run the same job for the same item: one more returns None, so that a hang takes no thread.
    """
    key = (job, *item.values())
    with _lock:
        busy = most is not None and _at_work[key] >= most
        if not busy:
            _at_work[key] += 1
        since = _began.setdefault(key, time.monotonic())
    if busy:
        if time.monotonic() - since > HANGS_SECONDS and _is_news(key, "hangs"):
            log.warning("job hangs", job=job, **item)
        return None
    try:
        with metrics.JOB_SECONDS.labels(job=job).time():
            result = work()
    except Exception as error:
        metrics.JOBS_FAILED.labels(job=job).inc()
        _note(key, error, job=job, **item)
        return None
    finally:
        with _lock:
            _at_work[key] -= 1
            if not _at_work[key]:
                del _at_work[key], _began[key]
    _failed.pop(key, None)
    return result


def _note(key: _Key, error: Exception, **item: object) -> None:
    if _is_news(key, f"{type(error).__name__}: {error}"):
        log.exception("job failed", **item)


def _is_news(key: _Key, cause: str) -> bool:
    """Return whether this cause was not logged in ``QUIET_SECONDS``, and remember it."""
    now = time.monotonic()
    with _lock:
        before, at = _failed.get(key, ("", 0.0))
        if cause == before and now < at + QUIET_SECONDS:
            return False
        if len(_failed) >= _REMEMBERED:
            _failed.clear()
        _failed[key] = cause, now
    return True
