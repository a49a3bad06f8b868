"""Dealing of streets, and the order in which players act on them."""

from . import event_factory
from .cards import split
from .events import Event
from .hand import HandState


def deal_street(hand: HandState) -> list[Event]:
    """Deal hole cards one at a time from the left of the button; burn before the board (DEAL-2)."""
    street = hand.game.streets[hand.street]
    log: list[Event] = []
    if street.hole:
        players = len(hand.live)
        dealt = split(hand.next_cards(street.hole * players))
        hole = {seat: dealt[place::players] for place, seat in enumerate(hand.live)}
        hand.hole = {seat: "".join(own) for seat, own in hole.items()}
        log.append(event_factory.hole(hole))
    hand.dealt += street.burn
    if street.board:
        board = hand.next_cards(street.board)
        hand.cards_on_board += board
        log.append(event_factory.street(street.name, board))
    return log


def open_round(hand: HandState) -> None:
    """Open the next street: bets are reset to zero, and all players may act."""
    hand.street += 1
    hand.bets = dict.fromkeys(hand.seats, 0)
    hand.level = hand.base = hand.raises = 0
    hand.size = hand.stakes.big_blind
    if hand.game.limit.fixed:
        hand.size *= hand.game.streets[hand.street].bets
    hand.closed = []
    hand.aggressor = None
    hand.crowd = len(hand.live)
    hand.waiting = _speakers(hand)


def _speakers(hand: HandState) -> list[int]:
    """The seats that act on a new street, first left of the button first; in draw poker the opener
    first, and in the exchange even the players who are all-in."""
    if hand.exchange is None:
        return hand.able
    if hand.round == "exchange":
        return hand.live
    opener = hand.exchange.opener
    if hand.round == "opening" or opener is None:
        return hand.able
    order = able_after(hand, opener)
    return order if opener not in order else [opener, *order[:-1]]


def able_after(hand: HandState, seat: int) -> list[int]:
    """The live seats with chips to bet, clockwise from the left of ``seat``, which is last."""
    first = hand.seats.index(seat) + 1
    stacks, live = hand.stacks, hand.live
    return [
        other
        for other in hand.seats[first:] + hand.seats[:first]
        if stacks[other] and other in live
    ]


def anybody_acts(hand: HandState) -> bool:
    """Return whether the round goes on; a last player without an opponent can only call."""
    waiting = hand.waiting
    if len(waiting) != 1 or hand.round == "exchange":
        return bool(waiting)
    bets = hand.bets
    return len(hand.able) > 1 or bets[waiting[0]] < max([bets[seat] for seat in hand.live])


def betting_is_over(hand: HandState) -> bool:
    """Return whether betting and drawing are over."""
    if hand.complete:
        return True
    if hand.exchange is not None and hand.round == "opening":
        return False
    return len(hand.able) < 2
