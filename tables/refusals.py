"""Refusals of tables; the rules of a hand refuse in ``engine.refusals``."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Final

from core.refusal import Refusal
from tables import engine
from tables.engine.refusals import EngineCode


class TableCode(StrEnum):
    SITS_SOMEWHERE = "SITS_SOMEWHERE"
    STILL_AT_TABLE = "STILL_AT_TABLE"
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
    NO_PLAY_SEAT = "NO_PLAY_SEAT"
    SEAT_HELD = "SEAT_HELD"
    SEATS_FREE = "SEATS_FREE"
    LEAVING = "LEAVING"
    NO_SUCH_POOL = "NO_SUCH_POOL"
    NO_SUCH_GAME = "NO_SUCH_GAME"
    NOT_IN_POOL = "NOT_IN_POOL"
    POOL_CLOSED = "POOL_CLOSED"
    POOL_FULL = "POOL_FULL"  # most
    NO_MORE_ENTRIES = "NO_MORE_ENTRIES"  # most
    CANNOT_FOLD_NOW = "CANNOT_FOLD_NOW"
    TOO_FEW_CHIPS = "TOO_FEW_CHIPS"  # least
    TABLE_OF_A_POOL = "TABLE_OF_A_POOL"
    NO_STRADDLE = "NO_STRADDLE"
    MALFORMED_MESSAGE = "MALFORMED_MESSAGE"
    TOO_MANY_MESSAGES = "TOO_MANY_MESSAGES"
    TOO_MANY_TABLES = "TOO_MANY_TABLES"  # most
    LOGIN_REQUIRED = "LOGIN_REQUIRED"
    ROOM_TROUBLE = "ROOM_TROUBLE"
    NO_SUCH_TARIFF = "NO_SUCH_TARIFF"
    NO_TARIFF_WAITS = "NO_TARIFF_WAITS"
    OWN_TARIFF = "OWN_TARIFF"
    TARIFF_DOES_NOT_FIT = "TARIFF_DOES_NOT_FIT"  # why
    TARIFF_DATES = "TARIFF_DATES"
    TARIFF_NAME_TAKEN = "TARIFF_NAME_TAKEN"
    TARIFF_RETIRED = "TARIFF_RETIRED"
    TARIFF_WAITS = "TARIFF_WAITS"
    TARIFF_UNCHANGED = "TARIFF_UNCHANGED"
    TARIFF_IN_USE = "TARIFF_IN_USE"  # games: their names


# The rule of the book behind each code (INFO-1); the other codes have none.
_BY_RULE: Final[Mapping[str, tuple[StrEnum, ...]]] = {
    "STAFF-9": (TableCode.STILL_AT_TABLE,),
    "STAFF-12": (TableCode.SITS_SOMEWHERE,),
    "ACT-1": (
        EngineCode.CANNOT_CHECK,
        EngineCode.NOTHING_TO_CALL,
        EngineCode.NOT_YOUR_TURN,
    ),
    "ACT-2": (
        EngineCode.TOO_SMALL,
        EngineCode.CANNOT_BET,
    ),
    "ACT-3": (
        EngineCode.CANNOT_RAISE,
        EngineCode.CANNOT_GO_ALL_IN,
    ),
    "PL-1": (EngineCode.TOO_LARGE,),
    "SHOW-2": (EngineCode.NOTHING_TO_SHOW,),
    "DRAW-2": (EngineCode.CANNOT_OPEN,),
    "DRAW-3": (EngineCode.CANNOT_SAY_CIP,),
    "DRAW-4": (
        EngineCode.CHANGE_CARDS_NOW,
        EngineCode.CANNOT_CHANGE_CARDS,
        EngineCode.TOO_MANY_CARDS,
        EngineCode.NOT_YOUR_CARDS,
    ),
    "DRAW-5": (
        EngineCode.CANNOT_SAY_PAROLA,
        EngineCode.PAROLA_OR_CIP,
    ),
    "SEAT-1": (TableCode.ALREADY_SEATED,),
    "CHIP-1": (TableCode.HAND_IN_PROGRESS,),
    "CASH-1": (
        TableCode.SEAT_TAKEN,
        TableCode.TABLE_FULL,
        TableCode.BUY_IN_TOO_SMALL,
        TableCode.BUY_IN_TOO_LARGE,
        TableCode.NOT_WHAT_YOU_TOOK,
        TableCode.SESSION_LIMIT,
        TableCode.LEAVING,
        TableCode.SEAT_HELD,
        TableCode.SEATS_FREE,
    ),
    "RAKE-2": (
        TableCode.NO_TARIFF_WAITS,
        TableCode.OWN_TARIFF,
        TableCode.TARIFF_DOES_NOT_FIT,
        TableCode.TARIFF_DATES,
        TableCode.TARIFF_RETIRED,
        TableCode.TARIFF_WAITS,
        TableCode.TARIFF_IN_USE,
    ),
    "FREE-1": (TableCode.NO_PLAY_SEAT,),
    "CASH-3": (TableCode.NO_STRADDLE,),
    "CASH-4": (TableCode.TOO_FEW_CHIPS,),
    "FAST-1": (
        TableCode.CANNOT_FOLD_NOW,
        TableCode.TABLE_OF_A_POOL,
    ),
    "FAST-4": (
        TableCode.NO_MORE_ENTRIES,
        TableCode.POOL_FULL,
    ),
    "TRN-2": (TableCode.PRIVATE_TABLE,),
    "INFO-4": (
        TableCode.SMALL_BLIND_UNEVEN,
        TableCode.GAME_DOES_NOT_FIT,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}


@contextmanager
def by_the_rules(**more: object) -> Iterator[None]:
    """Raise refusals of the engine inside the block as the house's: the same code and context, and
    ``more`` of the table's own.

    The engine is a library with its own exception; the house has one.
    """
    try:
        yield
    except engine.EngineRefusal as refusal:
        raise Refusal(refusal.code, **refusal.context, **more) from None
