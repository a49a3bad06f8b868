"""The refusals of players. The sentences are in ``sentences.py``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Code(StrEnum):
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
        Code.SELF_EXCLUDED,
        Code.NO_DAYS,
    ),
    "PLAY-6": (
        Code.EXCLUDED_BY_REGISTER,
        Code.REGISTER_SILENT,
        Code.REGISTER_UNASKED,
    ),
    "FREE-2": (
        Code.GUEST,
        Code.TOO_MANY_GUESTS,
        Code.ROOM_FULL_OF_GUESTS,
        Code.NO_GUESTS,
    ),
    "PLAY-5": (Code.NOT_OF_AGE,),
    "PLAY-4": (Code.NO_SUCH_REMINDER,),
    "STAFF-2": (
        Code.MADE_BY_WHO_ORDERED,
        Code.RIGHTS_TOO_NEW,
        Code.MAY_ORDER_NO_MORE,
    ),
    "STAFF-4": (
        Code.SUSPENDED,
        Code.SUSPENDED_TOO_SHORT,
        Code.OWN_ACCOUNT,
        Code.MEMBER_OF_STAFF,
    ),
    "NAME-1": (
        Code.NAME_LENGTH,
        Code.NAME_LETTERS,
        Code.NAME_OF_STAFF,
        Code.NAME_OF_BOT,
        Code.NAME_OF_GUEST,
    ),
    "NAME-2": (
        Code.PICTURE_LARGE,
        Code.PICTURE_MANY_POINTS,
        Code.PICTURE_UNREADABLE,
        Code.PICTURES_ENOUGH,
    ),
    "ACCOUNT-1": (Code.SIGNED_OUT,),
    "ACCOUNT-5": (Code.PROOF_NEEDED,),
    "STAFF-7": (
        Code.NO_SUCH_NOTE,
        Code.DEMANDED,
        Code.DEMAND_ON_STAFF,
    ),
    "HOUSE-3": (Code.TERMS_NEW, Code.TERMS_CHANGED),
    "STAFF-9": (Code.STILL_EXCLUDED,),
    "STAFF-12": (
        Code.ONE_ACCOUNT,
        Code.MERGE_OF_STAFF,
        Code.MERGE_WAITS,
        Code.MERGED_AWAY,
        Code.NO_MERGE_WAITS,
        Code.OWN_MERGE,
    ),
    "STAFF-10": (
        Code.EVENTS_RESTRICTED,
        Code.CASH_RESTRICTED,
    ),
    "KYC-1": (
        Code.IDENTITY_NEEDED,
        Code.IDENTITY_KNOWN,
        Code.IDENTITY_REFUSED,
        Code.IDENTITY_STEP,
        Code.IDENTITY_CHANGED,
        Code.OWN_IDENTITY,
        Code.SAME_NUMBER,
        Code.SAME_PERSON,
        Code.CHECKS_MISSING,
        Code.DOCUMENT_LARGE,
        Code.DOCUMENT_MANY_POINTS,
        Code.DOCUMENT_UNREADABLE,
        Code.DOCUMENTS_ENOUGH,
        Code.NO_SUCH_DOCUMENT,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}
