"""Notes, colours, muted and blocked players; each verb is idempotent (CHAT-3, CHAT-4)."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.contacts.models import LONGEST_NOTE, Contact, ContactWish
from players.models import User
from players.plain_text import cleaned
from players.refusals import PlayerCode

# Contacts of one player.
MOST = 2_000
# Rows that a player sees nothing in, but for whom they follow.
SAYS_NOTHING = Q(note="", colour="", is_muted=False, blocked_at=None)


@contextmanager
def changing(owner_id: UserId, other_id: UserId, *, both: bool = False) -> Iterator[Contact]:
    """Lock what a player keeps about another one, and store it changed; an empty row is deleted.
    With ``both`` what the other keeps about the player is locked as well.

    Refuses NOT_ONESELF, NO_SUCH_PLAYER, TOO_MANY_CONTACTS.
    """
    if owner_id == other_id:
        raise Refusal(PlayerCode.NOT_ONESELF)
    with transaction.atomic():
        if not User.objects.filter(pk=other_id).exists():
            raise Refusal(PlayerCode.NO_SUCH_PLAYER)
        for user_id in sorted((owner_id, other_id) if both else (owner_id,)):
            player_lock.hold(user_id)
        row = Contact.objects.filter(owner=owner_id, other=other_id).first()
        if row is None and Contact.objects.filter(owner=owner_id).count() >= MOST:
            raise Refusal(PlayerCode.TOO_MANY_CONTACTS, most=MOST)
        row = row or Contact(owner_id=owner_id, other_id=other_id)
        yield row
        if not row.is_empty:
            row.save()
        elif row.pk is not None:
            row.delete()


def write_note(*, owner_id: UserId, other_id: UserId, note: str, colour: str) -> None:
    """Store a private note and a colour; both empty remove them.

    Refuses NOTE_TOO_LONG, NO_SUCH_COLOUR, and what ``changing`` refuses.
    """
    if colour and colour not in Contact.Colour:
        raise Refusal(PlayerCode.NO_SUCH_COLOUR)
    text = cleaned(note)
    if len(text) > LONGEST_NOTE:
        raise Refusal(PlayerCode.NOTE_TOO_LONG, most=LONGEST_NOTE)
    with changing(owner_id, other_id) as row:
        row.note, row.colour = text, colour


def mute(*, owner_id: UserId, other_id: UserId, muted: bool) -> None:
    """Hide a player's lines of chat from the owner, or show them again. Refusals: ``changing``."""
    with changing(owner_id, other_id) as row:
        row.is_muted = muted


def block(*, owner_id: UserId, other_id: UserId, blocked: bool, now: datetime) -> None:
    """Block a player, or lift it; a block ends what either follows of the other (FRIEND-1).
    Refusals: ``changing``."""
    with changing(owner_id, other_id, both=blocked) as row:
        row.blocked_at = (row.blocked_at or now) if blocked else None
        if blocked:
            row.followed_at = None
            drop_follows(Contact.objects.filter(owner=other_id, other=owner_id))


def drop_follows(rows: "QuerySet[Contact]") -> None:
    """End what is followed in these rows, and delete those that are empty then."""
    rows.update(followed_at=None)
    rows.filter(SAYS_NOTHING, followed_at=None, invited_at=None).delete()


def mute_all(*, user_id: UserId, muted: bool) -> None:
    """Hide all lines of chat from a player, or show them again."""
    ContactWish.objects.update_or_create(user_id=user_id, defaults={"mutes_all": muted})


def mutes_all(user_id: UserId) -> bool:
    """Return whether a player has muted everybody."""
    return ContactWish.objects.filter(pk=user_id, mutes_all=True).exists()


def hidden_from(user_id: UserId | None) -> frozenset[UserId]:
    """Return the players whose lines a reader is not shown: those muted or blocked (CHAT-3)."""
    if user_id is None:
        return frozenset()
    mine = Contact.objects.filter(owner=user_id)
    hidden = mine.filter(Q(is_muted=True) | Q(blocked_at__isnull=False))
    return frozenset(UserId(pk) for pk in hidden.values_list("other", flat=True))


def of(owner_id: UserId) -> "QuerySet[Contact]":
    """Return all that a player keeps about others, by name."""
    kept = Contact.objects.filter(~SAYS_NOTHING | Q(followed_at__isnull=False), owner=owner_id)
    rows = kept.select_related("other")
    return rows.order_by("other__username")


def about(owner_id: UserId, others: Collection[UserId]) -> Mapping[UserId, Contact]:
    """Return what a player keeps about these others."""
    rows = Contact.objects.filter(owner=owner_id, other__in=others)
    return {UserId(row.other_id): row for row in rows}


def marks_of(owner_id: UserId) -> Mapping[str, Mapping[str, str | bool]]:
    """Return the colours and notes of a player, and whom they follow, by the others' ids, for the
    page of a table."""
    rows = Contact.objects.filter(owner=owner_id).exclude(note="", colour="", followed_at=None)
    return {
        str(pk): {"colour": colour, "note": note, "followed": followed_at is not None}
        for pk, colour, note, followed_at in rows.values_list(
            "other", "colour", "note", "followed_at"
        )
    }
