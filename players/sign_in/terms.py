"""The room's own terms: their version, and the players who have accepted it (HOUSE-3).

A version is a hash of the texts in both languages; without texts there are no terms.
"""

from datetime import datetime
from hashlib import sha256

from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.models import Acceptance
from players.refusals import PlayerCode


def version() -> str:
    """Return the version of the terms in force; empty where there are none."""
    words = room_settings.TERMS.value()
    texts = [words[language] for language in sorted(words)]
    return sha256("\0".join(texts).encode()).hexdigest()[:12] if texts else ""


def text() -> str:
    """Return the text in the active language; where it has none, in the first that has one."""
    words = room_settings.TERMS.value()
    return str(words) or next(iter(words.values()), "")


def accepted(user_id: UserId) -> bool:
    """Return whether a player has accepted the terms in force; true where there are none."""
    now = version()
    return not now or Acceptance.objects.filter(user=user_id, version=now).exists()


def accept(*, user_id: UserId, seen: str, now: datetime) -> None:
    """Store that a player accepts the version that they have read; idempotent.

    Refuses TERMS_CHANGED where another version is in force.
    """
    if seen != version():
        raise Refusal(PlayerCode.TERMS_CHANGED)
    if seen:
        Acceptance.objects.bulk_create(
            [Acceptance(user_id=user_id, version=seen, at=now)], ignore_conflicts=True
        )


def last(user_id: UserId) -> Acceptance | None:
    """Return the latest acceptance of a player."""
    return Acceptance.objects.filter(user=user_id).order_by("-pk").first()
