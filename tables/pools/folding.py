"""When somebody may fold before it is their turn (FAST-1). Pure."""

from tables.engine import Hand


def may_fold_now(hand: Hand, seat: int) -> bool:
    """Whether a seat that is in the hand may fold out of turn.

    Not all-in, not as the big blind before the flop, and not with chips in the pot that a bet must
    be answered for.
    """
    if hand.finished or seat not in hand.live or not hand.stacks[seat]:
        return False
    if seat == hand.positions.big_blind and not hand.cards_on_board:
        return False
    faces_a_bet = hand.level > hand.bets[seat]
    return not (faces_a_bet and hand.contributed(seat))
