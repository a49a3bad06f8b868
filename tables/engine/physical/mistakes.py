"""Mistakes of dealers, the rule for each, and the procedure step by step (DLR-1 to 8)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Literal, NamedTuple

StreetName = Literal["flop", "turn", "river"]


class MendingStep(StrEnum):
    """One step of the dealer's procedure; ``mending`` carries it out on the cards."""

    TAKE_ALL_BACK = "take_all_back"
    RETURN_BETS = "return_bets"
    CHANGE_DECK = "change_deck"
    SHUFFLE_AND_CUT = "shuffle_and_cut"
    DEAL_AGAIN = "deal_again"
    FINISH_THE_DEAL = "finish_the_deal"
    REPLACE_CARD = "replace_card"
    TAKE_CARD_BACK = "take_card_back"
    MAKE_IT_THE_BURN = "make_it_the_burn"
    LEAVE_THE_BURN = "leave_the_burn"
    FINISH_BETTING = "finish_betting"
    SET_ASIDE = "set_aside"
    BURN_AND_DEAL = "burn_and_deal"
    BETTING_OF_STREET = "betting_of_street"
    RETURN_BOARD = "return_board"
    RETURN_ASIDE = "return_aside"
    DEAL_WITHOUT_BURN = "deal_without_burn"
    NEXT_CARD_INSTEAD = "next_card_instead"
    KILL_HAND = "kill_hand"
    PLAY_ON = "play_on"


class MistakeOutcome(StrEnum):
    MISDEAL = "misdeal"  # bets go back, and the same hand is dealt again
    PLAY_ON = "play_on"
    VOID = "void"  # bets go back, and the hand never was


class Ruling(NamedTuple):
    """The id of the rule, the outcome for the hand, and the steps in their order."""

    rule: str
    outcome: MistakeOutcome
    steps: tuple[MendingStep, ...]


class ExposedHoleCards(NamedTuple):
    """Hole cards exposed in the deal; ``very_first``: the first card off the deck."""

    cards: int = 1
    very_first: bool = False


class ExtraHoleCards(NamedTuple):
    """Too many hole cards; ``to_first``: to the first player, when all had their first card."""

    cards: int = 1
    to_first: bool = True


class WrongSeat(NamedTuple):
    """A deal that began at the wrong seat, missed a player, or reached one who is not in it."""


class BoardTooSoon(NamedTuple):
    """A street's cards dealt before the betting was finished."""

    street: StreetName = "flop"


class BoardTooMany(NamedTuple):
    """More cards on a street than belong there."""

    street: StreetName = "flop"


class BoxedCards(NamedTuple):
    """Cards that lie face up in the deck; ``in_deal``: among the hole cards."""

    cards: int = 1
    in_deal: bool = True


class FouledDeck(NamedTuple):
    """A card that is missing, is there twice, or comes from another deck."""


Mistake = (
    ExposedHoleCards
    | ExtraHoleCards
    | WrongSeat
    | BoardTooSoon
    | BoardTooMany
    | BoxedCards
    | FouledDeck
)

MISDEAL: Final = (
    MendingStep.TAKE_ALL_BACK,
    MendingStep.RETURN_BETS,
    MendingStep.SHUFFLE_AND_CUT,
    MendingStep.DEAL_AGAIN,
)
VOID: Final = (MendingStep.RETURN_BETS, MendingStep.CHANGE_DECK, MendingStep.DEAL_AGAIN)


def is_substantial(actions: Sequence[str]) -> bool:
    """Return whether there was substantial action since the deal (DLR-6).

    Three actions in turn, or two of which one brings chips in; ``fold``, ``check``, ``call``,
    ``bet``, ``raise``. Blinds and antes are no actions.
    """
    return len(actions) >= 3 or (len(actions) == 2 and not {*actions} <= {"check", "fold"})


def rule_on(mistake: Mistake, *, substantial: bool = False) -> Ruling:
    """Return the ruling; ``substantial``: there was substantial action before it was noticed."""
    match mistake:
        case ExposedHoleCards():
            return _exposed(mistake, substantial)
        case ExtraHoleCards():
            return _extra(mistake, substantial)
        case WrongSeat():
            return _misdeal("DLR-6", substantial, MendingStep.KILL_HAND, MendingStep.PLAY_ON)
        case BoardTooSoon(street):
            return _too_soon(street)
        case BoardTooMany():
            return Ruling("DLR-3", MistakeOutcome.PLAY_ON, REDEAL)
        case BoxedCards():
            return _boxed(mistake, substantial)
        case FouledDeck():
            return Ruling("DLR-8", MistakeOutcome.VOID, VOID)


# The street's cards go back, its burn stays, and its new cards come without one (DLR-3).
REDEAL: Final = (
    MendingStep.LEAVE_THE_BURN,
    MendingStep.RETURN_BOARD,
    MendingStep.SHUFFLE_AND_CUT,
    MendingStep.DEAL_WITHOUT_BURN,
)


def _misdeal(rule: str, substantial: bool, *otherwise: MendingStep) -> Ruling:
    """Rule a misdeal, unless it is too late to call one (DLR-6)."""
    if substantial:
        return Ruling("DLR-6", MistakeOutcome.PLAY_ON, otherwise)
    return Ruling(rule, MistakeOutcome.MISDEAL, MISDEAL)


def _exposed(mistake: ExposedHoleCards, substantial: bool) -> Ruling:
    if mistake.very_first:
        return _misdeal("DLR-1", substantial, MendingStep.PLAY_ON)
    if mistake.cards > 1:
        return _misdeal("DLR-2", substantial, MendingStep.PLAY_ON)
    if substantial:
        return Ruling("DLR-6", MistakeOutcome.PLAY_ON, (MendingStep.PLAY_ON,))
    steps = (
        MendingStep.FINISH_THE_DEAL,
        MendingStep.REPLACE_CARD,
        MendingStep.MAKE_IT_THE_BURN,
        MendingStep.PLAY_ON,
    )
    return Ruling("DLR-2", MistakeOutcome.PLAY_ON, steps)


def _extra(mistake: ExtraHoleCards, substantial: bool) -> Ruling:
    if substantial or mistake.cards > 1 or not mistake.to_first:
        return _misdeal("DLR-5", substantial, MendingStep.KILL_HAND, MendingStep.PLAY_ON)
    steps = (
        MendingStep.TAKE_CARD_BACK,
        MendingStep.MAKE_IT_THE_BURN,
        MendingStep.FINISH_THE_DEAL,
        MendingStep.PLAY_ON,
    )
    return Ruling("DLR-5", MistakeOutcome.PLAY_ON, steps)


def _too_soon(street: StreetName) -> Ruling:
    if street == "flop":
        return Ruling("DLR-3", MistakeOutcome.PLAY_ON, (MendingStep.FINISH_BETTING, *REDEAL))
    shuffled_in: tuple[MendingStep, ...] = (
        MendingStep.RETURN_ASIDE,
        MendingStep.SHUFFLE_AND_CUT,
        MendingStep.DEAL_WITHOUT_BURN,
    )
    if street == "turn":
        shuffled_in = (MendingStep.BURN_AND_DEAL, MendingStep.BETTING_OF_STREET, *shuffled_in)
    steps = (MendingStep.SET_ASIDE, MendingStep.FINISH_BETTING, *shuffled_in)
    return Ruling("DLR-4", MistakeOutcome.PLAY_ON, steps)


def _boxed(mistake: BoxedCards, substantial: bool) -> Ruling:
    if mistake.in_deal and mistake.cards > 1:
        return _misdeal("DLR-7", substantial, MendingStep.PLAY_ON)
    return Ruling(
        "DLR-7", MistakeOutcome.PLAY_ON, (MendingStep.NEXT_CARD_INSTEAD, MendingStep.PLAY_ON)
    )
