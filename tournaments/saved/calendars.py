"""The secret address of a player's calendar: give, renew, end it, and find its owner (LOBBY-2).

The stored secret alone opens nothing: the address also carries a signature by the room's key.
"""

import secrets

from django.core.cache import cache
from django.core.signing import BadSignature, Signer

from core.types import UserId
from tournaments.models import CalendarAddress

# Rate limit, requests and seconds: calendars on some devices ask every quarter of an hour.
MOST_ASKED, ASKED_SECONDS = 30, 600
_signer = Signer(sep=".", salt="tournaments.calendar")


def address(user_id: UserId) -> str | None:
    """The secret part of a player's address, signed; None if they have none."""
    row = CalendarAddress.objects.filter(user=user_id).first()
    return None if row is None else _signer.sign(row.secret)


def renew(*, user_id: UserId) -> str:
    """Give a player a new address; an earlier one stops working."""
    secret = secrets.token_urlsafe(18)
    CalendarAddress.objects.update_or_create(user_id=user_id, defaults={"secret": secret})
    return _signer.sign(secret)


def end(*, user_id: UserId) -> None:
    """Delete the address; idempotent."""
    CalendarAddress.objects.filter(user=user_id).delete()


def owner(token: str) -> UserId | None:
    """The owner of this address; None if it is old or forged, or its player is suspended."""
    try:
        secret = _signer.unsign(token)
    except BadSignature:
        return None
    rows = CalendarAddress.objects.filter(secret=secret, user__is_active=True)
    user_id = rows.values_list("user", flat=True).first()
    return None if user_id is None else UserId(user_id)


def may_ask(user_id: UserId) -> bool:
    """Count a request; return whether it is within MOST_ASKED in ASKED_SECONDS seconds."""
    key = f"calendar:{user_id}"
    cache.add(key, 0, ASKED_SECONDS)
    try:
        return cache.incr(key) <= MOST_ASKED
    except ValueError:
        # The key expired between the two calls.
        return True
