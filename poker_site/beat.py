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
from players.notices import outbox
from tables import calling
from tables import tasks as tables_tasks
from tables.pools import going_on
from tournaments.floor import due

log = structlog.get_logger(__name__)

# The tick that is left out while no deadline has passed and no tournament waits for its director.
TICK = "tournaments.tasks.tick"
# It is given so often all the same: it keeps the room's time, and shows that beat lives.
AT_LEAST_SECONDS = 2.0
# What is left out while no payment is due and no payment service has said anything.
PAYMENTS = "payouts.tasks.see_to_payments"
# While nobody is in a pool.
POOLS = "tables.tasks.sweep_pools"
# While no notice waits to be sent.
NOTICES = "players.tasks.send_notices"
# While nobody sits anywhere.
CALLS = "tables.tasks.call_those_away"


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
        elif entry.task in QUESTIONS and not _asked(QUESTIONS[entry.task]):
            return
        super().apply_entry(entry, producer=producer)

    def _when(self, entry: ScheduleEntry, next_time_to_run: float, *_: object) -> float:
        """As Celery's, which goes a long way over time zones to the same number."""
        return time.time() + (self.adjust(next_time_to_run) or 0)

    def schedules_equal(self, old_schedules: object, new_schedules: object) -> bool:
        """Nobody changes our schedule while beat runs, and Celery compares it entry by entry
        whenever it wakes up."""
        return old_schedules is not None and new_schedules is not None


def anything_due() -> bool:
    """Whether a tick would find something; also where PostgreSQL does not answer."""
    return _asked(lambda now: tables_tasks.anything_due(now=now) or due.anything(now=now))


def payments_due(now: datetime) -> bool:
    """Whether payments would be seen to."""
    return sending.anything_due(now=now) or mirror.anything_due(now=now)


# What is given only where the answer is yes, or PostgreSQL does not answer.
QUESTIONS: dict[str, Callable[[datetime], bool]] = {
    PAYMENTS: payments_due,
    POOLS: lambda now: going_on.anybody_in(),
    NOTICES: lambda now: outbox.anything_due(now=now),
    CALLS: lambda now: calling.anybody_to_call(),
}


def _asked(question: Callable[[datetime], bool]) -> bool:
    try:
        return question(timezone.now())
    except Error as error:
        log.warning("beat cannot ask", error=type(error).__name__)
        connection.close()
        return True
