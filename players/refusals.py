"""Why a player may not do something. The sentences are in ``sentences.py``."""

from enum import StrEnum


class Code(StrEnum):
    SELF_EXCLUDED = "SELF_EXCLUDED"  # until: the moment at which it ends
    NO_DAYS = "NO_DAYS"
