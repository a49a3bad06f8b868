"""Celery beat that sends no task where none is due (a check costs a tenth of a task), and none
while another beat leads.
"""

import time
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Any

import structlog
from celery.beat import PersistentScheduler, ScheduleEntry
from django.conf import settings
from django.db import connection

from core import due_checks, room_clock
from core.due_checks import ExistsQuery
from payouts.payments import gateway_events, sending
from payouts.wallets import mirror
from players.notices import outbox
from players.own_data import archives
from poker_site.running.lease import TERM_SECONDS, Lease
from tables import tasks as tables_tasks
from tables.own_hands import counting
from tables.pools import next_hand
from tables.seated import away_calls
from tournaments.clubs import planning
from tournaments.floor import step_schedule
from tournaments.home import hosting
from tournaments.seasons import standings

log = structlog.get_logger(__name__)

# Tasks that are sent only if one of their questions is true, or PostgreSQL does not answer.
TICK = "tournaments.tasks.tick"
PAYMENTS = "payouts.tasks.see_to_payments"
POOLS = "tables.tasks.sweep_pools"
NOTICES = "players.tasks.send_notices"
CALLS = "tables.tasks.call_those_away"
ARCHIVES = "players.tasks.make_archives"
HANDS = "tables.tasks.count_hands"
CLUB_GAMES = "tournaments.clubs.tasks.open_club_games"
HOME_GAMES = "tournaments.home.tasks.look_after_home_games"
SEASONS = "tournaments.seasons.tasks.tend_seasons"
QUESTIONS: Mapping[str, Sequence[ExistsQuery]] = {
    TICK: [tables_tasks.DUE, step_schedule.DUE],
    PAYMENTS: [sending.DUE, gateway_events.WAITS, mirror.DUE],
    POOLS: [next_hand.ANYBODY],
    NOTICES: [outbox.DUE],
    CALLS: [away_calls.ANYBODY],
    ARCHIVES: [archives.DUE],
    HANDS: [counting.DUE],
    CLUB_GAMES: [planning.DUE],
    HOME_GAMES: [hosting.DUE],
    SEASONS: [standings.DUE],
}


# The difference between wall clock and monotonic clock from which beat takes the clock as set.
CLOCK_SET_SECONDS = 1.0
# The longest time without a leader after one has died, rounded up: its term, and a question.
GAP_SECONDS = 2 * TERM_SECONDS


class Scheduler(PersistentScheduler):  # type: ignore[misc]
    """Celery's scheduler, without tasks that would find no work, and safe when the clock is set."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._due: Set[str] = frozenset()
        self._asked_at = float("-inf")
        # Between both clocks; not known yet, so that the first tick looks at what was read back.
        self._offset = float("inf")
        self._lease = Lease()
        # What came due while another led, by name: when, and the entry.
        self._passed: dict[str, tuple[float, ScheduleEntry]] = {}
        super().__init__(*args, **options)

    def setup_schedule(self) -> None:
        """Read the stored schedule, or begin a new one where it cannot be read."""
        try:
            with self.persistence.open(self.schedule_filename) as store:
                # Of another release it may name classes that are gone.
                store.get("entries")
        except Exception as error:
            log.warning("beat begins a new schedule", error=repr(error))
            self.persistence.open(self.schedule_filename, flag="n").close()
        super().setup_schedule()

    def tick(self, *args: Any, **options: Any) -> float:
        self._follow_the_clock()
        if self._passed and self._lease.is_held():
            self._catch_up()
        wait: float = super().tick(*args, **options)
        return wait

    def _follow_the_clock(self) -> None:
        """Plan everything again after the wall clock was set.

        Runs in a future that is no more count as run now. Otherwise beat would wait for as long as
        the clock went back.
        """
        offset = time.time() - time.monotonic()
        if abs(offset - self._offset) < CLOCK_SET_SECONDS:
            return
        self._offset = offset
        for entry in self.schedule.values():
            entry.last_run_at = min(entry.last_run_at, entry.default_now())
        # With none to compare, Celery plans anew.
        self.old_schedulers = None

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        if not self._lease.is_held():
            # The schedule goes on, so that a beat which takes over is not behind.
            self._passed[entry.name] = time.monotonic(), entry
        elif entry.task not in QUESTIONS or self._is_due(entry.task):
            super().apply_entry(entry, producer=producer)

    def _catch_up(self) -> None:
        """Give what came due while nobody led; the jobs find out what the last leader had given."""
        passed, self._passed = self._passed, {}
        since = time.monotonic() - GAP_SECONDS
        for at, entry in passed.values():
            if at >= since:
                self.apply_entry(entry)

    def _is_due(self, task: str) -> bool:
        """Return whether a task is due; the tick asks for all, so the others hardly ever ask."""
        now = time.monotonic()
        if task == TICK or now >= self._asked_at + settings.TICK_SECONDS:
            self._due, self._asked_at = what_is_due(room_clock.now()), now
        return task in self._due

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Return the delay unchanged: Celery would wake up ten milliseconds early, and poll."""
        return n

    def _when(self, entry: ScheduleEntry, next_time_to_run: float, *_: object) -> float:
        """Return the time of an entry by the monotonic clock.

        Celery has no public place for it. Its own asks the wall clock, and ticks cost half more.
        """
        return time.monotonic() + (self.adjust(next_time_to_run) or 0)

    def schedules_equal(self, old_schedules: object, new_schedules: object) -> bool:
        """Return whether there is a schedule: ours is fixed, and Celery compares each entry."""
        return old_schedules is not None and new_schedules is not None


def what_is_due(now: datetime) -> Set[str]:
    """Return the tasks that would find work; all, where PostgreSQL does not answer."""
    pairs = [(task, question) for task, questions in QUESTIONS.items() for question in questions]
    try:
        answers = due_checks.which_exist([question for _, question in pairs], now=now)
    except Exception as error:
        # For any error: no task at all would stop the room, too many tasks do not.
        log.warning("beat cannot ask", error=type(error).__name__)
        connection.close()
        return QUESTIONS.keys()
    return {task for (task, _), answer in zip(pairs, answers, strict=True) if answer}
