"""The codes with which the room as a whole refuses. The sentences are in ``sentences.py``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class RoomCode(StrEnum):
    NO_SUCH_SETTING = "NO_SUCH_SETTING"
    SETTING_WAITS = "SETTING_WAITS"
    NO_CHANGE_WAITS = "NO_CHANGE_WAITS"
    OWN_CHANGE = "OWN_CHANGE"
    TIME_ZONE_SIGNED = "TIME_ZONE_SIGNED"
    ROOM_SET_UP = "ROOM_SET_UP"
    WRONG_CODE = "WRONG_CODE"
    TOO_MANY_CODES = "TOO_MANY_CODES"
    ALREADY_SET_UP = "ALREADY_SET_UP"
    SAME_OWNER = "SAME_OWNER"  # name: of the first owner
    NOT_THE_OWNER = "NOT_THE_OWNER"
    SECOND_FACTOR_MISSING = "SECOND_FACTOR_MISSING"
    NO_SUCH_PROGRAMME = "NO_SUCH_PROGRAMME"
    NOT_AN_OWNER = "NOT_AN_OWNER"
    NO_GROUP = "NO_GROUP"
    ACCOUNT_EXISTS = "ACCOUNT_EXISTS"
    INVITATION_OVER = "INVITATION_OVER"
    INVITATION_USED = "INVITATION_USED"
    SIGNED_IN_AS_ANOTHER = "SIGNED_IN_AS_ANOTHER"  # name: of the account that is signed in
    NOT_JOINED = "NOT_JOINED"
    OWN_INVITATION = "OWN_INVITATION"
    FILES_NOT_KEPT = "FILES_NOT_KEPT"
    PASSWORD_NOT_KEPT = "PASSWORD_NOT_KEPT"  # noqa: S105 (a name)
    FORM_TOO_LONG = "FORM_TOO_LONG"
    FORM_WAITS_NO_MORE = "FORM_WAITS_NO_MORE"
    # Refusals without a view of ours.
    MALFORMED_REQUEST = "MALFORMED_REQUEST"
    NOT_FOR_YOU = "NOT_FOR_YOU"
    STALE_FORM = "STALE_FORM"
    NOTHING_HERE = "NOTHING_HERE"
    NOT_THAT_METHOD = "NOT_THAT_METHOD"
    NOT_IN_THAT_FORM = "NOT_IN_THAT_FORM"
    UNREADABLE_FORM = "UNREADABLE_FORM"
    TOO_MANY_TRIES = "TOO_MANY_TRIES"
    BODY_TOO_LARGE = "BODY_TOO_LARGE"
    BODY_TOO_SLOW = "BODY_TOO_SLOW"


# The rule of the book that each follows (INFO-1); the others follow from none.
_BY_RULE: Final[Mapping[str, tuple[StrEnum, ...]]] = {
    "HOUSE-1": (
        RoomCode.SETTING_WAITS,
        RoomCode.NO_CHANGE_WAITS,
        RoomCode.OWN_CHANGE,
    ),
    "ACCOUNT-5": (
        RoomCode.FILES_NOT_KEPT,
        RoomCode.PASSWORD_NOT_KEPT,
        RoomCode.FORM_TOO_LONG,
        RoomCode.FORM_WAITS_NO_MORE,
    ),
    "STAFF-2": (
        RoomCode.NOT_AN_OWNER,
        RoomCode.ACCOUNT_EXISTS,
        RoomCode.INVITATION_OVER,
        RoomCode.INVITATION_USED,
        RoomCode.SIGNED_IN_AS_ANOTHER,
        RoomCode.NOT_JOINED,
        RoomCode.OWN_INVITATION,
    ),
    "HOUSE-4": (RoomCode.TIME_ZONE_SIGNED,),
    "HOUSE-2": (
        RoomCode.ROOM_SET_UP,
        RoomCode.WRONG_CODE,
        RoomCode.TOO_MANY_CODES,
        RoomCode.ALREADY_SET_UP,
        RoomCode.SAME_OWNER,
        RoomCode.NOT_THE_OWNER,
        RoomCode.SECOND_FACTOR_MISSING,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}
