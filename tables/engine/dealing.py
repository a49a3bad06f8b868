"""Cards and turns: what a street deals, and who acts on it in which order."""

from tables.engine import events
from tables.engine.events import Event
from tables.engine.hand import Hand


def deal_street(hand: Hand) -> list[Event]:
    """Hole cards one at a time from the left of the button; burn before the board (DEAL-2)."""
    street = hand.game.streets[hand.street]
    log: list[Event] = []
    if street.hole:
        rounds = [hand.next_cards(len(hand.live)) for _ in range(street.hole)]
        hand.hole = {
            seat: "".join([dealt[2 * place : 2 * place + 2] for dealt in rounds])
            for place, seat in enumerate(hand.live)
        }
        log.append(events.hole(hand))
    hand.dealt += street.burn
    if street.board:
        dealt = hand.next_cards(street.board)
        hand.cards_on_board += dealt
        log.append(events.street(street.name, dealt))
    return log


def open_round(hand: Hand) -> None:
    """Nothing is bet yet on the next street, and everybody may act."""
    hand.street += 1
    hand.bets = dict.fromkeys(hand.seats, 0)
    hand.level = hand.base = hand.raises = 0
    hand.size = hand.stakes.big_blind
    if hand.game.limit.fixed:
        hand.size *= hand.game.streets[hand.street].bets
    hand.acted = frozenset()
    hand.aggressor = None
    hand.crowd = len(hand.live)
    hand.waiting = _speakers(hand)


def _speakers(hand: Hand) -> list[int]:
    """Who acts on a new street: even the all-in change cards, and the opener speaks first."""
    if hand.drawing is None:
        return able_after(hand, hand.seats[-1])
    if hand.round == "drawing":
        return hand.live
    opener = hand.drawing.opener
    if hand.round == "opening" or opener is None:
        return able_after(hand, hand.seats[-1])
    order = able_after(hand, opener)
    return order if opener not in order else [opener, *order[:-1]]


def able_after(hand: Hand, seat: int) -> list[int]:
    """Who has chips to bet, clockwise from the left of ``seat``, which comes last."""
    first = hand.seats.index(seat) + 1
    stacks, live = hand.stacks, hand.live
    return [
        other
        for other in hand.seats[first:] + hand.seats[:first]
        if stacks[other] and other in live
    ]


def anybody_acts(hand: Hand) -> bool:
    """Whether the round goes on: a last player whom nobody could answer only has to call."""
    if len(hand.waiting) != 1 or hand.round == "drawing":
        return bool(hand.waiting)
    bets, last = hand.bets, hand.waiting[0]
    return len(hand.able) > 1 or bets[last] < max([bets[seat] for seat in hand.live])


def betting_is_over(hand: Hand) -> bool:
    """Whether nobody will bet any more, nor change cards."""
    if hand.complete:
        return True
    draws = hand.drawing is not None and hand.round == "opening"
    return len(hand.able) < 2 and not draws
