"""The scheduled job of seasons; it finds its work in the database and is idempotent."""

from celery import shared_task

from core import room_clock
from core.jobs import attempt
from tournaments.seasons import standings


@shared_task
def tend_seasons() -> int:
    """Count the events that have finished, and close the seasons that are over; return how many
    seasons were looked at."""
    return attempt("tend seasons", lambda: standings.tend(now=room_clock.now())) or 0
