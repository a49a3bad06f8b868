"""What happened, as JSON that players, histories and clients read; ``visible`` hides cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tables.engine.cards import HIDDEN, split
from tables.engine.drawing import Carried
from tables.engine.hand import Hand, Win
from tables.engine.stakes import Post

Event = dict[str, Any]


def started(hand: Hand, posts: Iterable[Post]) -> Event:
    """Everything that replaying the hand needs; the deck is for the server only."""
    event = {
        "e": "start",
        "game": hand.game.code,
        "stakes": hand.stakes.to_json(),
        "positions": hand.positions.to_json(),
        "house": hand.house.to_json(),
        "stacks": {str(seat): stack for seat, stack in hand.start_stacks.items()},
        "posts": [list(post) for post in posts],
        "deck": hand.deck,
    }
    if hand.drawing is not None:
        event["carried"] = hand.drawing.carried.to_json()
        event["reshuffle"] = hand.drawing.reshuffle
    return event


def ante(seat: int, amount: int, *, all_in: bool) -> Event:
    return {"e": "ante", "seat": seat, "amount": amount, "all_in": all_in}


def blind(seat: int, amount: int, *, kind: str, all_in: bool) -> Event:
    """``kind`` is small, big, post, straddle or dead."""
    return {"e": "blind", "seat": seat, "kind": kind, "amount": amount, "all_in": all_in}


def hole(cards: Mapping[int, list[str]]) -> Event:
    return {"e": "hole", "cards": {str(seat): own for seat, own in cards.items()}}


def act(seat: int, kind: str, *, to: int, added: int, all_in: bool) -> Event:
    return {"e": "act", "seat": seat, "kind": kind, "to": to, "added": added, "all_in": all_in}


def uncalled(seat: int, amount: int) -> Event:
    return {"e": "uncalled", "seat": seat, "amount": amount}


def street(name: str, dealt: str) -> Event:
    return {"e": "street", "street": name, "cards": split(dealt)}


def draw(seat: int, *, discarded: Sequence[str], dealt: str, reshuffled: int) -> Event:
    """Everybody knows how many cards were changed, and how many discards came back into the
    stub; only their owner which."""
    return {
        "e": "draw",
        "seat": seat,
        "count": len(discarded),
        "discarded": list(discarded),
        "cards": split(dealt),
        "reshuffled": reshuffled,
    }


def redeal(left: Carried) -> Event:
    """Nobody won: the pot stays for the next hand, which opens with ``openers`` or better."""
    return {"e": "redeal", **left.to_json()}


def show(hand: Hand, seat: int, ranking: str | None) -> Event:
    """``ranking`` is None while the board is incomplete; ``openers`` are what an opener held."""
    event = {"e": "show", "seat": seat, "cards": split(hand.hole[seat]), "ranking": ranking}
    if hand.drawing is not None and hand.drawing.opener == seat:
        event["openers"] = split(hand.drawing.proof)
    return event


def muck(seat: int) -> Event:
    return {"e": "muck", "seat": seat}


def rake(amount: int) -> Event:
    """What the house takes before the pots are paid (RAKE-1)."""
    return {"e": "rake", "amount": amount}


def win(win: Win) -> Event:
    return {"e": "win", **win.to_json()}


def end(hand: Hand) -> Event:
    return {"e": "end", "stacks": {str(seat): stack for seat, stack in hand.stacks.items()}}


def visible(event: Event, seat: int | None) -> Event | None:
    """The event as the player of that seat, or the public (None), may know it."""
    if event["e"] == "start":
        return {name: value for name, value in event.items() if name not in ("deck", "reshuffle")}
    if event["e"] == "hole":
        return {
            "e": "hole",
            "cards": {
                owner: cards if owner == str(seat) else [HIDDEN] * len(cards)
                for owner, cards in event["cards"].items()
            },
        }
    if event["e"] == "draw" and event["seat"] != seat:
        hidden = [HIDDEN] * event["count"]
        return {**event, "discarded": hidden, "cards": hidden}
    return event
