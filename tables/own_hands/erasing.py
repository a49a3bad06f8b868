"""Own hands of accounts that are anonymised (STAFF-9), and their marks and links in the export; the
desk counts imported hands, and does not see them (IMPORT-3)."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy

from core.formats import number
from core.types import UserId
from players.staff import player_file
from players.staff.player_file import Fact, FileRow, FileSection, Head
from tables.models import HandMark, ImportedHand, PlayedHand, PlayedHour, SharedHand
from tables.own_hands import counting


def erase_player(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete a player's counted hands, their sums, marks, links to hands and imported hands; what
    is counted later leaves out anonymised players."""
    with counting.alone():
        for rows in (PlayedHand, PlayedHour, HandMark, SharedHand, ImportedHand):
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


def _imported(user_id: UserId, now: datetime) -> tuple[Fact, ...]:
    hands = ImportedHand.objects.filter(user=user_id).count()
    return (Fact(gettext_lazy("Imported hands"), number(hands)),) if hands else ()


HEADS = (Head("tables.view_hand", _imported),)
