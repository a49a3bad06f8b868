"""The schedule of the director's steps. Each time is a hint: a late or lost one costs seconds."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Least

from core import sql
from core.due_checks import ExistsQuery
from core.due_times import bring_back
from tournaments.models import Due

# The lease of a claimed tournament: it is due again after this long, even if its step dies.
HEARTBEAT = timedelta(seconds=3)
# The rest of an event after a step, per table read: the cost of a step grows with the field, and so
# does the work that it finds.
PEACE = timedelta(microseconds=200)

# True if ``claim`` would find an event.
DUE = ExistsQuery("""
    EXISTS (
        SELECT FROM tournaments_due
        WHERE due_at <= %(now)s AND (not_before IS NULL OR not_before <= %(now)s)
    )""")

# Plain SQL, since each step runs it. LEAST ignores a null: then nothing is due by the clock.
_LOOKED = """
    UPDATE tournaments_due SET not_before = %s, due_at = least(due_at, %s) WHERE tournament_id = %s
"""


def look_at(tournament_id: int, *, at: datetime) -> None:
    """Schedule the director's next step for ``at`` or earlier."""
    Due.objects.filter(tournament_id=tournament_id).update(due_at=Least("due_at", at))


def rest(tournament_id: int, *, until: datetime) -> None:
    """Postpone the next step to ``until``; for events before the start, locked by the caller."""
    Due.objects.filter(tournament_id=tournament_id).update(due_at=until)


def claim(*, limit: int, now: datetime) -> list[int]:
    """Claim up to ``limit`` due tournaments, longest due first, with a lease of ``HEARTBEAT``."""
    with transaction.atomic():
        due = (
            _due(now)
            .select_for_update(skip_locked=True)
            .order_by("due_at")
            .values_list("tournament_id", flat=True)
        )
        tournament_ids = list(due[:limit])
        Due.objects.filter(tournament_id__in=tournament_ids).update(due_at=now + HEARTBEAT)
    return tournament_ids


def _due(now: datetime) -> QuerySet[Due]:
    return Due.objects.filter(Q(not_before=None) | Q(not_before__lte=now), due_at__lte=now)


def looked(tournament_id: int, *, tables: int, again: datetime | None, now: datetime) -> None:
    """Schedule the step after one that read ``tables``: at ``again`` or earlier, but not before a
    rest that grows with their number."""
    sql.run(_LOOKED, [now + tables * PEACE, again, tournament_id])


def follow_clock_back(*, step: timedelta, now: datetime) -> None:
    """Move all due times back after the clock was set back by ``step``."""
    for name in ("due_at", "not_before"):
        bring_back(Due.objects.all(), name, step=step, now=now)


def forget(tournament_id: int) -> None:
    """Delete the schedule of a tournament that is over."""
    Due.objects.filter(tournament_id=tournament_id).delete()
