"""What the clock does: nobody's request, so it finds its work in the database."""

from datetime import timedelta

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.db import connection
from django.utils import timezone

from tables import dealer
from tables.models import Deadline

log = structlog.get_logger(__name__)

# A claim moves the deadline on, so that a table whose time-out fails, or whose worker dies, is
# tried again this much later and holds up nobody meanwhile.
CLAIM = """
    UPDATE tables_deadline SET due_at = now() + interval '2 seconds'
    WHERE table_id IN (
        SELECT table_id FROM tables_deadline WHERE due_at <= now()
        ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED
    )
    RETURNING table_id"""

# TRN-6: how long players have after the room comes back.
GRACE = timedelta(seconds=10)


@shared_task
def sweep_deadlines() -> int:
    """Time out every player whose deadline has passed; returns how many. Safe at any time."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM)
        claimed = [table_id for (table_id,) in cursor.fetchall()]
    return sum(_time_out(table_id) for table_id in claimed)


def _time_out(table_id: int) -> bool:
    try:
        return dealer.time_out(table_id=table_id, now=timezone.now())
    except Exception:
        # One bad table must not stop the clocks of the others.
        log.exception("time-out failed", table=table_id)
        return False


@worker_ready.connect
def grant_grace(**_: object) -> None:
    """After the room was down nobody times out at once (TRN-6)."""
    now = timezone.now()
    until = now + GRACE
    for table_id in Deadline.objects.filter(due_at__lt=until).values_list("table_id", flat=True):
        try:
            dealer.grant_grace(table_id=table_id, until=until, now=now)
        except Exception:
            log.exception("grace failed", table=table_id)
