"""The codes with which money is refused. The sentences are in ``sentences.py``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class MoneyCode(StrEnum):
    INSUFFICIENT_FUNDS = "INSUFFICIENT_FUNDS"
    NOT_ENOUGH_PLAY_MONEY = "NOT_ENOUGH_PLAY_MONEY"  # missing: chips
    ENOUGH_PLAY_MONEY = "ENOUGH_PLAY_MONEY"  # bound: chips
    FILLED_UP_TODAY = "FILLED_UP_TODAY"  # until: the end of the wait
    KEY_REUSED = "KEY_REUSED"
    AMOUNT_NOT_POSITIVE = "AMOUNT_NOT_POSITIVE"
    NOT_AN_AMOUNT = "NOT_AN_AMOUNT"
    SAME_ACCOUNT = "SAME_ACCOUNT"
    DEPOSIT_TOO_LARGE = "DEPOSIT_TOO_LARGE"
    DAILY_LIMIT = "DAILY_LIMIT"
    WEEKLY_LIMIT = "WEEKLY_LIMIT"
    MONTHLY_LIMIT = "MONTHLY_LIMIT"
    DAILY_LOSS_LIMIT = "DAILY_LOSS_LIMIT"
    WEEKLY_LOSS_LIMIT = "WEEKLY_LOSS_LIMIT"
    MONTHLY_LOSS_LIMIT = "MONTHLY_LOSS_LIMIT"
    DAILY_TIME_LIMIT = "DAILY_TIME_LIMIT"
    WEEKLY_TIME_LIMIT = "WEEKLY_TIME_LIMIT"
    MONTHLY_TIME_LIMIT = "MONTHLY_TIME_LIMIT"
    PRIZES_BELOW_FLOOR = "PRIZES_BELOW_FLOOR"
    ENTRY_RIGHT_TOO_HIGH = "ENTRY_RIGHT_TOO_HIGH"
    TOO_MUCH_LEFT_IN_PLAY = "TOO_MUCH_LEFT_IN_PLAY"
    FIGURES_DO_NOT_ADD_UP = "FIGURES_DO_NOT_ADD_UP"
    NO_SUCH_RECEIPT = "NO_SUCH_RECEIPT"
    OWN_WALLET = "OWN_WALLET"
    OWN_ORDER = "OWN_ORDER"
    BONUS_OPEN = "BONUS_OPEN"
    BONUS_DAYS = "BONUS_DAYS"  # most: days
    NO_OPEN_BONUS = "NO_OPEN_BONUS"
    MONEY_HELD = "MONEY_HELD"
    MONEY_UNDER_WAY = "MONEY_UNDER_WAY"
    TAKES_TWO = "TAKES_TWO"  # limit: cents
    NO_ORDER_WAITS = "NO_ORDER_WAITS"
    DAY_NOT_OVER = "DAY_NOT_OVER"
    DAY_OUT_OF_ORDER = "DAY_OUT_OF_ORDER"
    DAY_SIGNED = "DAY_SIGNED"
    NO_DAY_SIGNED = "NO_DAY_SIGNED"
    OWN_SIGNATURE = "OWN_SIGNATURE"
    FIGURES_MOVED = "FIGURES_MOVED"
    OWES = "OWES"  # debt: cents
    NOT_AN_IBAN = "NOT_AN_IBAN"
    PAYMENT_TOO_SMALL = "PAYMENT_TOO_SMALL"  # least: cents
    PAYMENT_TOO_LARGE = "PAYMENT_TOO_LARGE"  # most: cents
    PAYMENTS_TODAY = "PAYMENTS_TODAY"  # limit, left: cents
    PAYMENTS_THIS_MONTH = "PAYMENTS_THIS_MONTH"  # limit, left: cents
    NO_SUCH_PAYMENT = "NO_SUCH_PAYMENT"
    PAYMENT_MOVED_ON = "PAYMENT_MOVED_ON"  # state: by its code
    GATEWAY_SENDS = "GATEWAY_SENDS"
    NO_GATEWAY = "NO_GATEWAY"
    NO_CONTRADICTION = "NO_CONTRADICTION"
    NOT_FOLLOWED = "NOT_FOLLOWED"
    WALLET_SILENT = "WALLET_SILENT"
    MONEY_ELSEWHERE = "MONEY_ELSEWHERE"
    DRAWER_NEEDED = "DRAWER_NEEDED"
    DRAWER_OPEN = "DRAWER_OPEN"
    DRAWER_TAKEN = "DRAWER_TAKEN"
    DRAWER_OFFERED = "DRAWER_OFFERED"
    DRAWER_HOLDS_LESS = "DRAWER_HOLDS_LESS"  # holds: cents
    DRAWER_ORDERS_WAIT = "DRAWER_ORDERS_WAIT"
    DRAWER_DIFFERS = "DRAWER_DIFFERS"  # difference: cents
    NO_DRAWER = "NO_DRAWER"
    OWN_DRAWER = "OWN_DRAWER"
    NO_CASHIER = "NO_CASHIER"  # name
    PIECES_UNREADABLE = "PIECES_UNREADABLE"
    DRAWERS_STILL_OPEN = "DRAWERS_STILL_OPEN"  # names: of the drawers


# The rule of the book that each follows (INFO-1); the others follow from none.
_BY_RULE: Final[Mapping[str, tuple[StrEnum, ...]]] = {
    "FREE-1": (
        MoneyCode.NOT_ENOUGH_PLAY_MONEY,
        MoneyCode.ENOUGH_PLAY_MONEY,
        MoneyCode.FILLED_UP_TODAY,
    ),
    "PLAY-1": (
        MoneyCode.DAILY_LIMIT,
        MoneyCode.WEEKLY_LIMIT,
        MoneyCode.MONTHLY_LIMIT,
    ),
    "PLAY-3": (
        MoneyCode.DAILY_LOSS_LIMIT,
        MoneyCode.WEEKLY_LOSS_LIMIT,
        MoneyCode.MONTHLY_LOSS_LIMIT,
        MoneyCode.DAILY_TIME_LIMIT,
        MoneyCode.WEEKLY_TIME_LIMIT,
        MoneyCode.MONTHLY_TIME_LIMIT,
    ),
    "INFO-3": (MoneyCode.NO_SUCH_RECEIPT,),
    "POOL-1": (
        MoneyCode.PRIZES_BELOW_FLOOR,
        MoneyCode.ENTRY_RIGHT_TOO_HIGH,
    ),
    "DEAL-MAKE": (
        MoneyCode.TOO_MUCH_LEFT_IN_PLAY,
        MoneyCode.FIGURES_DO_NOT_ADD_UP,
    ),
    "STAFF-1": (MoneyCode.OWN_WALLET,),
    "STAFF-2": (
        MoneyCode.OWN_ORDER,
        MoneyCode.TAKES_TWO,
    ),
    "STAFF-6": (
        MoneyCode.DAY_NOT_OVER,
        MoneyCode.DAY_OUT_OF_ORDER,
        MoneyCode.DAY_SIGNED,
        MoneyCode.NO_DAY_SIGNED,
        MoneyCode.OWN_SIGNATURE,
        MoneyCode.FIGURES_MOVED,
    ),
    "STAFF-9": (MoneyCode.MONEY_HELD,),
    "STAFF-13": (
        MoneyCode.DRAWER_NEEDED,
        MoneyCode.DRAWER_OPEN,
        MoneyCode.DRAWER_TAKEN,
        MoneyCode.DRAWER_OFFERED,
        MoneyCode.DRAWER_HOLDS_LESS,
        MoneyCode.DRAWER_ORDERS_WAIT,
        MoneyCode.DRAWER_DIFFERS,
        MoneyCode.NO_DRAWER,
        MoneyCode.OWN_DRAWER,
        MoneyCode.NO_CASHIER,
        MoneyCode.PIECES_UNREADABLE,
        MoneyCode.DRAWERS_STILL_OPEN,
    ),
    "STAFF-12": (MoneyCode.MONEY_UNDER_WAY,),
    "BONUS-1": (
        MoneyCode.BONUS_OPEN,
        MoneyCode.BONUS_DAYS,
    ),
    "BONUS-3": (MoneyCode.NO_OPEN_BONUS,),
    "MONEY-1": (MoneyCode.NO_GATEWAY,),
    "MONEY-2": (
        MoneyCode.NOT_AN_IBAN,
        MoneyCode.PAYMENT_TOO_SMALL,
        MoneyCode.PAYMENT_TOO_LARGE,
        MoneyCode.PAYMENTS_TODAY,
        MoneyCode.PAYMENTS_THIS_MONTH,
        MoneyCode.PAYMENT_MOVED_ON,
        MoneyCode.GATEWAY_SENDS,
    ),
    "MONEY-3": (
        MoneyCode.NO_CONTRADICTION,
        MoneyCode.NOT_FOLLOWED,
    ),
    "MONEY-4": (MoneyCode.OWES,),
    "MONEY-5": (
        MoneyCode.WALLET_SILENT,
        MoneyCode.MONEY_ELSEWHERE,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}
