"""Notes of staff about a player, for each other."""

from datetime import datetime

from django.db.models import QuerySet

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players.models import PlayerNote
from players.refusals import PlayerCode


def write(*, user_id: UserId, text: str, pinned: bool, by: UserId, now: datetime) -> PlayerNote:
    """Add a note, which is never changed or deleted. Refuses NO_REASON without a text."""
    reasons.check(text)
    return PlayerNote.objects.create(user_id=user_id, text=text, pinned=pinned, by_id=by, at=now)


def pin(*, note_id: int, pinned: bool) -> PlayerNote | None:
    """Pin or unpin a note; None where it was so already. Refuses NO_SUCH_NOTE."""
    changed = PlayerNote.objects.filter(pk=note_id).exclude(pinned=pinned).update(pinned=pinned)
    note = PlayerNote.objects.filter(pk=note_id).first()
    if note is None:
        raise Refusal(PlayerCode.NO_SUCH_NOTE)
    return note if changed else None


def of(user_id: UserId) -> "QuerySet[PlayerNote]":
    """Return the notes about a player: pinned ones, then the others, the latest first."""
    rows = PlayerNote.objects.filter(user=user_id).select_related("by")
    return rows.order_by("-pinned", "-pk")
