"""The refusals of players. The sentences are in ``sentences.py``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class PlayerCode(StrEnum):
    SELF_EXCLUDED = "SELF_EXCLUDED"  # until: the moment at which it ends
    NO_DAYS = "NO_DAYS"
    EXCLUDED_BY_REGISTER = "EXCLUDED_BY_REGISTER"
    REGISTER_SILENT = "REGISTER_SILENT"
    REGISTER_UNASKED = "REGISTER_UNASKED"
    SUSPENDED = "SUSPENDED"
    SUSPENDED_TOO_SHORT = "SUSPENDED_TOO_SHORT"
    SIGNED_OUT = "SIGNED_OUT"
    OWN_ACCOUNT = "OWN_ACCOUNT"
    MEMBER_OF_STAFF = "MEMBER_OF_STAFF"
    PROOF_NEEDED = "PROOF_NEEDED"
    NO_SUCH_SESSION = "NO_SUCH_SESSION"
    NO_SUCH_REMINDER = "NO_SUCH_REMINDER"
    NO_SUCH_NOTICE = "NO_SUCH_NOTICE"
    NO_SUCH_HOUR = "NO_SUCH_HOUR"
    NO_SUCH_DEVICE = "NO_SUCH_DEVICE"
    BAD_ENDPOINT = "BAD_ENDPOINT"
    BAD_KEYS = "BAD_KEYS"
    TOO_MANY_DEVICES = "TOO_MANY_DEVICES"  # most
    NAME_LENGTH = "NAME_LENGTH"  # least, most: characters
    NAME_LETTERS = "NAME_LETTERS"
    NAME_OF_STAFF = "NAME_OF_STAFF"
    NAME_OF_BOT = "NAME_OF_BOT"
    PICTURE_LARGE = "PICTURE_LARGE"  # most: kilobytes
    PICTURE_MANY_POINTS = "PICTURE_MANY_POINTS"  # most: millions of points
    PICTURE_UNREADABLE = "PICTURE_UNREADABLE"
    PICTURES_ENOUGH = "PICTURES_ENOUGH"  # most: in a day; until: when the next is taken
    NAME_OF_GUEST = "NAME_OF_GUEST"
    GUEST = "GUEST"
    NO_GUESTS = "NO_GUESTS"
    NOT_OF_AGE = "NOT_OF_AGE"
    TOO_MANY_GUESTS = "TOO_MANY_GUESTS"
    ROOM_FULL_OF_GUESTS = "ROOM_FULL_OF_GUESTS"
    MADE_BY_WHO_ORDERED = "MADE_BY_WHO_ORDERED"  # chain: names, from the giver to the given
    RIGHTS_TOO_NEW = "RIGHTS_TOO_NEW"  # until: the moment from which they may confirm
    MAY_ORDER_NO_MORE = "MAY_ORDER_NO_MORE"  # name: of the one who ordered it
    IDENTITY_NEEDED = "IDENTITY_NEEDED"
    IDENTITY_KNOWN = "IDENTITY_KNOWN"
    IDENTITY_REFUSED = "IDENTITY_REFUSED"
    IDENTITY_STEP = "IDENTITY_STEP"
    IDENTITY_CHANGED = "IDENTITY_CHANGED"
    OWN_IDENTITY = "OWN_IDENTITY"
    SAME_NUMBER = "SAME_NUMBER"  # names: of the verified accounts
    SAME_PERSON = "SAME_PERSON"  # names: of the verified accounts
    CHECKS_MISSING = "CHECKS_MISSING"
    DOCUMENT_LARGE = "DOCUMENT_LARGE"  # most: megabytes
    DOCUMENT_MANY_POINTS = "DOCUMENT_MANY_POINTS"  # most: millions of points
    DOCUMENT_UNREADABLE = "DOCUMENT_UNREADABLE"
    DOCUMENTS_ENOUGH = "DOCUMENTS_ENOUGH"  # most: in a day
    NO_SUCH_DOCUMENT = "NO_SUCH_DOCUMENT"
    NO_SUCH_NOTE = "NO_SUCH_NOTE"
    STILL_EXCLUDED = "STILL_EXCLUDED"  # until: the moment at which it ends
    EVENTS_RESTRICTED = "EVENTS_RESTRICTED"
    CASH_RESTRICTED = "CASH_RESTRICTED"
    DEMANDED = "DEMANDED"
    # The terms that this player has not accepted; those that were read have changed since.
    TERMS_NEW = "TERMS_NEW"
    TERMS_CHANGED = "TERMS_CHANGED"
    DEMAND_ON_STAFF = "DEMAND_ON_STAFF"
    ONE_ACCOUNT = "ONE_ACCOUNT"
    MERGE_OF_STAFF = "MERGE_OF_STAFF"
    MERGE_WAITS = "MERGE_WAITS"
    MERGED_AWAY = "MERGED_AWAY"
    NO_MERGE_WAITS = "NO_MERGE_WAITS"
    OWN_MERGE = "OWN_MERGE"


# The rule that each code follows (INFO-1); the others follow none.
_BY_RULE: Final[Mapping[str, tuple[StrEnum, ...]]] = {
    "PLAY-2": (
        PlayerCode.SELF_EXCLUDED,
        PlayerCode.NO_DAYS,
    ),
    "PLAY-6": (
        PlayerCode.EXCLUDED_BY_REGISTER,
        PlayerCode.REGISTER_SILENT,
        PlayerCode.REGISTER_UNASKED,
    ),
    "FREE-2": (
        PlayerCode.GUEST,
        PlayerCode.TOO_MANY_GUESTS,
        PlayerCode.ROOM_FULL_OF_GUESTS,
        PlayerCode.NO_GUESTS,
    ),
    "PLAY-5": (PlayerCode.NOT_OF_AGE,),
    "PLAY-4": (PlayerCode.NO_SUCH_REMINDER,),
    "STAFF-2": (
        PlayerCode.MADE_BY_WHO_ORDERED,
        PlayerCode.RIGHTS_TOO_NEW,
        PlayerCode.MAY_ORDER_NO_MORE,
    ),
    "STAFF-4": (
        PlayerCode.SUSPENDED,
        PlayerCode.SUSPENDED_TOO_SHORT,
        PlayerCode.OWN_ACCOUNT,
        PlayerCode.MEMBER_OF_STAFF,
    ),
    "NAME-1": (
        PlayerCode.NAME_LENGTH,
        PlayerCode.NAME_LETTERS,
        PlayerCode.NAME_OF_STAFF,
        PlayerCode.NAME_OF_BOT,
        PlayerCode.NAME_OF_GUEST,
    ),
    "NAME-2": (
        PlayerCode.PICTURE_LARGE,
        PlayerCode.PICTURE_MANY_POINTS,
        PlayerCode.PICTURE_UNREADABLE,
        PlayerCode.PICTURES_ENOUGH,
    ),
    "ACCOUNT-1": (PlayerCode.SIGNED_OUT,),
    "ACCOUNT-5": (PlayerCode.PROOF_NEEDED,),
    "STAFF-7": (
        PlayerCode.NO_SUCH_NOTE,
        PlayerCode.DEMANDED,
        PlayerCode.DEMAND_ON_STAFF,
    ),
    "HOUSE-3": (PlayerCode.TERMS_NEW, PlayerCode.TERMS_CHANGED),
    "STAFF-9": (PlayerCode.STILL_EXCLUDED,),
    "STAFF-12": (
        PlayerCode.ONE_ACCOUNT,
        PlayerCode.MERGE_OF_STAFF,
        PlayerCode.MERGE_WAITS,
        PlayerCode.MERGED_AWAY,
        PlayerCode.NO_MERGE_WAITS,
        PlayerCode.OWN_MERGE,
    ),
    "STAFF-10": (
        PlayerCode.EVENTS_RESTRICTED,
        PlayerCode.CASH_RESTRICTED,
    ),
    "KYC-1": (
        PlayerCode.IDENTITY_NEEDED,
        PlayerCode.IDENTITY_KNOWN,
        PlayerCode.IDENTITY_REFUSED,
        PlayerCode.IDENTITY_STEP,
        PlayerCode.IDENTITY_CHANGED,
        PlayerCode.OWN_IDENTITY,
        PlayerCode.SAME_NUMBER,
        PlayerCode.SAME_PERSON,
        PlayerCode.CHECKS_MISSING,
        PlayerCode.DOCUMENT_LARGE,
        PlayerCode.DOCUMENT_MANY_POINTS,
        PlayerCode.DOCUMENT_UNREADABLE,
        PlayerCode.DOCUMENTS_ENOUGH,
        PlayerCode.NO_SUCH_DOCUMENT,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}
