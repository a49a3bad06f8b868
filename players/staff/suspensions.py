"""Shut out of the room by its staff, for a reason, until they lift it (STAFF-4).

The fact is the user's ``is_active``, which every door of Django's asks; who said so, and why, is a
row.
"""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import people, signals
from players.models import Merge, Suspension
from players.refusals import Code
from players.sign_in import sessions


def suspend(*, user_id: UserId, by: int, why: str, now: datetime) -> bool:
    """Let a player do nothing here any more; whether they could until now.

    Off the tables, out of what has not begun, off every socket. Refuses NO_REASON, OWN_ACCOUNT,
    MEMBER_OF_STAFF.
    """
    with transaction.atomic():
        if not _turn(user_id, active=False, by=by, why=why, now=now):
            return False
        signals.barred.send(sender=Suspension, user_id=user_id, now=now)
    return True


def lift(*, user_id: UserId, by: int, why: str, now: datetime) -> bool:
    """Let a suspended player in again, by a new session; whether they were suspended.

    Refuses what ``suspend`` refuses, and MERGED_AWAY.
    """
    with transaction.atomic():
        if merged_away([user_id]):
            raise Refusal(Code.MERGED_AWAY)
        if not _turn(user_id, active=True, by=by, why=why, now=now):
            return False
        # While the account was suspended these opened nothing, but said why to whoever came.
        sessions.end_all(user_id=user_id)
    return True


def merged_away(user_ids: Iterable[UserId]) -> bool:
    """Whether one of these accounts has become another one's, for good (STAFF-12)."""
    done = Merge.objects.filter(other__in=user_ids, status=Merge.Status.DONE)
    return done.exists()


def with_merged(user_id: UserId) -> list[UserId]:
    """An account, and those that have become it, also by way of others."""
    found, new = [user_id], [user_id]
    while new:
        closed = Merge.objects.filter(user__in=new, status=Merge.Status.DONE)
        new = [UserId(other) for other in closed.values_list("other", flat=True)]
        found += new
    return found


def kept(user_id: UserId) -> UserId:
    """The account that has what this one had: itself, unless it was merged away."""
    while found := Merge.objects.filter(other=user_id, status=Merge.Status.DONE).first():
        user_id = UserId(found.user_id)
    return user_id


def _turn(user_id: UserId, *, active: bool, by: int, why: str, now: datetime) -> bool:
    reasons.check(why)
    if by == user_id:
        raise Refusal(Code.OWN_ACCOUNT)
    user = people.hold(user_id)
    if people.works_here(user) and not User.objects.filter(pk=by, is_superuser=True).exists():
        raise Refusal(Code.MEMBER_OF_STAFF)
    if user.is_active == active:
        return False
    user.is_active = active
    user.save(update_fields=["is_active"])
    Suspension.objects.create(user=user, lifted=active, by_id=by, why=why, at=now)
    return True
