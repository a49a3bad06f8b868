"""Contacts of accounts that are anonymised or merged (STAFF-9, STAFF-12), and in the export."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy

from core.types import UserId
from players.contacts.models import Contact, ContactWish
from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, when


def erase_player(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete what a player keeps about others, and what others keep about them."""
    Contact.objects.filter(Q(owner=user_id) | Q(other=user_id)).delete()
    ContactWish.objects.filter(pk=user_id).delete()


def take_over(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """Move the contacts of a closed account to the one that stays, which keeps its own."""
    for mine, theirs in (("owner", "other"), ("other", "owner")):
        moving = Contact.objects.filter(**{mine: other_id}).exclude(**{theirs: user_id})
        kept = Contact.objects.filter(**{mine: user_id}).values(theirs)
        moving.exclude(**{f"{theirs}__in": kept}).update(**{f"{mine}_id": user_id})
    Contact.objects.filter(Q(owner=other_id) | Q(other=other_id)).delete()
    ContactWish.objects.filter(pk=other_id).delete()


def _contact(row: Contact) -> FileRow:
    words = (row.note, row.get_colour_display())
    return FileRow((row.other.get_username(), *words, when(row.blocked_at)))


PARTS = (
    FileSection(
        "contacts",
        gettext_lazy("Own notes on other players"),
        (
            gettext_lazy("Player"),
            gettext_lazy("Note"),
            gettext_lazy("Colour"),
            gettext_lazy("Blocked"),
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
