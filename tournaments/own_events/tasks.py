"""The scheduled job of own events; it finds its work in the database and is idempotent."""

from celery import shared_task

from core import room_clock
from core.jobs import attempt
from tournaments.own_events import notices


@shared_task
def tell_what_comes_next() -> int:
    """Tell players what comes after their event; return how many were told."""
    return attempt("tell what comes next", lambda: notices.tell(now=room_clock.now())) or 0
