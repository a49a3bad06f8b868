"""Why money does not move. The sentences are in ``sentences.py``."""

from enum import StrEnum


class Code(StrEnum):
    INSUFFICIENT_FUNDS = "INSUFFICIENT_FUNDS"
    KEY_REUSED = "KEY_REUSED"
    AMOUNT_NOT_POSITIVE = "AMOUNT_NOT_POSITIVE"
    SAME_ACCOUNT = "SAME_ACCOUNT"
    DEPOSIT_TOO_LARGE = "DEPOSIT_TOO_LARGE"
