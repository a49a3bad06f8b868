"""The fields of the live room that name staff, and no data of players (DATA-1)."""

from players.own_data.registry import KeptBack

STAFF = "names the member of staff who acted, not the player"

KEPT_BACK = (
    KeptBack("tournaments.FloorCall", "answered_by", STAFF),
    KeptBack("tournaments.FeatureHand", "by", STAFF),
)
