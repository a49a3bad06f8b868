"""The data of players about others, for their archive (DATA-1)."""

from players.own_data.registry import DataPart, KeptBack

PARTS = (
    DataPart(
        "contacts",
        "players.Contact",
        (
            "other__username",
            "note",
            "colour",
            "is_muted",
            "blocked_at",
            "followed_at",
            "invited_at",
        ),
        owner="owner",
        at_merge="joins",
    ),
    DataPart(
        "contact_wishes",
        "players.ContactWish",
        ("mutes_all", "refuses_followers", "hides_tables"),
        at_merge="ends",
    ),
)
KEPT_BACK = (
    KeptBack(
        "players.Contact",
        "other",
        "a private note of another player, theirs (CHAT-4)",
        at_merge="joins",
    ),
)
