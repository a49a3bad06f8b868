"""Why a player may not do something. The sentences are in ``sentences.py``."""

from enum import StrEnum


class Code(StrEnum):
    SELF_EXCLUDED = "SELF_EXCLUDED"  # until: the moment at which it ends
    NO_DAYS = "NO_DAYS"
    SUSPENDED = "SUSPENDED"
    SIGNED_OUT = "SIGNED_OUT"
    OWN_ACCOUNT = "OWN_ACCOUNT"
    MEMBER_OF_STAFF = "MEMBER_OF_STAFF"
    NO_SUCH_SESSION = "NO_SUCH_SESSION"
    NO_SUCH_REMINDER = "NO_SUCH_REMINDER"
    NAME_LENGTH = "NAME_LENGTH"  # least, most: characters
    NAME_LETTERS = "NAME_LETTERS"
    NAME_OF_STAFF = "NAME_OF_STAFF"
    NAME_OF_BOT = "NAME_OF_BOT"
    MADE_BY_WHO_ORDERED = "MADE_BY_WHO_ORDERED"
    RIGHTS_TOO_NEW = "RIGHTS_TOO_NEW"  # until: from when on they may confirm
    MAY_ORDER_NO_MORE = "MAY_ORDER_NO_MORE"  # name: of whoever ordered it
