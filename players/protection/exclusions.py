"""A time without play, at a player's own wish. Withdrawals are never held back."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from core.refusal import Refusal
from core.types import UserId
from players import people, signals
from players.models import RegisterAnswer, SelfExclusion
from players.refusals import Code


def exclude(*, user_id: UserId, days: int, now: datetime) -> datetime:
    """Keep a player from playing for so many days; returns until when they now are.

    What has begun goes on without them (PLAY-2). Refuses NO_DAYS for no days at all.
    """
    if days <= 0:
        raise Refusal(Code.NO_DAYS)
    with transaction.atomic():
        people.hold(user_id)
        until = now + timedelta(days=days)
        SelfExclusion.objects.create(user_id=user_id, asked_at=now, until=until)
        signals.barred.send(sender=SelfExclusion, user_id=user_id, now=now)
        signals.access_changed.send(sender=SelfExclusion, user_id=user_id)
        return excluded_until(user_id=user_id, now=now) or until


def take_over(*, user_id: UserId, other_id: UserId, now: datetime) -> None:
    """Have an exclusion of another account of the same person hold, where it is the longer one."""
    until = excluded_until(user_id=other_id, now=now)
    mine = excluded_until(user_id=user_id, now=now)
    if until is None or (mine is not None and mine >= until):
        return
    SelfExclusion.objects.create(user_id=user_id, asked_at=now, until=until)
    signals.barred.send(sender=SelfExclusion, user_id=user_id, now=now)
    signals.access_changed.send(sender=SelfExclusion, user_id=user_id)


def excluded_until(*, user_id: UserId, now: datetime) -> datetime | None:
    """The end of a player's self-exclusion; None when there is none."""
    rows = SelfExclusion.objects.filter(user_id=user_id, until__gt=now)
    found: datetime | None = rows.aggregate(until=Max("until"))["until"]
    return found


def is_registered(*, user_id: UserId, now: datetime) -> bool:
    """Whether the register of exclusions keeps a player from playing (PLAY-6)."""
    return RegisterAnswer.objects.filter(pk=user_id, until__gt=now).exists()
