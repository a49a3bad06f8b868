"""The room's heartbeat: how it knows that nobody kept its time for a while (TRN-6)."""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction

from tables.live import dealer, signals
from tables.models import Deadline, Heartbeat

log = structlog.get_logger(__name__)

BEAT = timedelta(seconds=1)
# TRN-6: what whoever is to act has at least when play goes on.
GRACE = timedelta(seconds=10)


def beat(*, now: datetime) -> None:
    """Note that time is kept; after an outage first make up for it. Safe to run twice at once.

    Whoever has to make up for it and fails leaves it to the next beat.
    """
    last = Heartbeat.objects.values_list("at", flat=True).first()
    if last is not None and now < last + BEAT:
        return
    if last is not None and _silent(last, now):
        grant_grace(now=now)
    with transaction.atomic():
        row, _ = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        if _silent(row.at, now):
            log.warning("room was silent", since=row.at.isoformat(), until=now.isoformat())
            signals.outage_over.send(sender=Heartbeat, since=row.at, until=now)
        row.at = max(row.at, now)
        row.save(update_fields=["at"])


def grant_grace(*, now: datetime) -> None:
    """Give everybody whose time is nearly up, or was meanwhile, some more."""
    until = now + GRACE
    for table_id in Deadline.objects.filter(due_at__lt=until).values_list("table_id", flat=True):
        try:
            dealer.grant_grace(table_id=table_id, until=until, now=now)
        except Exception:
            # One bad table must not keep the others waiting.
            log.exception("grace failed", table=table_id)


def _silent(last: datetime, now: datetime) -> bool:
    return now - last > timedelta(seconds=settings.OUTAGE_SECONDS)
