"""The scheduled job of challenges; it finds its work in the database and is idempotent."""

from celery import shared_task

from core import room_clock
from core.jobs import attempt
from tournaments.challenges import counting


@shared_task
def tend_challenges() -> int:
    """Count the events that have ended for challenges; return how many were looked at."""
    return attempt("tend challenges", lambda: counting.tend(now=room_clock.now())) or 0
