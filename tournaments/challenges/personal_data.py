"""The challenges of players, for their archive (DATA-1)."""

from players.own_data.registry import DataPart

PARTS = (
    DataPart(
        "challenges",
        "tournaments.ChallengeProgress",
        ("challenge__name", "steps", "met_at"),
        at_merge="joins",
    ),
    DataPart(
        "challenge_steps", "tournaments.ChallengeStep", ("challenge__name",), at_merge="moves"
    ),
    DataPart(
        "challenges_written",
        "tournaments.Challenge",
        ("name", "begins_at", "ends_at"),
        owner="written_by",
        at_merge="stays",
    ),
)
