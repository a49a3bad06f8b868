"""Why the room says no, whatever was asked. The sentences are in ``sentences.py``."""

from enum import StrEnum


class Code(StrEnum):
    NO_REASON = "NO_REASON"
    ROOM_BUSY = "ROOM_BUSY"
