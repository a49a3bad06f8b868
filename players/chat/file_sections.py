"""A player's lines of chat, and the decisions of staff about them, in the player's file."""

from django.utils.translation import gettext_lazy

from players.chat.models import ChatLine, ChatSanction
from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, when


def _line(row: ChatLine) -> FileRow:
    return FileRow((when(row.at), row.channel, row.said, when(row.removed_at)))


def _sanction(row: ChatSanction) -> FileRow:
    return FileRow((when(row.at), row.get_kind_display(), when(row.until), row.about, row.why))


PARTS = (
    FileSection(
        "chat",
        gettext_lazy("Chat"),
        (
            gettext_lazy("When"),
            gettext_lazy("Channel"),
            gettext_lazy("Line"),
            gettext_lazy("Removed"),
        ),
        "players.view_chatline",
        player_file.lines(
            lambda user_id: ChatLine.objects.filter(user=user_id).order_by("-pk"),
            _line,
        ),
    ),
    FileSection(
        "chat_measures",
        gettext_lazy("Measures of chat"),
        (
            gettext_lazy("When"),
            gettext_lazy("What"),
            gettext_lazy("Until"),
            gettext_lazy("Line"),
            gettext_lazy("Reason"),
        ),
        "players.view_chatsanction",
        player_file.lines(
            lambda user_id: ChatSanction.objects.filter(user=user_id).order_by("-pk"),
            _sanction,
        ),
    ),
)
