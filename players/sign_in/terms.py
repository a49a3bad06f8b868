"""The room's own terms: which version holds, and who has accepted it (HOUSE-3).

A version is known by its words in both languages; without words there are no terms.
"""

from datetime import datetime
from hashlib import sha256

from core.refusal import Refusal
from core.types import UserId
from players import house
from players.models import Acceptance
from players.refusals import Code


def version() -> str:
    """Of the terms that hold now; empty where there are none."""
    words = house.TERMS.value()
    return sha256("\0".join(words).encode()).hexdigest()[:12] if any(words) else ""


def text() -> str:
    """The words, in the active language; in the other one where that has none."""
    words = house.TERMS.value()
    return str(words) or words.en or words.it


def accepted(user_id: UserId) -> bool:
    """Whether a player has accepted what holds now, or there is nothing to accept."""
    now = version()
    return not now or Acceptance.objects.filter(user=user_id, version=now).exists()


def accept(*, user_id: UserId, seen: str, now: datetime) -> None:
    """A player accepts the version that they have read. Again is nothing.

    Refuses TERMS_CHANGED where another one holds by now.
    """
    if seen != version():
        raise Refusal(Code.TERMS_CHANGED)
    if seen:
        Acceptance.objects.bulk_create(
            [Acceptance(user_id=user_id, version=seen, at=now)], ignore_conflicts=True
        )


def last(user_id: UserId) -> Acceptance | None:
    """What a player accepted last."""
    return Acceptance.objects.filter(user=user_id).order_by("-pk").first()
