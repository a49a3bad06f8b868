"""Contacts of accounts that are anonymised or merged (STAFF-9, STAFF-12), and in the export."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy

from core.formats import number
from core.types import UserId
from players.contacts import friends, keeping
from players.contacts.models import Contact, ContactWish
from players.models import Notice
from players.staff import player_file
from players.staff.player_file import Fact, FileRow, FileSection, Head, when


def erase_player(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete what a player keeps about others, and what others keep about them, with the notices
    that name the player."""
    followed = Contact.objects.filter(owner=user_id).exclude(followed_at=None, invited_at=None)
    readers = list(followed.values_list("other", flat=True))
    Notice.objects.filter(
        friends.by_key(user_id), user__in=readers, kind=Notice.Kind.FRIEND
    ).delete()
    Contact.objects.filter(Q(owner=user_id) | Q(other=user_id)).delete()
    ContactWish.objects.filter(pk=user_id).delete()


def take_over(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """Move the contacts of a closed account to the one that stays, which keeps its own."""
    for mine, theirs in (("owner", "other"), ("other", "owner")):
        moving = Contact.objects.filter(**{mine: other_id}).exclude(**{theirs: user_id})
        kept = Contact.objects.filter(**{mine: user_id}).values(theirs)
        moving.exclude(**{f"{theirs}__in": kept}).update(**{f"{mine}_id": user_id})
    Contact.objects.filter(Q(owner=other_id) | Q(other=other_id)).delete()
    blocked = Contact.objects.filter(blocked_at__isnull=False)
    keeping.drop_follows(
        Contact.objects.filter(
            Q(owner=user_id, other__in=blocked.filter(other=user_id).values("owner"))
            | Q(other=user_id, owner__in=blocked.filter(owner=user_id).values("other")),
            followed_at__isnull=False,
        )
    )
    ContactWish.objects.filter(pk=other_id).delete()


def _contact(row: Contact) -> FileRow:
    words = (row.note, row.get_colour_display())
    dates = (when(row.blocked_at), when(row.followed_at))
    return FileRow((row.other.get_username(), *words, *dates))


def _counts(user_id: UserId, now: datetime) -> tuple[Fact, ...]:
    """Count friends for the desk, which does not see who they are (FRIEND-1)."""
    follows, followers = friends.counts(user_id)
    return (
        Fact(gettext_lazy("Follows"), number(follows)),
        Fact(gettext_lazy("Followers"), number(followers)),
    )


PARTS = (
    FileSection(
        "contacts",
        gettext_lazy("Own notes on other players"),
        (
            gettext_lazy("Player"),
            gettext_lazy("Note"),
            gettext_lazy("Colour"),
            gettext_lazy("Blocked"),
            gettext_lazy("Followed"),
        ),
        "players.export_player",
        player_file.lines(
            lambda user_id: (
                Contact.objects.filter(owner=user_id).select_related("other").order_by("-pk")
            ),
            _contact,
        ),
        private=True,
    ),
)

HEADS = (Head("players.export_player", _counts),)
