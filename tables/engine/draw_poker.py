"""Betting rules of draw poker: openers, changing cards, and pots left to the next hand."""

from dataclasses import replace

from . import event_factory, openers
from .actions import ALL_IN, BET, CHECK, CIP, DISCARD, PAROLA, Action, LegalActions
from .cards import join, split
from .events import Changed, Event
from .exchange import Carried, Exchange
from .hand import HandState
from .refusals import EngineCode, EngineRefusal

MOST_CHANGED = 4


def exchange_of(hand: HandState) -> Exchange:
    """Return the draw state of a hand; ValueError if its game changes no cards."""
    if hand.exchange is None:
        raise ValueError(f"no cards are changed in {hand.game.code}")
    return hand.exchange


def proof(hand: HandState, seat: int) -> str:
    """Return the cards with which the seat may open, "" when it may not (DRAW-2)."""
    exchange = exchange_of(hand)
    return openers.proof(hand.hole[seat], hand.rankings[0], exchange.carried, hand.house)


def narrowed(hand: HandState, legal: LegalActions, *, opens: bool) -> LegalActions:
    """Restrict the usual actions to those of the round of draw poker, and add its own; ``opens``
    says whether the player holds openers."""
    if hand.round == "exchange":
        return LegalActions(legal.seat, False, False, None, None, None, None, discard=MOST_CHANGED)
    if hand.level:
        return legal
    if hand.round == "opening":
        if not opens:
            return replace(legal, bet=None, all_in=None)
        return replace(legal, cip=None if legal.bet is None else legal.bet[0])
    return replace(legal, check=False, cip=0, parola=_everybody_could_ante(hand))


def check(hand: HandState, action: Action, legal: LegalActions) -> None:
    """Refuse by name the actions that draw poker forbids."""
    kind = action.kind
    if legal.discard is not None:
        return _check_discard(hand, action, legal)
    if kind == DISCARD:
        raise EngineRefusal(EngineCode.CANNOT_CHANGE_CARDS)
    if kind == CIP and legal.cip is None:
        raise EngineRefusal(EngineCode.CANNOT_SAY_CIP)
    if kind == PAROLA and not legal.parola:
        raise EngineRefusal(EngineCode.CANNOT_SAY_PAROLA)
    if kind == CHECK and legal.cip == 0:
        raise EngineRefusal(EngineCode.PAROLA_OR_CIP)
    if hand.round == "opening" and not hand.level and kind in (BET, ALL_IN, CIP):
        carried = exchange_of(hand).carried
        if not proof(hand, legal.seat):
            raise EngineRefusal(EngineCode.CANNOT_OPEN, openers=carried.openers)
    return None


def _check_discard(hand: HandState, action: Action, legal: LegalActions) -> None:
    if action.kind != DISCARD:
        raise EngineRefusal(EngineCode.CHANGE_CARDS_NOW)
    if len(action.cards) > MOST_CHANGED:
        raise EngineRefusal(EngineCode.TOO_MANY_CARDS, most=MOST_CHANGED)
    if not set(action.cards) <= set(split(hand.hole[legal.seat])):
        raise EngineRefusal(EngineCode.NOT_YOUR_CARDS)


def opened(hand: HandState, seat: int) -> None:
    """Record the opener and the cards that open, for the second round and for the showdown."""
    hand.exchange = exchange_of(hand)._replace(opener=seat, proof=proof(hand, seat))


def settled(hand: HandState) -> None:
    """Record that a player said "cip": without a bet there will be a showdown (DRAW-5)."""
    hand.exchange = exchange_of(hand)._replace(settled=True)


def change_cards(hand: HandState, seat: int, discarded: tuple[str, ...]) -> Changed:
    """Change cards, the new ones from the stub, then from earlier players' discards (DRAW-4)."""
    exchange = exchange_of(hand)
    missing = len(discarded) - (len(hand.deck) // 2 - hand.dealt)
    returned = _returned(hand, exchange) if missing > 0 else ""
    hand.deck += returned
    dealt = hand.next_cards(len(discarded))
    held = [card for card in split(hand.hole[seat]) if card not in discarded]
    hand.hole = {**hand.hole, seat: join(held) + dealt}
    hand.exchange = exchange._replace(discards={**exchange.discards, seat: join(discarded)})
    hand.waiting = hand.waiting[1:]
    return event_factory.changed(
        seat, discarded=discarded, dealt=dealt, reshuffled=len(returned) // 2
    )


def _returned(hand: HandState, exchange: Exchange) -> str:
    """The discards that have not come back yet, in the order drawn up before the deal."""
    discarded = {card for cards in exchange.discards.values() for card in split(cards)}
    came_back = split(hand.deck)[len(exchange.reshuffle) // 2 :]
    waiting = discarded.difference(came_back)
    return join([card for card in split(exchange.reshuffle) if card in waiting])


def leave(hand: HandState) -> list[Event]:
    """Leave the pot to the next hand if no player opened, or all said "parola" (DRAW-2, DRAW-5).
    Return no events if the hand goes on."""
    exchange = hand.exchange
    if exchange is None or hand.level or hand.aggressor or not _everybody_could_ante(hand):
        return []
    if hand.round == "opening":
        left: Carried = exchange.carried.raised(hand.pot)
    elif hand.round == "closing" and not exchange.settled:
        left = exchange.carried._replace(pot=hand.pot)
    else:
        return []
    hand.waiting = []
    hand.exchange = exchange._replace(left=left)
    return [event_factory.redeal(left), event_factory.end(hand)]


def _everybody_could_ante(hand: HandState) -> bool:
    """Return whether no player is all-in: without chips to ante, the pot must be decided now."""
    return len(hand.able) == len(hand.live)
