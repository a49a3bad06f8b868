"""Legal actions of the player to act, and checks (ACT-1..3, NL-1, PL-1, FL-1, FL-2)."""

from . import draw_poker
from .actions import (
    ALL_IN,
    BET,
    CALL,
    CHECK,
    CIP,
    DISCARD,
    DRAW_KINDS,
    FOLD,
    RAISE,
    WORDS,
    Action,
    LegalActions,
)
from .hand import HandState
from .refusals import EngineCode, EngineRefusal


def legal_actions(hand: HandState) -> LegalActions:
    """Return all legal actions of the player to act; ``HAND_FINISHED`` when the hand is over."""
    if hand.legal is None:
        # Asked for the player, then again to check the action: computed once per hand.
        legal = _legal_actions(hand)
        if hand.exchange is not None:
            legal = draw_poker.narrowed(hand, legal, opens=bool(draw_poker.proof(hand, legal.seat)))
        hand.legal = legal
    return hand.legal


def public_legal_actions(hand: HandState) -> LegalActions:
    """Return the legal actions without a sign of openers: others may not know a player's cards."""
    if hand.exchange is None:
        return legal_actions(hand)
    return draw_poker.narrowed(hand, _legal_actions(hand), opens=True)


def _legal_actions(hand: HandState) -> LegalActions:
    if not hand.waiting:
        raise EngineRefusal(EngineCode.HAND_FINISHED)
    seat, level = hand.waiting[0], hand.level
    laid, stack = hand.bets[seat], hand.stacks[seat]
    owed, whole = level - laid, laid + stack
    if stack <= owed:
        return LegalActions(seat, True, not owed, stack, None, None, whole)
    span, shove, call = None, None, owed or None
    if _may_raise(hand, seat, owed):
        least, most = hand.base + hand.size, whole
        if hand.game.limit.bounded:
            most = min(_largest(hand, owed, least), whole)
        if least <= whole:
            span = (least, most)
        if whole <= most:
            shove = whole
    if level:
        return LegalActions(seat, True, not owed, call, None, span, shove)
    return LegalActions(seat, True, not owed, call, span, None, shove)


def _may_raise(hand: HandState, seat: int, owed: int) -> bool:
    """Return whether the betting is open to the seat and another player could add to a raise."""
    if seat in hand.closed and not _reopened(hand, owed):
        return False
    cap = hand.game.limit.cap
    if cap is not None and hand.raises >= cap:
        heads_up = hand.crowd if hand.house.cap_heads_up == "round" else len(hand.live)
        if heads_up > 2:
            return False
    bets, stacks, level = hand.bets, hand.stacks, hand.level
    for other in hand.live:  # noqa: SIM110 (a generator is slower, and every action asks this)
        if other != seat and bets[other] + stacks[other] > level:
            return True
    return False


def _reopened(hand: HandState, owed: int) -> bool:
    """Return whether short all-ins, which closed the betting, have reopened it to a seat that owes
    this much: several together (ACT-3), or one of half a bet (FL-2)."""
    house = hand.house
    counts = house.limit_all_in == "half" and hand.game.limit.fixed
    return (counts or house.short_all_ins == "together") and owed >= hand.enough


def _largest(hand: HandState, owed: int, least: int) -> int:
    """Return the greatest total of a raise, regardless of the stack: at least the ``least``."""
    if hand.game.limit.fixed:
        return least
    counted = owed if hand.house.pot_raise == "after_call" else 0
    return max(least, hand.level + hand.pot + counted)


def check(hand: HandState, seat: int, action: Action) -> None:
    """Refuse the action by name unless ``legal_actions`` allows it to that seat."""
    kind = action.kind
    if kind not in WORDS or action.to is not None or action.cards:
        action.require_form()
    legal = legal_actions(hand)
    if seat != legal.seat:
        raise EngineRefusal(EngineCode.NOT_YOUR_TURN)
    if hand.exchange is not None or kind in DRAW_KINDS:
        draw_poker.check(hand, action, legal)
    if kind == BET:
        _check_size(action, legal.bet, EngineCode.CANNOT_BET)
    elif kind == RAISE:
        _check_size(action, legal.raise_, EngineCode.CANNOT_RAISE)
    elif kind == CHECK and not legal.check:
        raise EngineRefusal(EngineCode.CANNOT_CHECK, call=legal.call)
    elif kind == CALL and legal.call is None:
        raise EngineRefusal(EngineCode.NOTHING_TO_CALL)
    elif kind == ALL_IN and legal.all_in is None:
        raise EngineRefusal(EngineCode.CANNOT_GO_ALL_IN)


def _check_size(action: Action, span: tuple[int, int] | None, otherwise: EngineCode) -> None:
    if span is None or action.to is None:
        raise EngineRefusal(otherwise)
    least, most = span
    if action.to < least:
        raise EngineRefusal(EngineCode.TOO_SMALL, minimum=least)
    if action.to > most:
        raise EngineRefusal(EngineCode.TOO_LARGE, maximum=most)


def default_action(hand: HandState) -> Action:
    """Return the action taken when the time is up: check if possible, else fold (TIME-1).

    In the exchange the player stays pat; in the second round of a draw game "cip" is the check.
    """
    legal = legal_actions(hand)
    if legal.discard is not None:
        return Action(DISCARD)
    if legal.cip == 0:
        return Action(CIP)
    return Action(CHECK if legal.check else FOLD)
