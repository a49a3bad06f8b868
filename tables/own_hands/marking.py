"""Stars, notes and tags of a player on their own hands (FIND-2); each verb is idempotent."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.plain_text import cleaned
from tables.models import HandMark, HandPlayer, shown_by
from tables.models.own_hands import LONGEST_NOTE, LONGEST_TAG, MOST_TAGS
from tables.refusals import TableCode

# Marked hands of one player.
MOST: Final = 5_000


def mark(
    *,
    user_id: UserId,
    hand_id: int,
    starred: bool | None = None,
    tags: Iterable[str] | None = None,
    note: str | None = None,
    now: datetime,
) -> HandMark:
    """Store what a player marks at a finished hand of their own; None leaves it as it is.

    NOT_YOUR_HAND, HAND_NOTE_TOO_LONG, TAGS_TOO_LONG, TOO_MANY_MARKS.
    """
    with transaction.atomic():
        player_lock.hold(user_id)
        if not _played(user_id, hand_id, now):
            raise Refusal(TableCode.NOT_YOUR_HAND)
        row = HandMark.objects.filter(user=user_id, hand=hand_id).first()
        is_new = row is None
        row = row or HandMark(user_id=user_id, hand_id=hand_id, starred=False, tags=[])
        if starred is not None:
            row.starred = starred
        if tags is not None:
            row.tags = _tags(tags)
        if note is not None:
            row.note = _note(note)
        if is_new and not row.is_empty:
            if HandMark.objects.filter(user=user_id).count() >= MOST:
                raise Refusal(TableCode.TOO_MANY_MARKS, most=MOST)
            row.save(force_insert=True)
        elif not is_new:
            stored = HandMark.objects.filter(user=user_id, hand=hand_id)
            if row.is_empty:
                stored.delete()
            else:
                stored.update(starred=row.starred, tags=row.tags, note=row.note)
    return row


def of(user_id: UserId, hand_ids: Collection[int]) -> Mapping[int, HandMark]:
    """Return what a player marked of these hands."""
    rows = HandMark.objects.filter(user=user_id, hand__in=hand_ids)
    return {row.hand_id: row for row in rows}


def tags_of(user_id: UserId) -> list[str]:
    """Return all tags that a player uses, by name."""
    rows = HandMark.objects.filter(user=user_id).exclude(tags=[])
    return sorted({tag for tags in rows.values_list("tags", flat=True) for tag in tags})


def _played(user_id: UserId, hand_id: int, now: datetime) -> bool:
    mine = HandPlayer.objects.filter(shown_by(now, hand="hand__"), hand=hand_id, user=user_id)
    return mine.exists()


def _note(text: str) -> str:
    note = cleaned(text)
    if len(note) > LONGEST_NOTE:
        raise Refusal(TableCode.HAND_NOTE_TOO_LONG, most=LONGEST_NOTE)
    return note


def _tags(typed: Iterable[str]) -> list[str]:
    tags = sorted({tag for text in typed if (tag := cleaned(text).lower())})
    if len(tags) > MOST_TAGS or any(len(tag) > LONGEST_TAG for tag in tags):
        raise Refusal(TableCode.TAGS_TOO_LONG, most=MOST_TAGS, longest=LONGEST_TAG)
    return tags
