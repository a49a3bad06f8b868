"""Celery beat that says nothing where nothing is due: asking costs a tenth of a task."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import structlog
from celery.beat import PersistentScheduler, ScheduleEntry
from django.db import Error, connection
from django.utils import timezone

from payouts import mirror
from payouts.payments import sending
from tables import tasks as tables_tasks
from tournaments.floor import due

log = structlog.get_logger(__name__)

# The tick that is left out while no deadline has passed and no tournament waits for its director.
TICK = "tournaments.tasks.tick"
# It is given so often all the same: it keeps the room's time, and shows that beat lives.
AT_LEAST_SECONDS = 1.0
# What is left out while no payment is due and no payment service has said anything.
PAYMENTS = "payouts.tasks.see_to_payments"


class Scheduler(PersistentScheduler):  # type: ignore[misc]
    """As Celery's, but for ticks that would find nothing."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._ticked = float("-inf")
        super().__init__(*args, **options)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        if entry.task == TICK:
            now = time.monotonic()
            if now < self._ticked + AT_LEAST_SECONDS and not anything_due():
                return
            self._ticked = now
        elif entry.task == PAYMENTS and not payments_due():
            return
        super().apply_entry(entry, producer=producer)


def anything_due() -> bool:
    """Whether a tick would find something; also where PostgreSQL does not answer."""
    return _asked(lambda now: tables_tasks.anything_due(now=now) or due.anything(now=now))


def payments_due() -> bool:
    """Whether payments would be seen to; also where PostgreSQL does not answer."""
    return _asked(lambda now: sending.anything_due(now=now) or mirror.anything_due(now=now))


def _asked(question: Callable[[datetime], bool]) -> bool:
    try:
        return question(timezone.now())
    except Error as error:
        log.warning("beat cannot ask", error=type(error).__name__)
        connection.close()
        return True
