"""The data of players in home games, for their archive (DATA-1)."""

from players.own_data.registry import DataPart, KeptBack

_PAYMENT = ("game__name", "amount", "ticked_at")

PARTS = (
    DataPart(
        "home_games_hosted",
        "tournaments.HomeGame",
        ("name", "created_at", "started_at", "ended_at"),
        owner="host",
        at_merge="stays",
    ),
    DataPart(
        "home_games",
        "tournaments.HomePlayer",
        (
            "game__name",
            "joined_at",
            "called",
            "buy_ins",
            "place",
            "prize",
            "bounties",
            "chips_bought",
            "chips_taken",
        ),
        at_merge="stays",
    ),
    DataPart(
        "home_payments_owed", "tournaments.HomePayment", _PAYMENT, owner="payer", at_merge="stays"
    ),
    DataPart(
        "home_payments_due", "tournaments.HomePayment", _PAYMENT, owner="payee", at_merge="stays"
    ),
)
KEPT_BACK = (
    KeptBack(
        "tournaments.HomePayment",
        "ticked_by",
        "one of the two, whose lists have it",
        at_merge="stays",
    ),
)
