"""Why the room as a whole says no. The sentences are in ``sentences.py``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Code(StrEnum):
    NO_SUCH_SETTING = "NO_SUCH_SETTING"
    SETTING_WAITS = "SETTING_WAITS"
    NO_CHANGE_WAITS = "NO_CHANGE_WAITS"
    OWN_CHANGE = "OWN_CHANGE"


# The rule of the book that each follows (INFO-1); the others follow from none.
_BY_RULE: Final[Mapping[str, tuple[StrEnum, ...]]] = {
    "HOUSE-1": (
        Code.SETTING_WAITS,
        Code.NO_CHANGE_WAITS,
        Code.OWN_CHANGE,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}
