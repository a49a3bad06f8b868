"""Folds before a player's turn (FAST-1). Pure."""

from tables.engine import HandState


def may_fold_now(hand: HandState, seat: int) -> bool:
    """Return whether a seat in the hand may fold out of turn: it faces a bet and is not all-in.

    A player without a bet to face has chips in the pot and waits for the others: their own bet or
    blind is the highest.
    """
    in_hand = not hand.finished and seat in hand.live and hand.stacks[seat] > 0
    return in_hand and hand.level > hand.bets[seat]
