"""The secret address of a player's calendar: give, renew, end it, and find its owner (LOBBY-2).

The stored secret alone opens nothing: the address also carries a signature by the room's key.
"""

import secrets

from django.core.signing import BadSignature, Signer

from core.types import UserId
from tournaments.models import CalendarAddress

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
