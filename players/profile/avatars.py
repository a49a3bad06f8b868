"""A player's own picture, shown to all at the table (NAME-2)."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import player_lock, signals
from players.models import Avatar
from players.profile import pictures
from players.refusals import PlayerCode

# Uploads per player in a day, refused ones included.
TRIES: Final = 10
_DAY: Final = timedelta(days=1)


def key_of(user_id: UserId) -> str:
    """Return the key of a player's picture; "" when there is none."""
    return Avatar.objects.filter(user=user_id).values_list("key", flat=True).first() or ""


def image(key: str) -> bytes | None:
    """Return the picture of a key, as WebP; None when no player has it any more."""
    content = Avatar.objects.filter(key=key).values_list("image", flat=True).first()
    return None if not key or content is None else bytes(content)


def change(*, user_id: UserId, sent: bytes, now: datetime) -> str:
    """Replace a player's picture by a redrawn copy of the upload; returns its key.

    Refuses PICTURES_ENOUGH and what ``pictures.square`` refuses.
    """
    with transaction.atomic():
        _count(user_id, now=now)
    # Outside of any lock: it takes CPU time.
    drawn = pictures.square(sent)
    key = sha256(drawn).hexdigest()[:20]
    _put(user_id, key, drawn)
    return key


def remove(*, user_id: UserId) -> bool:
    """Remove a player's picture; returns whether there was one. Idempotent."""
    return _put(user_id, "", b"")


def take_down(*, user_id: UserId, why: str) -> bool:
    """Remove a player's picture as staff; returns whether there was one. Refuses NO_REASON."""
    reasons.check(why)
    return remove(user_id=user_id)


def _count(user_id: UserId, *, now: datetime) -> None:
    player_lock.hold(user_id)
    avatar, _ = Avatar.objects.get_or_create(user_id=user_id)
    if avatar.tries_since is None or now - avatar.tries_since >= _DAY:
        avatar.tries, avatar.tries_since = 0, now
    if avatar.tries >= TRIES:
        raise Refusal(PlayerCode.PICTURES_ENOUGH, most=TRIES, until=avatar.tries_since + _DAY)
    avatar.tries += 1
    avatar.save(update_fields=["tries", "tries_since"])


def _put(user_id: UserId, key: str, drawn: bytes) -> bool:
    """Store a picture; returns whether it differs from the one before."""
    with transaction.atomic():
        player_lock.hold(user_id)
        changed = Avatar.objects.filter(user=user_id).exclude(key=key).update(key=key, image=drawn)
        if changed:
            signals.pictured.send(sender=Avatar, user_id=user_id, key=key)
    return bool(changed)
