"""Scheduled jobs of clubs; each finds its work in the database and is idempotent."""

from celery import shared_task

from core import room_clock
from core.jobs import attempt
from tournaments.clubs import planning, play


@shared_task
def open_club_games() -> int:
    """Open the games of clubs that are due; return how many were looked at."""
    return attempt("open games of clubs", lambda: planning.look_after(now=room_clock.now())) or 0


@shared_task
def look_after_clubs() -> None:
    """Plan the dates of templates, and finish what verbs could not."""
    now = room_clock.now()
    attempt("plan dates of clubs", lambda: planning.plan_dates(now=now))
    attempt("sweep games of clubs", lambda: play.sweep(now=now))
