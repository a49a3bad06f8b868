"""Refusals of the engine."""

from enum import StrEnum


class EngineCode(StrEnum):
    """Codes of the engine; the comment names the values that a code's context carries."""

    MALFORMED = "MALFORMED"  # why: what is wrong with the request, for a developer
    HAND_FINISHED = "HAND_FINISHED"
    HAND_NOT_FINISHED = "HAND_NOT_FINISHED"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    CANNOT_CHECK = "CANNOT_CHECK"  # call: chips that a call costs
    NOTHING_TO_CALL = "NOTHING_TO_CALL"
    CANNOT_BET = "CANNOT_BET"
    CANNOT_RAISE = "CANNOT_RAISE"
    CANNOT_GO_ALL_IN = "CANNOT_GO_ALL_IN"
    TOO_SMALL = "TOO_SMALL"  # minimum: the smallest total bet allowed
    TOO_LARGE = "TOO_LARGE"  # maximum: the largest total bet allowed
    NOTHING_TO_SHOW = "NOTHING_TO_SHOW"
    CANNOT_OPEN = "CANNOT_OPEN"  # openers: the rank of the pair that opens
    CANNOT_SAY_CIP = "CANNOT_SAY_CIP"
    CANNOT_SAY_PAROLA = "CANNOT_SAY_PAROLA"
    PAROLA_OR_CIP = "PAROLA_OR_CIP"
    CHANGE_CARDS_NOW = "CHANGE_CARDS_NOW"
    CANNOT_CHANGE_CARDS = "CANNOT_CHANGE_CARDS"
    TOO_MANY_CARDS = "TOO_MANY_CARDS"  # most: how many cards may be changed
    NOT_YOUR_CARDS = "NOT_YOUR_CARDS"


class EngineRefusal(Exception):
    """An action that the rules don't allow; nothing has changed.

    ``context`` holds the values that the comment of its ``code`` names.
    """

    def __init__(self, code: EngineCode, **context: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.context = context
