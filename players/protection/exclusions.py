"""Self-exclusions of players. They never hold back withdrawals."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Lower

from core.refusal import Refusal
from core.types import UserId
from players import player_lock, signals
from players.models import RegisterAnswer, SelfExclusion, User
from players.refusals import PlayerCode


def exclude(*, user_id: UserId, days: int, now: datetime) -> datetime:
    """Exclude a player from playing for a number of days; return the end of the exclusion.

    Events in progress go on without them (PLAY-2). Refuses NO_DAYS for no days at all.
    """
    if days <= 0:
        raise Refusal(PlayerCode.NO_DAYS)
    with transaction.atomic():
        player_lock.hold(user_id)
        until = now + timedelta(days=days)
        SelfExclusion.objects.create(user_id=user_id, asked_at=now, until=until)
        signals.barred.send(sender=SelfExclusion, user_id=user_id, now=now)
        signals.access_changed.send(sender=SelfExclusion, user_id=user_id)
        return excluded_until(user_id=user_id, now=now) or until


def take_over(*, user_id: UserId, other_id: UserId, now: datetime) -> None:
    """Copy the exclusion of another account of the same person, where it ends later."""
    until = excluded_until(user_id=other_id, now=now)
    mine = excluded_until(user_id=user_id, now=now)
    if until is None or (mine is not None and mine >= until):
        return
    SelfExclusion.objects.create(user_id=user_id, asked_at=now, until=until)
    signals.barred.send(sender=SelfExclusion, user_id=user_id, now=now)
    signals.access_changed.send(sender=SelfExclusion, user_id=user_id)


def excluded_until(*, user_id: UserId, now: datetime) -> datetime | None:
    """Return the end of a player's self-exclusion; None when there is none."""
    rows = SelfExclusion.objects.filter(user_id=user_id, until__gt=now)
    latest: datetime | None = rows.aggregate(until=Max("until"))["until"]
    return latest


def check_new_account(*, known_as: Collection[str], now: datetime) -> None:
    """Check that no one of ``known_as``, the names in lower case that have signed in with a
    browser, is excluded; their closed accounts count (ACCOUNT-8). Refuses EXCLUDED_HERE, which says
    nothing of the exclusion: another person may share the browser."""
    named = User.objects.annotate(called=Lower("username")).filter(called__in=known_as)
    if SelfExclusion.objects.filter(user__in=named, until__gt=now).exists():
        raise Refusal(PlayerCode.EXCLUDED_HERE)


def is_registered(*, user_id: UserId, now: datetime) -> bool:
    """Return whether the register of exclusions excludes a player (PLAY-6)."""
    return RegisterAnswer.objects.filter(pk=user_id, until__gt=now).exists()
