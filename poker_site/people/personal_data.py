"""The fields of the room that name staff, and no data of players (DATA-1)."""

from players.own_data.registry import KeptBack

STAFF = "names the member of staff who acted, not the player"

KEPT_BACK = (
    KeptBack("poker_site.Opening", "owner", STAFF),
    KeptBack("poker_site.Opening", "second_owner", STAFF),
    KeptBack("poker_site.SettingOrder", "given_by", STAFF),
    KeptBack("poker_site.SettingOrder", "decided_by", STAFF),
    KeptBack("poker_site.SettingChange", "by", STAFF),
)
