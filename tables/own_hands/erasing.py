"""Own hands of accounts that are anonymised (STAFF-9), and their marks and links in the export."""

from typing import Any

from django.utils.translation import gettext_lazy

from core.types import UserId
from players.staff import player_file
from players.staff.player_file import FileRow, FileSection
from tables.models import HandMark, PlayedHand, PlayedHour, SharedHand
from tables.own_hands import counting


def erase_player(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete a player's counted hands, their sums, marks and links to hands; what is counted later
    leaves out anonymised players."""
    with counting.alone():
        for rows in (PlayedHand, PlayedHour, HandMark, SharedHand):
            rows.objects.filter(user=user_id).delete()


def _mark(row: HandMark) -> FileRow:
    star = gettext_lazy("yes") if row.starred else ""
    return FileRow((str(row.hand_id), str(star), ", ".join(row.tags), row.note))


def _link(row: SharedHand) -> FileRow:
    # Without the token, which is a key.
    times = (row.created_at, row.expires_at, row.ended_at)
    shown = gettext_lazy("yes") if row.names_shown else ""
    texts = (time.isoformat() if time else "" for time in times)
    return FileRow((str(row.hand_id), str(shown), *texts, row.why))


PARTS = (
    FileSection(
        "hand_marks",
        gettext_lazy("Own notes on hands"),
        (
            gettext_lazy("Hand"),
            gettext_lazy("Starred"),
            gettext_lazy("Tags"),
            gettext_lazy("Note"),
        ),
        "players.export_player",
        player_file.lines(
            lambda user_id: HandMark.objects.filter(user=user_id).order_by("-hand"), _mark
        ),
        private=True,
    ),
    FileSection(
        "shared_hands",
        gettext_lazy("Links to shared hands"),
        (
            gettext_lazy("Hand"),
            gettext_lazy("With names"),
            gettext_lazy("Shared"),
            gettext_lazy("Valid until"),
            gettext_lazy("Ended"),
            gettext_lazy("Reason"),
        ),
        "players.export_player",
        player_file.lines(
            lambda user_id: SharedHand.objects.filter(user=user_id).order_by("-pk"), _link
        ),
        private=True,
    ),
)
