"""The only way out of the engine to a player: a hand as one seat, or the public, may see it."""

from typing import Any

from tables.engine import cards, draw
from tables.engine.betting import legal_actions, public_legal_actions
from tables.engine.hand import Hand


def view(hand: Hand, seat: int | None) -> dict[str, Any]:
    """The hand for the player of that seat; None is everybody's view."""
    pots = hand.pots()
    return {
        "game": hand.game.code,
        "street": "finished" if hand.finished else hand.game.streets[hand.street].name,
        "finished": hand.finished,
        **hand.positions.to_json(),
        "stakes": hand.stakes.to_json(),
        "board": hand.board,
        "pots": [{"amount": pot.amount, "seats": pot.seats} for pot in pots],
        "total": hand.pot - hand.rake,
        "bet": hand.level,
        "seats": [_seat(hand, player, seat) for player in sorted(hand.seats)],
        "turn": _turn(hand, seat),
        **_draw(hand, seat),
        **({"rake": hand.rake} if hand.house.raked else {}),
        "results": [win.to_json() for win in hand.wins],
    }


def _turn(hand: Hand, viewer: int | None) -> dict[str, Any] | None:
    if hand.turn is None:
        return None
    legal = legal_actions(hand) if viewer == hand.turn else public_legal_actions(hand)
    return {"seat": hand.turn, "legal": legal.to_json()}


def _draw(hand: Hand, viewer: int | None) -> dict[str, Any]:
    """Of a draw: the pot carried, the pair that opens, who opened, how many cards each changed;
    and to players themselves whether they may open."""
    drawing = hand.drawing
    if drawing is None:
        return {}
    return {
        "draw": {
            "carried": drawing.carried.pot,
            "openers": drawing.carried.openers,
            "opener": drawing.opener,
            "changed": {str(seat): len(gone) // 2 for seat, gone in drawing.discards.items()},
            "left": None if drawing.left is None else drawing.left.to_json(),
            "may_open": viewer in hand.live and bool(draw.proof(hand, viewer)),
        }
    }


def _seat(hand: Hand, player: int, viewer: int | None) -> dict[str, Any]:
    return {
        "seat": player,
        "stack": hand.stacks[player],
        "bet": hand.bets[player],
        "status": _status(hand, player),
        "cards": _cards(hand, player, viewer),
        "ranking": hand.ranking(player) if player in hand.shown else None,
        "won": hand.won(player),
    }


def _status(hand: Hand, player: int) -> str:
    if player not in hand.live:
        return "folded"
    return "active" if hand.contributed(player) < hand.start_stacks[player] else "all_in"


def _cards(hand: Hand, player: int, viewer: int | None) -> list[str]:
    """Open cards for their owner and once shown; backs while in play; nothing once mucked."""
    hole = cards.split(hand.hole[player])
    if player == viewer or player in hand.shown:
        return hole
    mucked = hand.finished and len(hand.live) > 1
    if player not in hand.live or mucked:
        return []
    return [cards.HIDDEN] * len(hole)
