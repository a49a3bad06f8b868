"""What the clock does to tournaments; each finds its work in the database and may run twice."""

from functools import partial

from celery import shared_task
from django.utils import timezone

from core import sql
from core.jobs import attempt
from tables.live import heartbeat
from tables.tasks import sweep_deadlines, tend_cash_games
from tournaments import director
from tournaments.entry import scheduling
from tournaments.floor import due, told
from tournaments.play import lost_connections

# Tournaments that one sweep steps; others run beside it and take the next.
SWEEP = 50


@shared_task
def tick() -> int:
    """What may be due at any moment, as one task: players' time, hands, tournaments; returns how
    many of them something was done for. Each of it is done whatever befalls the other."""
    jobs = {"sweep deadlines": sweep_deadlines, "sweep": sweep}
    return sum(attempt(name, job, most=None) or 0 for name, job in jobs.items())


@shared_task
def tend() -> int:
    """What can wait for a second or two, as one task; returns how much has changed."""
    jobs = {
        "open lobbies": open_lobbies,
        "watch connections": watch_connections,
        "tend cash games": tend_cash_games,
    }
    return sum(attempt(name, job) or 0 for name, job in jobs.items())


@shared_task
def keep_time() -> None:
    """Note that the room's time is kept, or make up for an outage; given every second, whether
    anything is due or not (TRN-6)."""
    attempt("keep time", lambda: heartbeat.beat(now=sql.now()))


@shared_task
def sweep() -> int:
    """Step every tournament that is due; returns how many."""
    # Before anything else: no level may be taken for over that only an outage has eaten up.
    heartbeat.beat(now=sql.now())
    claimed = due.claim(limit=SWEEP, now=timezone.now())
    for tournament_id in claimed:
        # One bad event never stops the others; it is tried again at the next heartbeat. Two at
        # once: what is due again while a step goes on is not put off.
        step = partial(director.step, tournament_id=tournament_id, now=timezone.now())
        attempt("step", step, most=2, tournament=tournament_id)
    return len(claimed)


@shared_task
def open_lobbies() -> int:
    """Open the Sit&Gos and announce the recurring events that are missing; returns how many."""
    return len(scheduling.open_lobbies(now=timezone.now()))


@shared_task
def announce_starts() -> int:
    """Tell players that their event begins in a moment; returns how many."""
    return told.soon(now=timezone.now())


@shared_task
def watch_connections() -> int:
    """Stop events whose players are cut off, and let them go on; returns how many were looked
    at."""
    return lost_connections.watch(now=timezone.now())
