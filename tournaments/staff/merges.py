"""Merges of accounts of one person, by two members of staff; each step is recorded (STAFF-12)."""

from datetime import datetime

from django.db import transaction

from core.types import UserId
from players.models import Merge
from players.staff import merging
from tournaments.models import Act
from tournaments.staff import people

Verb = Act.Verb


def order(*, user_id: UserId, other_id: UserId, by: UserId, why: str, now: datetime) -> Merge:
    """Order the merge of ``other_id`` into ``user_id``. Refusals: ``merging.order``."""
    with transaction.atomic():
        row, new = merging.order(user_id=user_id, other_id=other_id, by=by, why=why, now=now)
        if new:
            _record(Verb.ORDER_MERGE, row, by=by, why=why, now=now)
    return row


def confirm(*, merge_id: int, by: UserId, now: datetime) -> Merge:
    """Confirm and carry out a merge that a colleague has ordered. Idempotent.

    Refusals: ``merging.confirm``.
    """
    with transaction.atomic():
        row, done = merging.confirm(merge_id=merge_id, by=by, now=now)
        if done:
            _record(Verb.MERGE, row, by=by, why=row.why, now=now)
    return row


def turn_down(*, merge_id: int, by: UserId, why: str, now: datetime) -> Merge:
    """Turn a merge down, or withdraw one's own. Idempotent.

    Refusals: ``merging.turn_down``.
    """
    with transaction.atomic():
        row, done = merging.turn_down(merge_id=merge_id, by=by, why=why, now=now)
        if done:
            _record(Verb.DROP_MERGE, row, by=by, why=why, now=now)
    return row


def _record(verb: str, row: Merge, *, by: UserId, why: str, now: datetime) -> None:
    """Record the act in the file of each of the two users."""
    after = {"merge": row.pk, "kept": row.user_id, "closed": row.other_id, "status": row.status}
    for user_id in (row.user_id, row.other_id):
        people.record(verb, UserId(user_id), by=by, now=now, why=why, after=after)
