"""The refusals that all packages share. The sentences are in ``sentences.py``."""

from enum import StrEnum


class CoreCode(StrEnum):
    NO_REASON = "NO_REASON"
    ROOM_BUSY = "ROOM_BUSY"
    SETTING_UNREADABLE = "SETTING_UNREADABLE"
    SETTING_OUT_OF_BOUNDS = "SETTING_OUT_OF_BOUNDS"  # least, most: in words
    SETTING_NOT_OFFERED = "SETTING_NOT_OFFERED"
    SETTING_NO_COLOUR = "SETTING_NO_COLOUR"
    SETTING_LACKS_WORD = "SETTING_LACKS_WORD"  # word
    SETTING_NO_SUCH_WORD = "SETTING_NO_SUCH_WORD"  # word; words: the known ones
    SETTING_CONTRAST = "SETTING_CONTRAST"  # ratio, least: to 1
