"""The data of players in clubs, for their archive (DATA-1)."""

from players.own_data.registry import DataPart, KeptBack

PARTS = (
    # Not the secret of the calendar, nor of an invitation.
    DataPart(
        "clubs",
        "tournaments.ClubMember",
        ("club__name", "role", "joined_at", "left_at", "banned_at"),
        at_merge="joins",
    ),
    DataPart(
        "club_invitations",
        "tournaments.ClubInvitation",
        ("club__name", "created_at", "ends_at", "uses", "revoked_at"),
        owner="made_by",
        at_merge="moves",
    ),
    DataPart(
        "club_templates",
        "tournaments.ClubTemplate",
        ("club__name", "name", "created_at"),
        owner="made_by",
        at_merge="moves",
    ),
    DataPart(
        "club_games",
        "tournaments.ClubGame",
        ("club__name", "name", "planned_at", "starts_at"),
        owner="planned_by",
        at_merge="moves",
    ),
    DataPart(
        "club_reports",
        "tournaments.ClubReport",
        ("club__name", "at", "why"),
        owner="by",
        at_merge="stays",
    ),
)
KEPT_BACK = (
    KeptBack("tournaments.ClubReport", "closed_by", "names the member of staff who decided"),
)
