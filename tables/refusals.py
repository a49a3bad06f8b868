"""What a table refuses; the rules of a hand refuse in ``engine.refusals``."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from core.refusal import Refusal
from tables import engine


class Code(StrEnum):
    NO_SUCH_TABLE = "NO_SUCH_TABLE"
    PRIVATE_TABLE = "PRIVATE_TABLE"
    TABLE_CLOSED = "TABLE_CLOSED"
    NOT_SEATED = "NOT_SEATED"
    NOT_IN_HAND = "NOT_IN_HAND"
    NO_HAND = "NO_HAND"
    STALE_VERSION = "STALE_VERSION"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    SEAT_TAKEN = "SEAT_TAKEN"
    TABLE_FULL = "TABLE_FULL"
    ALREADY_SEATED = "ALREADY_SEATED"
    HAND_IN_PROGRESS = "HAND_IN_PROGRESS"
    NOT_A_CASH_TABLE = "NOT_A_CASH_TABLE"
    BUY_IN_TOO_SMALL = "BUY_IN_TOO_SMALL"
    BUY_IN_TOO_LARGE = "BUY_IN_TOO_LARGE"
    NOT_WHAT_YOU_TOOK = "NOT_WHAT_YOU_TOOK"
    SESSION_LIMIT = "SESSION_LIMIT"
    SMALL_BLIND_UNEVEN = "SMALL_BLIND_UNEVEN"
    GAME_DOES_NOT_FIT = "GAME_DOES_NOT_FIT"
    SEAT_HELD = "SEAT_HELD"
    SEATS_FREE = "SEATS_FREE"
    LEAVING = "LEAVING"
    NO_STRADDLE = "NO_STRADDLE"
    MALFORMED_MESSAGE = "MALFORMED_MESSAGE"
    TOO_MANY_MESSAGES = "TOO_MANY_MESSAGES"
    LOGIN_REQUIRED = "LOGIN_REQUIRED"
    ROOM_TROUBLE = "ROOM_TROUBLE"


@contextmanager
def by_the_rules() -> Iterator[None]:
    """What the engine refuses inside the block, the table refuses: the same code and context.

    The engine is a library and has a refusal of its own; the house knows one.
    """
    try:
        yield
    except engine.Refusal as refusal:
        raise Refusal(refusal.code, **refusal.context) from None
