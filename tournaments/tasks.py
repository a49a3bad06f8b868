"""Scheduled jobs of tournaments; each finds its work in the database and is idempotent."""

from functools import partial

from celery import shared_task

from core import room_clock, sql
from core.jobs import attempt
from tables.live import heartbeat
from tables.tasks import sweep_deadlines, tend_cash_games
from tournaments import director
from tournaments.entry import scheduling
from tournaments.floor import notifications, step_schedule
from tournaments.play import lost_connections

# Tournaments that one sweep steps; concurrent sweeps take the next ones.
SWEEP = 50


@shared_task
def tick() -> int:
    """Sweep the tables' deadlines and the due tournaments; return how many were handled. A failure
    of one sweep does not stop the other."""
    jobs = {"sweep deadlines": sweep_deadlines, "sweep": sweep}
    return sum(attempt(name, job, most=None) or 0 for name, job in jobs.items())


@shared_task
def tend() -> int:
    """Run the jobs that can wait for a second or two; return the sum of their counts."""
    jobs = {
        "open lobbies": open_lobbies,
        "watch connections": watch_connections,
        "tend cash games": tend_cash_games,
    }
    return sum(attempt(name, job) or 0 for name, job in jobs.items())


@shared_task
def keep_time() -> None:
    """Record the heartbeat of the room's time, or make up for an outage; runs every second, even
    when nothing is due (TRN-6)."""
    attempt("keep time", lambda: heartbeat.beat(now=sql.now()))


@shared_task
def sweep() -> int:
    """Run the director's step for up to ``SWEEP`` tournaments that are due; return how many."""
    # First of all: a level must not count as over because of an outage.
    heartbeat.beat(now=sql.now())
    claimed = step_schedule.claim(limit=SWEEP, now=room_clock.now())
    for tournament_id in claimed:
        # A failing event never stops the others; it is tried again at the next heartbeat. Two at
        # once: an event that is due again during its step is not delayed.
        step = partial(director.step, tournament_id=tournament_id, now=room_clock.now())
        attempt("step", step, most=2, tournament=tournament_id)
    return len(claimed)


@shared_task
def open_lobbies() -> int:
    """Open the Sit&Gos and announce the recurring events that are missing; return how many."""
    return len(scheduling.open_lobbies(now=room_clock.now()))


@shared_task
def announce_starts() -> int:
    """Tell players that their event begins soon; return how many."""
    return notifications.soon(now=room_clock.now())


@shared_task
def watch_connections() -> int:
    """Pause events whose players have lost their connections, and resume them; return how many
    were checked."""
    return lost_connections.watch(now=room_clock.now())
