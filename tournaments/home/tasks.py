"""Scheduled jobs of home games; each finds its work in the database and is idempotent."""

from celery import shared_task

from core import room_clock
from core.jobs import attempt
from tournaments.home import hosting


@shared_task
def look_after_home_games() -> int:
    """Replace hosts who are away, and end games that never started; return how many were looked
    at."""
    return attempt("look after home games", lambda: hosting.watch(now=room_clock.now())) or 0


@shared_task
def purge_home_games() -> int:
    """Delete the written results of games that ended long ago; return how many."""
    return attempt("purge home games", lambda: hosting.purge(now=room_clock.now())) or 0
