"""The data of players in seasons, for their archive (DATA-1)."""

from players.own_data.registry import DataPart

PARTS = (
    DataPart(
        "season_results",
        "tournaments.SeasonResult",
        ("season__name", "event__tournament__name", "place", "points"),
        at_merge="joins",
    ),
    DataPart(
        "season_standings",
        "tournaments.SeasonStanding",
        ("season__name", "place", "points", "results", "events"),
        at_merge="joins",
    ),
    DataPart(
        "seasons_written",
        "tournaments.Season",
        ("name", "begins_on", "ends_on"),
        owner="written_by",
        at_merge="stays",
    ),
)
