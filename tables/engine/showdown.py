"""The end of a hand: who shows, and who wins what (SHOW-1, SHOW-2, POT-2)."""

from collections.abc import Iterator

from tables.engine import events
from tables.engine.events import Event
from tables.engine.hand import Hand, Win
from tables.engine.positions import left_of
from tables.engine.pots import Pot


def award_uncontested(hand: Hand) -> list[Event]:
    """Everybody else folded: the last player takes all and shows nothing (SHOW-1)."""
    winner = hand.live[0]
    return _pay(hand, [Win(0, winner, hand.pot)])


def expose(hand: Hand) -> list[Event]:
    """All hands face up: somebody is all-in and nobody can bet any more (SHOW-2)."""
    return [_show(hand, seat) for seat in hand.live if seat not in hand.shown]


def award(hand: Hand) -> list[Event]:
    """Showdown pot by pot, from the last side pot to the main pot."""
    strength = {seat: hand.strength(seat) for seat in hand.live}
    log: list[Event] = []
    wins: list[Win] = []
    for number, pot in reversed(list(enumerate(hand.pots()))):
        log += _turn_up(hand, pot, strength)
        best = max(strength[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if strength[seat] == best]
        wins += [
            Win(number, seat, amount, hand.ranking(seat), hand.best(seat))
            for seat, amount in _split(pot.amount, winners)
        ]
    log += [events.muck(seat) for seat in hand.live if seat not in hand.shown]
    return log + _pay(hand, wins)


def _turn_up(hand: Hand, pot: Pot, strength: dict[int, int]) -> Iterator[Event]:
    """Show what beats or ties the best hand so far; the rest may be mucked."""
    best = 0
    for seat in _showing_order(hand):
        if seat in pot.seats and strength[seat] >= best:
            best = strength[seat]
            if seat not in hand.shown:
                yield _show(hand, seat)


def _showing_order(hand: Hand) -> list[int]:
    """The last aggressor of the final round first, else first left of the button."""
    if hand.aggressor is None:
        return hand.seats
    return [hand.aggressor, *left_of(hand.aggressor, hand.seats)[:-1]]


def _show(hand: Hand, seat: int) -> Event:
    hand.shown.append(seat)
    return events.show(seat, hand.hole[seat], hand.ranking(seat))


def _split(amount: int, winners: list[int]) -> Iterator[tuple[int, int]]:
    """Equal shares; what doesn't divide goes whole to the first left of the button (POT-2)."""
    share, odd = divmod(amount, len(winners))
    for position, seat in enumerate(winners):
        yield seat, share + (odd if position == 0 else 0)


def _pay(hand: Hand, wins: list[Win]) -> list[Event]:
    hand.turn = None
    hand.wins = wins
    for win in wins:
        hand.stacks[win.seat] += win.amount
    return [events.win(win) for win in wins] + [events.end(hand)]
