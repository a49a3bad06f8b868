"""The data of players in chats, for their archive (DATA-1)."""

from players.own_data.registry import DataPart, KeptBack

STAFF = "names the member of staff who decided, not the player"

PARTS = (
    DataPart(
        "chat",
        "players.ChatLine",
        ("at", "channel", "text", "phrase", "reaction", "removed_at"),
        at_merge="stays",
    ),
    # Not the line, which another player said.
    DataPart(
        "chat_reports",
        "players.ChatReport",
        ("at", "status", "decided_at"),
        owner="by",
        at_merge="stays",
    ),
    DataPart(
        "chat_measures",
        "players.ChatSanction",
        ("at", "kind", "until", "about", "why"),
        at_merge="joins",
    ),
)
KEPT_BACK = (
    KeptBack("players.ChatReport", "decided_by", STAFF),
    KeptBack("players.ChatSanction", "by", STAFF),
)
