"""The data of players in events, for their archive (DATA-1)."""

from players.own_data.registry import DataPart, KeptBack

STAFF = "names the member of staff who acted, not the player"

PARTS = (
    DataPart(
        "entries",
        "tournaments.Entry",
        (
            "tournament__name",
            "registered_at",
            "status",
            "re_entry",
            "place",
            "prize",
            "refund",
            "seed",
        ),
        at_merge="stays",
    ),
    DataPart(
        "tickets",
        "tournaments.Ticket",
        ("won_at", "value", "play_money", "template__name", "entry_id", "revoked_at"),
        owner="owner",
        at_merge="joins",
    ),
    DataPart(
        "event_invitations",
        "tournaments.Tournament_invited",
        ("tournament__name",),
        at_merge="moves",
    ),
    DataPart(
        "plan_invitations", "tournaments.Template_invited", ("template__name",), at_merge="moves"
    ),
    DataPart(
        "deals",
        "tournaments.DealProposal",
        ("tournament__name", "asked_at", "status"),
        owner="asked_by",
        at_merge="stays",
    ),
    DataPart("favourite_events", "tournaments.Favourite", ("template__name",), at_merge="moves"),
    DataPart(
        "saved_searches", "tournaments.SavedSearch", ("name", "place", "query"), at_merge="moves"
    ),
)
KEPT_BACK = (
    KeptBack(
        "tournaments.CalendarAddress",
        "user",
        "the secret of an address, on its own page",
        at_merge="ends",
    ),
    KeptBack(
        "tournaments.Act", "player", "the record of staff; asked of the staff", at_merge="stays"
    ),
    *(
        KeptBack(f"tournaments.{model}", field, STAFF)
        for model, field in (
            ("Act", "by"),
            ("Order", "by"),
            ("Amendment", "by"),
            ("Signature", "written_by"),
            ("Signature", "approved_by"),
            ("CancellationPlan", "created_by"),
            ("CancellationPlan", "executed_by"),
            ("Ticket", "given_by"),
            ("JointOrder", "given_by"),
            ("JointOrder", "decided_by"),
            ("VeloxTable", "retired_by"),
            ("VeloxTableVersion", "given_by"),
            ("VeloxTableVersion", "decided_by"),
        )
    ),
)
