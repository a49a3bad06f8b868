"""Real cards at a real table: where they lie, and the procedure after a dealer's mistake.

``deal`` is the cards on the felt; ``mistakes`` rules on a mistake, as steps; ``mending`` carries
the steps out. A ruling needs no knowledge of the cards: the steps are the same for any.
"""

from .deal import Deal, begin, deal_hole, deal_street, finish_deal, fold
from .mending import Concern, carry_out
from .mistakes import (
    BoardTooMany,
    BoardTooSoon,
    BoxedCards,
    ExposedHoleCards,
    ExtraHoleCards,
    FouledDeck,
    MendingStep,
    Mistake,
    MistakeOutcome,
    Ruling,
    WrongSeat,
    is_substantial,
    rule_on,
)

__all__ = [
    "BoardTooMany",
    "BoardTooSoon",
    "BoxedCards",
    "Concern",
    "Deal",
    "ExposedHoleCards",
    "ExtraHoleCards",
    "FouledDeck",
    "MendingStep",
    "Mistake",
    "MistakeOutcome",
    "Ruling",
    "WrongSeat",
    "begin",
    "carry_out",
    "deal_hole",
    "deal_street",
    "finish_deal",
    "fold",
    "is_substantial",
    "rule_on",
]
