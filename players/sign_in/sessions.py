"""Sessions of a player, each of which can be ended from another one.

A session is a row of Django's; a ``UserSession`` of allauth's records its origin. Each end is sent
as ``signals.access_changed``.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from core import room_clock, sql
from core.refusal import Refusal
from core.types import UserId
from players import signals
from players.models import User
from players.notices import devices
from players.refusals import PlayerCode

# Rows deleted in one statement, so that its locks are short.
AT_ONCE = 5000
_RUN_OUT: Final = """
    DELETE FROM django_session WHERE session_key IN (
        SELECT session_key FROM django_session WHERE expire_date <= %(now)s
        ORDER BY expire_date LIMIT %(most)s
    ) RETURNING 1"""
# The origins of sessions that are over, by a logout too.
_OVER: Final = """
    DELETE FROM usersessions_usersession WHERE id IN (
        SELECT opened.id FROM usersessions_usersession opened
        WHERE opened.created_at <= %(a_day_ago)s AND NOT EXISTS (
            SELECT FROM django_session WHERE django_session.session_key = opened.session_key
        ) ORDER BY opened.id LIMIT %(most)s
    ) RETURNING 1"""


def of(*, user_id: UserId) -> list[UserSession]:
    """Return the sessions of a player that still open the room, the newest first."""
    rows = UserSession.objects.filter(user=user_id).order_by("-created_at", "-pk")
    return [row for row in rows if not row.purge()]


def end(*, user_id: UserId, session_id: int) -> None:
    """End one session of a player's own. Refuses NO_SUCH_SESSION."""
    with transaction.atomic():
        row = UserSession.objects.filter(user=user_id, pk=session_id).first()
        if row is None:
            raise Refusal(PlayerCode.NO_SUCH_SESSION)
        row.end()


def end_all(*, user_id: UserId, but: str | None = None) -> None:
    """End all sessions of a player, except the one with the key ``but``."""
    with transaction.atomic():
        for row in UserSession.objects.filter(user=user_id).exclude(session_key=but or ""):
            row.end()


def forget_old(*, now: datetime) -> int:
    """Delete expired sessions, and the origins of sessions that are over; returns how many rows. No
    signal is sent, as they open nothing."""
    known = {"now": now, "a_day_ago": now - timedelta(days=1), "most": AT_ONCE}
    return len(sql.rows(_RUN_OUT, known)) + len(sql.rows(_OVER, known))


def tell_ended_session(sender: Any, *, instance: Session, **_: Any) -> None:
    """Announce that a session has ended: by a logout, a new password, or its owner's wish."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    # Expired sessions open nothing anyway.
    if user_id is not None and instance.expire_date > room_clock.now():
        devices.end_session(session_key=instance.session_key, now=room_clock.now())
        signals.access_changed.send(sender=Session, user_id=int(user_id))


def tell_changed_user(
    sender: Any, *, instance: User, created: bool, update_fields: Any = None, **_: Any
) -> None:
    """Announce that a user was saved with a possible change of password or suspension."""
    changed = update_fields is None or {"password", "is_active"} & set(update_fields)
    if changed and not created:
        signals.access_changed.send(sender=User, user_id=instance.pk)
