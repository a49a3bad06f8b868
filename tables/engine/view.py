"""The only way out of the engine to a player: a hand as one seat, or the public, may see it, and
the cards that only one seat may see."""

from typing import Literal

from . import cards, draw_poker
from .betting import legal_actions, public_legal_actions
from .events import DrawTold, HandTold, SeatTold, TurnTold
from .exchange import Exchange
from .hand import HandState


def view(hand: HandState, seat: int | None) -> HandTold:
    """Return the hand for the player of that seat; None is the public view."""
    public: HandTold = {
        "game": hand.game.code,
        "street": "finished" if hand.finished else hand.game.streets[hand.street].name,
        "finished": hand.finished,
        "button": hand.positions.button,
        "small_blind": hand.positions.small_blind,
        "big_blind": hand.positions.big_blind,
        "stakes": hand.stakes.to_json(),
        "board": hand.board,
        "pots": [{"amount": pot.amount, "seats": pot.seats} for pot in hand.pots()],
        "total": hand.pot - hand.rake,
        "bet": hand.level,
        "seats": [_seat(hand, player, seat) for player in sorted(hand.seats)],
        "turn": _turn(hand, seat),
        "results": [hand.result(win) for win in hand.wins],
    }
    if hand.exchange is not None:
        public["draw"] = _draw(hand, hand.exchange, seat)
    if hand.house.raked:
        public["rake"] = hand.rake
    return public


def own_cards(hand: HandState, seat: int) -> list[str]:
    """The hole cards of a seat, as ``view`` has them for its player."""
    return cards.split(hand.hole[seat]) if seat in hand.hole else []


def may_open(hand: HandState, seat: int) -> bool:
    """In a draw game, return whether the seat holds openers: only its player may know."""
    return seat in hand.live and bool(draw_poker.proof(hand, seat))


def _turn(hand: HandState, viewer: int | None) -> TurnTold | None:
    if hand.turn is None:
        return None
    legal = legal_actions(hand) if viewer == hand.turn else public_legal_actions(hand)
    return {"seat": hand.turn, "legal": legal.to_json()}


def _draw(hand: HandState, exchange: Exchange, viewer: int | None) -> DrawTold:
    return {
        "carried": exchange.carried.pot,
        "openers": exchange.carried.openers,
        "opener": exchange.opener,
        "changed": {
            str(seat): len(discarded) // 2 for seat, discarded in exchange.discards.items()
        },
        "left": None if exchange.left is None else exchange.left.to_json(),
        "may_open": viewer is not None and may_open(hand, viewer),
    }


def _seat(hand: HandState, player: int, viewer: int | None) -> SeatTold:
    stack, won = hand.stacks[player], hand.won(player) if hand.wins else 0
    status: Literal["active", "all_in", "folded"] = "folded"
    if player in hand.live:
        status = "active" if stack > won else "all_in"
    state: SeatTold = {
        "seat": player,
        "stack": stack,
        "bet": hand.bets[player],
        "status": status,
        "cards": _cards(hand, player, viewer),
        "ranking": hand.ranking(player) if player in hand.shown else None,
        "won": won,
    }
    if state["ranking"] is not None:
        state["best"] = hand.best(player)
    return state


def _cards(hand: HandState, player: int, viewer: int | None) -> list[str]:
    """Open cards for their owner and once shown; backs while in play, and beside cards that were
    shown alone; nothing once mucked."""
    if player == viewer or player in hand.shown:
        return cards.split(hand.hole[player])
    if player not in hand.live:
        return []
    opened = hand.open_cards(player) if hand.turned else ()
    if not opened:
        mucked = hand.finished and len(hand.live) > 1
        return [] if mucked else [cards.HIDDEN] * (len(hand.hole[player]) // 2)
    return [card if card in opened else cards.HIDDEN for card in cards.split(hand.hole[player])]
