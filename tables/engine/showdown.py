"""The end of a hand: the order of showing, and the winners of each pot (SHOW-1, SHOW-2, POT-2)."""

from collections.abc import Collection, Iterator, Sequence

from . import event_factory
from .events import Event
from .hand import HandState, Win
from .positions import left_of
from .pots import Pot

# By seat: the strength of its hand for each ranking of the game, 0 if it doesn't qualify.
Strengths = dict[int, list[int]]
# Seats with their shares.
Shares = list[tuple[int, int]]


def award_uncontested(hand: HandState) -> list[Event]:
    """Pay the last player after all others folded: they take all and show nothing (SHOW-1)."""
    return _pay(hand, [Win(0, hand.live[0], hand.pot - hand.rake)])


def expose(hand: HandState) -> list[Event]:
    """Turn all hands face up: a player is all-in and the betting is over (SHOW-2)."""
    return [
        _show(hand, seat, hand.ranking(seat))
        for seat in _showing_order(hand)
        if seat not in hand.shown
    ]


def award(hand: HandState) -> list[Event]:
    """Hold the showdown pot by pot, from the last side pot to the main pot."""
    rankings, board = hand.rankings, hand.cards_on_board
    strengths = {
        seat: [ranking.strength(hand.hole[seat], board) for ranking in rankings]
        for seat in hand.live
    }
    log: list[Event] = []
    wins: list[Win] = []
    order = _showing_order(hand)
    for number, pot in reversed(list(enumerate(hand.pots()))):
        log += _turn_up(hand, [seat for seat in order if seat in pot.seats], strengths)
        wins += _share(hand, number, pot, strengths)
    log += [event_factory.muck(seat) for seat in hand.live if seat not in hand.shown]
    return log + _pay(hand, wins)


def wins_of(hand: HandState, pots: Sequence[Pot], seats: Collection[int]) -> list[Win]:
    """Return the wins of a hand's pots among some live seats: those whose cards are known, say. A
    pot without one of them is not won."""
    if len(hand.live) == 1:
        return [Win(0, hand.live[0], pot.amount) for pot in pots]
    rankings, board = hand.rankings, hand.cards_on_board
    strengths = {
        seat: [ranking.strength(hand.hole[seat], board) for ranking in rankings] for seat in seats
    }
    wins: list[Win] = []
    for number, pot in reversed(list(enumerate(pots))):
        among = Pot(pot.amount, [seat for seat in pot.seats if seat in strengths])
        if among.seats:
            wins += _share(hand, number, among, strengths)
    return wins


def winners_of_last_pot(hand: HandState, seat: int) -> list[list[int]]:
    """The winners of a seat's last pot: the high, and in hi/lo games the low (BOUNTY-1).

    Empty where a draw left the pot to the next hand.
    """
    built = enumerate(hand.pots())
    last = max(number for number, pot in built if seat in pot.seats)
    wins = [win for win in hand.wins if win.pot == last]
    sides = sorted({win.side for win in wins})
    return [[win.seat for win in wins if win.side == side] for side in sides]


def _showing_order(hand: HandState) -> list[int]:
    """The last aggressor of the final round first, else first left of the button."""
    order = hand.live
    if hand.aggressor in order:
        first = order.index(hand.aggressor)
        order = order[first:] + order[:first]
    return order


def _turn_up(hand: HandState, order: list[int], strengths: Strengths) -> Iterator[Event]:
    """Show hands that beat or tie the best so far, high or low; the rest may be mucked."""
    rankings = hand.rankings
    best = [0] * len(rankings)
    champion = rankings[0].champion([strengths[seat][0] for seat in order])
    for seat in order:
        high = strengths[seat][0]
        # If hands beat each other in a circle, the winner need not beat all that was shown.
        if (_improve(best, strengths[seat]) or high == champion) and seat not in hand.shown:
            yield _show(hand, seat, rankings[0].name(high))


def _improve(best: list[int], mine: list[int]) -> bool:
    """Return whether a hand beats or ties the best on any side; update ``best`` there."""
    shows = False
    for side, strength in enumerate(mine):
        if strength and strength >= best[side]:
            best[side], shows = strength, True
    return shows


def _show(hand: HandState, seat: int, ranking: str | None) -> Event:
    hand.shown = [*hand.shown, seat]
    return event_factory.show(hand, seat, ranking)


def _share(hand: HandState, number: int, pot: Pot, strengths: Strengths) -> Iterator[Win]:
    """Yield each ranking's part of a pot for its best hands; a low without a hand has no part."""
    contests: list[tuple[int, list[int]]] = []
    for side, ranking in enumerate(hand.rankings):
        best = ranking.champion([strengths[seat][side] for seat in pot.seats])
        if best:
            contests.append((side, [seat for seat in pot.seats if strengths[seat][side] == best]))
    sides = [winners for _side, winners in contests]
    for (side, _winners), parts in zip(contests, _parts(hand, pot.amount, sides), strict=True):
        for seat, chips in parts:
            if chips:
                yield hand.win(number, seat, chips, side)


def _parts(hand: HandState, amount: int, sides: list[list[int]]) -> list[Shares]:
    """Return the shares of each side's winners of a pot, seat by seat (POT-2)."""
    if len(sides) == 1:
        return [_split(hand, amount, sides[0])]
    high, low = sides
    half = amount // 2
    if hand.house.hi_lo == "by_half":
        return [_split(hand, amount - half, high), _split(hand, half, low)]
    if set(high) == set(low):
        # They share the pot once; of each share the low is the smaller half.
        shares = _split(hand, amount, high)
        lows = [(seat, chips // 2) for seat, chips in shares]
        return [[(seat, chips - chips // 2) for seat, chips in shares], lows]
    odd = half % len(low) if hand.house.odd_chips == "left_of_button" else 0
    return [
        _plus(_split(hand, amount - half, high), odd, _in_order(hand, high)[0]),
        _split(hand, half - odd, low),
    ]


def _plus(shares: Shares, odd: int, winner: int) -> Shares:
    return [(seat, chips + odd * (seat == winner)) for seat, chips in shares]


def _split(hand: HandState, amount: int, winners: list[int]) -> Shares:
    """Return equal shares; the odd chips go where the house rules say (POT-2)."""
    share, odd = divmod(amount, len(winners))
    if not odd:
        return [(seat, share) for seat in winners]
    one_each = hand.house.odd_chips == "one_each"
    return [
        (seat, share + (int(place < odd) if one_each else odd * (place == 0)))
        for place, seat in enumerate(_in_order(hand, winners))
    ]


def _in_order(hand: HandState, winners: list[int]) -> list[int]:
    """The tied winners in the order in which they get odd chips."""
    from_bb = hand.house.odd_chips == "next_bb"
    return left_of(hand.positions.big_blind if from_bb else hand.positions.button, winners)


def _pay(hand: HandState, wins: list[Win]) -> list[Event]:
    """End the hand: add each win to its seat's stack; return the events of rake and wins."""
    hand.waiting = []
    hand.wins = wins
    hand.stacks = hand.stacks.copy()
    for win in wins:
        hand.stacks[win.seat] += win.amount
    log: list[Event] = [event_factory.rake(hand.rake)] if hand.rake else []
    return [*log, *[event_factory.win(win) for win in wins], event_factory.end(hand)]
