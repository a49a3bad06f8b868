"""Demands of staff on a player, to be met before anything else: a new password, a second factor."""

from datetime import datetime

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.models import Demand, User
from players.refusals import PlayerCode
from players.sign_in import sessions

Kind = Demand.Kind


def make(*, user_id: UserId, kind: str, by: int, why: str, now: datetime) -> bool:
    """End a player's sessions, and demand this at the next sign-in; returns whether it is new.

    Refuses NO_REASON, and DEMAND_ON_STAFF to anyone but an administrator.
    """
    reasons.check(why)
    with transaction.atomic():
        check_person(user_id=user_id, by=by)
        new = not Demand.objects.filter(user=user_id, kind=kind, met_at=None).exists()
        if new:
            Demand.objects.create(user_id=user_id, kind=kind, by_id=by, why=why, at=now)
        sessions.end_all(user_id=user_id)
    return new


def check_person(*, user_id: UserId, by: int) -> None:
    """Lock a player whose access staff change; refuses DEMAND_ON_STAFF as ``make`` does."""
    user = player_lock.hold(user_id)
    if player_lock.works_here(user) and not User.objects.filter(pk=by, is_superuser=True).exists():
        raise Refusal(PlayerCode.DEMAND_ON_STAFF)


def waiting(*, user_id: UserId) -> list[str]:
    """Return the kinds of demands that a player has not met, the oldest first."""
    rows = Demand.objects.filter(user=user_id, met_at=None).order_by("pk")
    return list(rows.values_list("kind", flat=True))


def meet(*, user_id: UserId, kind: str, now: datetime) -> bool:
    """Mark a player's demand as met; returns whether there was one."""
    return bool(Demand.objects.filter(user=user_id, kind=kind, met_at=None).update(met_at=now))
