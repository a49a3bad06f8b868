"""Suspensions of players by staff, for a reason, until lifted (STAFF-4).

The state is the user's ``is_active``, which Django checks; a row records author and reason.
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
    """Suspend a player; returns whether they were not suspended.

    Takes them off tables, out of events that have not begun, and off sockets. Refuses NO_REASON,
    OWN_ACCOUNT, and MEMBER_OF_STAFF to anyone but an administrator.
    """
    with transaction.atomic():
        if not _turn(user_id, active=False, by=by, why=why, now=now):
            return False
        signals.barred.send(sender=Suspension, user_id=user_id, now=now)
    return True


def lift(*, user_id: UserId, by: int, why: str, now: datetime) -> bool:
    """Lift a suspension; returns whether there was one. The player signs in anew.

    Refuses what ``suspend`` refuses, and MERGED_AWAY.
    """
    with transaction.atomic():
        if merged_away([user_id]):
            raise Refusal(Code.MERGED_AWAY)
        if not _turn(user_id, active=True, by=by, why=why, now=now):
            return False
        # Sessions of a suspended account only showed the refusal; they must not revive.
        sessions.end_all(user_id=user_id)
    return True


def merged_away(user_ids: Iterable[UserId]) -> bool:
    """Return whether one of these accounts was merged into another one (STAFF-12)."""
    done = Merge.objects.filter(other__in=user_ids, status=Merge.Status.DONE)
    return done.exists()


def with_merged(user_id: UserId) -> list[UserId]:
    """Return an account and all accounts that were merged into it, directly or through others."""
    found, new = [user_id], [user_id]
    while new:
        closed = Merge.objects.filter(user__in=new, status=Merge.Status.DONE)
        new = [UserId(other) for other in closed.values_list("other", flat=True)]
        found += new
    return found


def kept(user_id: UserId) -> UserId:
    """Return the account that this one was merged into, directly or through others; else itself."""
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
