"""The steps of a ruling, carried out on the cards of the table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from .deal import Deal, begin, deal_street, finish_deal, fold
from .mistakes import MendingStep

Shuffle = Callable[[Sequence[str]], Sequence[str]]


class Concern(NamedTuple):
    """The cards that the mistake concerns, and the seat where they lie (None: on the board)."""

    cards: tuple[str, ...]
    seat: int | None = None


def carry_out(deal: Deal, step: MendingStep, concern: Concern, shuffle: Shuffle) -> Deal:
    """Return the cards after one step; ``shuffle`` mixes and cuts the cards it is given.

    Steps that touch no card (betting, chips) leave them as they are.
    """
    if step is MendingStep.SHUFFLE_AND_CUT:
        return deal._replace(stub=tuple(shuffle(deal.stub)))
    act = _DONE.get(step)
    return act(deal, concern) if act else deal


def _take_all_back(deal: Deal, concern: Concern) -> Deal:
    return begin(deal.game, deal.order, deal.cards)


def _finish(deal: Deal, concern: Concern) -> Deal:
    return finish_deal(deal)


def _replace(deal: Deal, concern: Concern) -> Deal:
    """Take the exposed card from the hand; the top of the stub takes its place."""
    top, *stub = deal.stub
    return _without(deal, concern, (top,))._replace(stub=tuple(stub), aside=concern.cards)


def _take_card_back(deal: Deal, concern: Concern) -> Deal:
    return _without(deal, concern)._replace(aside=concern.cards)


def _without(deal: Deal, concern: Concern, instead: tuple[str, ...] = ()) -> Deal:
    """Return the hand of the concern's seat without its cards, ``instead`` with others."""
    seat = _seat(concern)
    rest = tuple([card for card in deal.hole[seat] if card not in concern.cards])
    return deal._replace(hole={**deal.hole, seat: (*rest, *instead)})


def _make_burn(deal: Deal, concern: Concern) -> Deal:
    aside = tuple([card for card in deal.aside if card not in concern.cards])
    return deal._replace(aside=aside, next_burn=concern.cards)


def _set_aside(deal: Deal, concern: Concern) -> Deal:
    """Set aside the street that came too soon, as if not dealt; its burn stays."""
    return _off_board(deal)._replace(aside=(*deal.aside, *_of_street(deal)))


def _return_board(deal: Deal, concern: Concern) -> Deal:
    return _off_board(deal)._replace(stub=(*deal.stub, *_of_street(deal)))


def _off_board(deal: Deal) -> Deal:
    of_street = len(_of_street(deal))
    return deal._replace(street=deal.street - 1, board=deal.board[: len(deal.board) - of_street])


def _of_street(deal: Deal) -> tuple[str, ...]:
    """The board's cards of the street that was dealt last, however many."""
    before = sum([street.board for street in deal.game.streets[: deal.street]])
    return deal.board[before:]


def _return_aside(deal: Deal, concern: Concern) -> Deal:
    return deal._replace(stub=(*deal.stub, *deal.aside), aside=())


def _burn_and_deal(deal: Deal, concern: Concern) -> Deal:
    return deal_street(deal)


def _deal_without_burn(deal: Deal, concern: Concern) -> Deal:
    return deal_street(deal._replace(no_burn=True))


def _next_instead(deal: Deal, concern: Concern) -> Deal:
    """Replace a boxed card, which is no card, by the next of the stub."""
    cards = len(concern.cards)
    instead, stub = deal.stub[:cards], deal.stub[cards:]
    mended = deal._replace(stub=stub, muck=(*deal.muck, *concern.cards))
    if concern.seat is not None:
        return _without(mended, concern, instead)
    board = tuple([card for card in deal.board if card not in concern.cards])
    return mended._replace(board=(*board, *instead))


def _kill(deal: Deal, concern: Concern) -> Deal:
    return fold(deal, _seat(concern))


def _seat(concern: Concern) -> int:
    if concern.seat is None:
        raise ValueError("the step is about somebody's hand, and the concern names no seat")
    return concern.seat


_DONE: Final[Mapping[MendingStep, Callable[[Deal, Concern], Deal]]] = {
    MendingStep.TAKE_ALL_BACK: _take_all_back,
    MendingStep.FINISH_THE_DEAL: _finish,
    MendingStep.DEAL_AGAIN: _finish,
    MendingStep.REPLACE_CARD: _replace,
    MendingStep.TAKE_CARD_BACK: _take_card_back,
    MendingStep.MAKE_IT_THE_BURN: _make_burn,
    MendingStep.SET_ASIDE: _set_aside,
    MendingStep.RETURN_BOARD: _return_board,
    MendingStep.RETURN_ASIDE: _return_aside,
    MendingStep.BURN_AND_DEAL: _burn_and_deal,
    MendingStep.DEAL_WITHOUT_BURN: _deal_without_burn,
    MendingStep.NEXT_CARD_INSTEAD: _next_instead,
    MendingStep.KILL_HAND: _kill,
}
