"""A player's own picture, which everybody sees at the table (NAME-2)."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import people, signals
from players.models import Avatar
from players.profile import pictures
from players.refusals import Code

# Pictures that one may send in a day, those that were refused too.
TRIES: Final = 10
_DAY: Final = timedelta(days=1)


def key_of(user_id: UserId) -> str:
    """The key of somebody's picture; "" when they have none."""
    return Avatar.objects.filter(user=user_id).values_list("key", flat=True).first() or ""


def image(key: str) -> bytes | None:
    """The picture of a key, as WebP; None when nobody has it any more."""
    found = Avatar.objects.filter(key=key).values_list("image", flat=True).first()
    return None if not key or found is None else bytes(found)


def change(*, user_id: UserId, sent: bytes, now: datetime) -> str:
    """Draw a player's picture anew from what they sent; its key.

    Refuses PICTURES_ENOUGH and what ``pictures.square`` refuses.
    """
    with transaction.atomic():
        _count(user_id, now=now)
    # Outside of any lock: it takes a processor's time.
    drawn = pictures.square(sent)
    key = sha256(drawn).hexdigest()[:20]
    _put(user_id, key, drawn)
    return key


def remove(*, user_id: UserId) -> bool:
    """Take somebody's picture away; whether there was one. Again is nothing."""
    return _put(user_id, "", b"")


def take_down(*, user_id: UserId, why: str) -> bool:
    """Take somebody's picture away for a reason of the staff; whether there was one. NO_REASON."""
    reasons.check(why)
    return remove(user_id=user_id)


def _count(user_id: UserId, *, now: datetime) -> None:
    people.hold(user_id)
    avatar, _ = Avatar.objects.get_or_create(user_id=user_id)
    if avatar.tries_since is None or now - avatar.tries_since >= _DAY:
        avatar.tries, avatar.tries_since = 0, now
    if avatar.tries >= TRIES:
        raise Refusal(Code.PICTURES_ENOUGH, most=TRIES, until=avatar.tries_since + _DAY)
    avatar.tries += 1
    avatar.save(update_fields=["tries", "tries_since"])


def _put(user_id: UserId, key: str, drawn: bytes) -> bool:
    """Whether it is another picture than before."""
    with transaction.atomic():
        people.hold(user_id)
        changed = Avatar.objects.filter(user=user_id).exclude(key=key).update(key=key, image=drawn)
        if changed:
            signals.pictured.send(sender=Avatar, user_id=user_id, key=key)
    return bool(changed)
