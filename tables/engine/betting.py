"""Ask and check: what the player to act may do (ACT-1..3, NL-1, PL-1, FL-1, FL-2)."""

from payouts.refusal import Refusal
from tables.engine.actions import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, Action, LegalActions
from tables.engine.hand import Hand
from tables.engine.refusals import EngineRefusal


def legal_actions(hand: Hand) -> LegalActions:
    """Everything that the player to act may do; ``HAND_FINISHED`` when nobody acts."""
    if hand.legal is None:
        # Asked for the player, then again to check the answer: a hand works it out once.
        hand.legal = _legal_actions(hand)
    return hand.legal


def _legal_actions(hand: Hand) -> LegalActions:
    seat = hand.turn
    if seat is None:
        raise Refusal(EngineRefusal.HAND_FINISHED)
    stack = hand.stacks[seat]
    owed = hand.level - hand.bets[seat]
    whole = hand.bets[seat] + stack
    span, shove = None, stack <= owed
    if not shove and _may_raise(hand, seat, owed):
        least, most = _sizes(hand, owed, whole)
        if least <= whole:
            span = (least, min(most, whole))
        shove = whole <= most
    return LegalActions(
        seat=seat,
        fold=True,
        check=not owed,
        call=min(owed, stack) if owed else None,
        bet=None if hand.level else span,
        raise_=span if hand.level else None,
        all_in=whole if shove else None,
    )


def _may_raise(hand: Hand, seat: int, owed: int) -> bool:
    """Whether the betting is open to the seat, and anybody else could add to a raise.

    Who has acted already needs a whole raise to face (ACT-3).
    """
    limit = hand.game.limit
    if seat in hand.acted and owed * limit.weight < hand.size:
        return False
    if limit.cap is not None and hand.raises >= limit.cap and hand.crowd > 2:
        return False
    bets, stacks, level = hand.bets, hand.stacks, hand.level
    return any(bets[other] + stacks[other] > level for other in hand.live if other != seat)


def _sizes(hand: Hand, owed: int, whole: int) -> tuple[int, int]:
    """The least and the greatest total that raise the level, whatever the stack."""
    limit = hand.game.limit
    least = hand.base + hand.size
    if limit.fixed:
        return least, least
    if limit.pot:
        counted = owed if hand.house.pot_raise == "after_call" else 0
        return least, max(least, hand.level + hand.pot + counted)
    return least, max(least, whole)


def check(hand: Hand, seat: int, action: Action) -> None:
    """Refuse the action by name unless ``legal_actions`` allows it to that seat."""
    action.require_form()
    if hand.turn is None:
        raise Refusal(EngineRefusal.HAND_FINISHED)
    if seat != hand.turn:
        raise Refusal(EngineRefusal.NOT_YOUR_TURN)
    legal = legal_actions(hand)
    kind = action.kind
    if kind == CHECK and not legal.check:
        raise Refusal(EngineRefusal.CANNOT_CHECK, call=legal.call)
    if kind == CALL and legal.call is None:
        raise Refusal(EngineRefusal.NOTHING_TO_CALL)
    if kind == ALL_IN and legal.all_in is None:
        raise Refusal(EngineRefusal.CANNOT_GO_ALL_IN)
    if kind == BET:
        _check_size(action, legal.bet, EngineRefusal.CANNOT_BET)
    elif kind == RAISE:
        _check_size(action, legal.raise_, EngineRefusal.CANNOT_RAISE)


def _check_size(action: Action, span: tuple[int, int] | None, otherwise: EngineRefusal) -> None:
    if span is None or action.to is None:
        raise Refusal(otherwise)
    least, most = span
    if action.to < least:
        raise Refusal(EngineRefusal.TOO_SMALL, minimum=least)
    if action.to > most:
        raise Refusal(EngineRefusal.TOO_LARGE, maximum=most)


def default_action(hand: Hand) -> Action:
    """What happens when the time is up: check if possible, else fold (TIME-1)."""
    return Action(CHECK if legal_actions(hand).check else FOLD)
