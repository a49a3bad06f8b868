"""When the director looks at a tournament next. Only a hint: a late or lost one costs seconds."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Least

from core import sql
from core.due_times import bring_back
from core.questions import Question
from tournaments.models import Due

# A claimed tournament comes back by itself after this long, whatever happens to its step.
HEARTBEAT = timedelta(seconds=3)
# So long after a step its event is left alone, for each table that it looked at: what a step costs
# grows with the field, and so does what it finds to do.
PEACE = timedelta(microseconds=200)

# Whether ``claim`` would find something.
DUE = Question("""
    EXISTS (
        SELECT FROM tournaments_due
        WHERE due_at <= %(now)s AND (not_before IS NULL OR not_before <= %(now)s)
    )""")

# Plain SQL, as every step writes it. Where nothing is due by the clock, LEAST passes over the null.
_LOOKED = """
    UPDATE tournaments_due SET not_before = %s, due_at = least(due_at, %s) WHERE tournament_id = %s
"""


def look_at(tournament_id: int, *, at: datetime) -> None:
    """Have the director look at ``at`` or earlier."""
    Due.objects.filter(tournament_id=tournament_id).update(due_at=Least("due_at", at))


def rest(tournament_id: int, *, until: datetime) -> None:
    """Nothing is due before ``until``; for events not yet begun, whose lock the caller holds."""
    Due.objects.filter(tournament_id=tournament_id).update(due_at=until)


def claim(*, limit: int, now: datetime) -> list[int]:
    """Take up to ``limit`` due tournaments, longest due first; nobody else gets them at once."""
    with transaction.atomic():
        due = (
            _due(now)
            .select_for_update(skip_locked=True)
            .order_by("due_at")
            .values_list("tournament_id", flat=True)
        )
        taken = list(due[:limit])
        Due.objects.filter(tournament_id__in=taken).update(due_at=now + HEARTBEAT)
    return taken


def _due(now: datetime) -> QuerySet[Due]:
    return Due.objects.filter(Q(not_before=None) | Q(not_before__lte=now), due_at__lte=now)


def looked(tournament_id: int, *, tables: int, again: datetime | None, now: datetime) -> None:
    """A step has looked at so many tables: claim a large event less often, and have the director
    look ``again`` then or earlier."""
    sql.run(_LOOKED, [now + tables * PEACE, again, tournament_id])


def follow_clock_back(*, step: timedelta, now: datetime) -> None:
    """Look when it was due before the clock was set back by so much."""
    for name in ("due_at", "not_before"):
        bring_back(Due.objects.all(), name, step=step, now=now)


def forget(tournament_id: int) -> None:
    """The tournament is over: nobody looks again."""
    Due.objects.filter(tournament_id=tournament_id).delete()
