"""The secret address of a player's calendar: given, renewed, ended, and whose it is (LOBBY-2).

What is stored opens nothing: the address also carries a signature by the room's key.
"""

import secrets

from django.core.cache import cache
from django.core.signing import BadSignature, Signer

from core.types import UserId
from tournaments.models import CalendarAddress

# A calendar asks once in a quarter of an hour, on some devices: so often in so many seconds.
MOST_ASKED, ASKED_SECONDS = 30, 600
_signer = Signer(sep=".", salt="tournaments.calendar")


def address(user_id: UserId) -> str | None:
    """The secret part of a player's address; None where they have none."""
    found = CalendarAddress.objects.filter(user=user_id).first()
    return None if found is None else _signer.sign(found.secret)


def renew(*, user_id: UserId) -> str:
    """Give a player a new address; an earlier one leads nowhere from now on."""
    secret = secrets.token_urlsafe(18)
    CalendarAddress.objects.update_or_create(user_id=user_id, defaults={"secret": secret})
    return _signer.sign(secret)


def end(*, user_id: UserId) -> None:
    """Take the address away; again is nothing."""
    CalendarAddress.objects.filter(user=user_id).delete()


def owner(token: str) -> UserId | None:
    """Whose address this is; None for an old one, a forged one, or that of a suspended player."""
    try:
        secret = _signer.unsign(token)
    except BadSignature:
        return None
    found = CalendarAddress.objects.filter(secret=secret, user__is_active=True)
    user_id = found.values_list("user", flat=True).first()
    return None if user_id is None else UserId(user_id)


def may_ask(user_id: UserId) -> bool:
    """Whether an address has been asked for less than MOST_ASKED times of late."""
    key = f"calendar:{user_id}"
    cache.add(key, 0, ASKED_SECONDS)
    try:
        return cache.incr(key) <= MOST_ASKED
    except ValueError:
        # It ran out between the two.
        return True
