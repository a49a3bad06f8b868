"""The cards of one hand on a real table: stub, hands, board, burns, muck."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..games import Game


class Deal(NamedTuple):
    """The place of each card; nothing is changed in place.

    ``order`` has the seats in dealing order, ``hole`` the hands still live, and the stub's first
    card is its top. ``aside`` is out of play until it is shuffled back, ``next_burn`` lies ready to
    be the next burn, and where ``no_burn`` the next street comes without one.
    """

    game: Game
    order: tuple[int, ...]
    stub: tuple[str, ...]
    hole: Mapping[int, tuple[str, ...]]
    street: int = 0
    board: tuple[str, ...] = ()
    burns: tuple[str, ...] = ()
    muck: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    next_burn: tuple[str, ...] = ()
    no_burn: bool = False

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, wherever they lie: always the deck, each once."""
        return (
            *self.stub,
            *[card for hand in self.hole.values() for card in hand],
            *self.board,
            *self.burns,
            *self.muck,
            *self.aside,
            *self.next_burn,
        )


def begin(game: Game, order: Sequence[int], deck: Sequence[str]) -> Deal:
    """Return the state after shuffle and cut, before any card is dealt."""
    return Deal(game, tuple(order), tuple(deck), dict.fromkeys(order, ()))


def deal_hole(deal: Deal, cards: int = 1) -> Deal:
    """Deal ``cards`` off the top, one at a time, each to the seat with the fewest (DEAL-2)."""
    hole, stub = dict(deal.hole), deal.stub
    for card in stub[:cards]:
        seat = min([seat for seat in deal.order if seat in hole], key=lambda at: len(hole[at]))
        hole[seat] = (*hole[seat], card)
    return deal._replace(hole=hole, stub=stub[cards:])


def finish_deal(deal: Deal) -> Deal:
    """Deal until all live seats have their hole cards."""
    wanted = deal.game.hole
    return deal_hole(deal, sum([max(0, wanted - len(hand)) for hand in deal.hole.values()]))


def deal_street(deal: Deal, too_many: int = 0) -> Deal:
    """Deal the next street: burn, then the board's cards (``too_many`` of them by mistake)."""
    street = deal.game.streets[deal.street + 1]
    stub, burns = deal.stub, deal.burns
    if not deal.no_burn:
        ready = deal.next_burn or stub[: street.burn]
        stub, burns = stub[0 if deal.next_burn else street.burn :], (*burns, *ready)
        deal = deal._replace(next_burn=())
    dealt = street.board + too_many
    return deal._replace(
        street=deal.street + 1,
        stub=stub[dealt:],
        burns=burns,
        board=(*deal.board, *stub[:dealt]),
        no_burn=False,
    )


def fold(deal: Deal, seat: int) -> Deal:
    """Move a hand to the muck."""
    hole = {other: hand for other, hand in deal.hole.items() if other != seat}
    return deal._replace(hole=hole, muck=(*deal.muck, *deal.hole[seat]))
