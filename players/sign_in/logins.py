"""Sign-ins with their time, address and device: evidence, kept for a year (ACCOUNT-4)."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from core import ip_addresses
from core.types import UserId
from players import known_browsers
from players.models import Login, User
from players.models.player_file import LOGINS_KEPT_DAYS

Outcome = Login.Outcome
# Rows deleted in one statement, so that its locks are short.
AT_ONCE = 5000


def note(*, name: str, outcome: str, address: str | None, user_agent: str, now: datetime) -> Login:
    """Record a sign-in by this name, or an attempt; the password is not passed here.

    An unknown name is not stored: it may be a password in the wrong field.
    """
    known = User.objects.filter(username__iexact=name).values_list("pk", "username").first()
    user, called = known or (None, "")
    browser, system = known_browsers.called(user_agent)
    return Login.objects.create(
        user_id=user,
        name=called,
        at=now,
        address=ip_addresses.parsed(address or ""),
        browser=browser,
        system=system,
        outcome=outcome,
    )


def of(user_id: UserId) -> "QuerySet[Login]":
    """Return the sign-ins of a player and the attempts by their name, the latest first."""
    return Login.objects.filter(user=user_id).order_by("-pk")


def forget_old(*, now: datetime) -> int:
    """Delete sign-ins after their keeping time, a batch at a time; returns how many rows."""
    old = Login.objects.filter(at__lt=now - timedelta(days=LOGINS_KEPT_DAYS, hours=1))
    some = list(old.order_by("at").values_list("pk", flat=True)[:AT_ONCE])
    return Login.objects.filter(pk__in=some).delete()[0]
