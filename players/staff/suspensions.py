"""Suspensions of players by staff, for a reason, until their end or until lifted (STAFF-4).

The state is the user's ``is_active``, which Django checks; a row records author and reason.
"""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from core import reasons
from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players import merged_accounts, player_lock, signals
from players.models import AccountClosing, Forgotten, Guest, Merge, Suspension, User
from players.notices import account_changes
from players.refusals import PlayerCode
from players.sign_in import sessions


def suspend(
    *, user_id: UserId, by: int, why: str, now: datetime, until: datetime | None = None
) -> bool:
    """Suspend a player ``until`` then or for good; returns whether they were not suspended.

    Takes them off tables, out of events that have not begun, and off sockets. Refuses NO_REASON,
    OWN_ACCOUNT, SUSPENDED_TOO_SHORT, and MEMBER_OF_STAFF to anyone but an administrator.
    """
    if until is not None and until <= now:
        raise Refusal(PlayerCode.SUSPENDED_TOO_SHORT)
    with transaction.atomic():
        if not _turn(user_id, active=False, by=by, why=why, now=now, until=until):
            return False
        signals.barred.send(sender=Suspension, user_id=user_id, now=now)
    return True


def lift(*, user_id: UserId, by: int, why: str, now: datetime) -> bool:
    """Lift a suspension; returns whether there was one. The player signs in anew.

    Refuses what ``suspend`` refuses, MERGED_AWAY and ACCOUNT_CLOSED.
    """
    with transaction.atomic():
        if merged_accounts.merged_away([user_id]):
            raise Refusal(PlayerCode.MERGED_AWAY)
        if AccountClosing.objects.filter(user=user_id, shut_at__isnull=False).exists():
            raise Refusal(PlayerCode.ACCOUNT_CLOSED)
        if not _turn(user_id, active=True, by=by, why=why, now=now):
            return False
        # Sessions of a suspended account only showed the refusal; they must not revive.
        sessions.end_all(user_id=user_id)
    return True


def end_due(*, now: datetime) -> int:
    """End the suspensions whose time is over and tell their players; returns how many.

    Safe to run twice.
    """
    ids = _due(now=now).order_by("user").values_list("user", flat=True)
    return sum(
        attempt("end a suspension", partial(_end, UserId(pk), now=now), user=pk) or False
        for pk in ids
    )


def take_over(*, user_id: UserId, other_id: UserId, by: int, why: str, now: datetime) -> None:
    """Apply the suspension of another account of the same person, where it is the longer one.

    An account that is inactive without a record counts as suspended for good. Refuses what
    ``suspend`` does.
    """
    theirs = standing(other_id)
    until = theirs.until if theirs else None
    if until is not None and until <= now:
        return
    if suspend(user_id=user_id, by=by, why=why, now=now, until=until):
        return
    mine = standing(user_id)
    if mine and mine.until and (until is None or until > mine.until):
        Suspension.objects.create(
            user_id=user_id, lifted=False, by_id=by, why=why, at=now, until=until
        )


def standing(user_id: UserId) -> Suspension | None:
    """Return the suspension that a player is under; None where there is none on record."""
    last = Suspension.objects.filter(user=user_id, user__is_active=False).order_by("-pk").first()
    return None if last is None or last.lifted else last


def _due(*, now: datetime) -> QuerySet[Suspension]:
    """Return the suspensions that hold and whose time is over, of accounts that may open again."""
    later = Suspension.objects.filter(user=OuterRef("user"), pk__gt=OuterRef("pk"))
    closed = (
        Merge.objects.filter(other=OuterRef("user"), status=Merge.Status.DONE),
        Forgotten.objects.filter(user=OuterRef("user")),
        AccountClosing.objects.filter(user=OuterRef("user"), shut_at__isnull=False),
        Guest.objects.filter(user=OuterRef("user"), gone_at__isnull=False),
    )
    none_of = [~Exists(rows) for rows in (later, *closed)]
    return Suspension.objects.filter(*none_of, until__lte=now, user__is_active=False)


def _end(user_id: UserId, *, now: datetime) -> bool:
    with transaction.atomic():
        user = player_lock.hold(user_id)
        if not _due(now=now).filter(user=user_id).exists():
            return False
        user.is_active = True
        user.save(update_fields=["is_active"])
        Suspension.objects.create(user=user, lifted=True, by=None, at=now)
        # As after ``lift``, the player signs in anew.
        sessions.end_all(user_id=user_id)
        url = reverse("notices")
        account_changes.tell(user_id=user_id, change="suspension_over", url=url, now=now)
    return True


def _turn(
    user_id: UserId,
    *,
    active: bool,
    by: int,
    why: str,
    now: datetime,
    until: datetime | None = None,
) -> bool:
    reasons.check(why)
    if by == user_id:
        raise Refusal(PlayerCode.OWN_ACCOUNT)
    user = player_lock.hold(user_id)
    if player_lock.works_here(user) and not User.objects.filter(pk=by, is_superuser=True).exists():
        raise Refusal(PlayerCode.MEMBER_OF_STAFF)
    if user.is_active == active:
        return False
    user.is_active = active
    user.save(update_fields=["is_active"])
    Suspension.objects.create(user=user, lifted=active, by_id=by, why=why, at=now, until=until)
    return True
