"""Events of a hand, made from its state; ``visible`` hides cards."""

from collections.abc import Iterable, Mapping, Sequence

from .cards import HIDDEN, split
from .events import (
    ActEvent,
    Ante,
    Blind,
    BlindKind,
    Changed,
    Dealt,
    End,
    Event,
    Hole,
    Muck,
    Rake,
    Redeal,
    Show,
    Start,
    Uncalled,
    Won,
)
from .exchange import Carried
from .games import game_of
from .hand import HandState, Win
from .stakes import Post


def started(hand: HandState, posts: Iterable[Post]) -> Start:
    """Return the facts that replaying the hand needs; the deck is for the server only."""
    event: Start = {
        "e": "start",
        "game": hand.game.code,
        "rules": hand.game.to_json(),
        "cards": len(hand.deck) // 2,
        "stakes": hand.stakes.to_json(),
        "positions": hand.positions.to_json(),
        "house": hand.house.to_json(),
        "stacks": {str(seat): stack for seat, stack in hand.start_stacks.items()},
        "posts": [list(post) for post in posts],
        "deck": hand.deck,
    }
    if hand.exchange is not None:
        event["carried"] = hand.exchange.carried.to_json()
        event["reshuffle"] = hand.exchange.reshuffle
    return event


def ante(seat: int, amount: int, *, all_in: bool) -> Ante:
    return {"e": "ante", "seat": seat, "amount": amount, "all_in": all_in}


def blind(seat: int, amount: int, *, kind: BlindKind, all_in: bool) -> Blind:
    return {"e": "blind", "seat": seat, "kind": kind, "amount": amount, "all_in": all_in}


def hole(cards: Mapping[int, list[str]]) -> Hole:
    return {"e": "hole", "cards": {str(seat): own for seat, own in cards.items()}}


def act(seat: int, kind: str, to: int, added: int, *, all_in: bool) -> ActEvent:
    return {"e": "act", "seat": seat, "kind": kind, "to": to, "added": added, "all_in": all_in}


def uncalled(seat: int, amount: int) -> Uncalled:
    return {"e": "uncalled", "seat": seat, "amount": amount}


def street(name: str, dealt: str) -> Dealt:
    return {"e": "street", "street": name, "cards": split(dealt)}


def changed(seat: int, *, discarded: Sequence[str], dealt: str, reshuffled: int) -> Changed:
    return {
        "e": "draw",
        "seat": seat,
        "count": len(discarded),
        "discarded": list(discarded),
        "cards": split(dealt),
        "reshuffled": reshuffled,
    }


def redeal(left: Carried) -> Redeal:
    return {"e": "redeal", **left.to_json()}


def show(hand: HandState, seat: int, ranking: str | None) -> Show:
    event: Show = {"e": "show", "seat": seat, "cards": split(hand.hole[seat]), "ranking": ranking}
    if hand.exchange is not None and hand.exchange.opener == seat:
        event["openers"] = split(hand.exchange.proof)
    return event


def show_some(hand: HandState, seat: int) -> Show:
    """Return an event that shows some cards of a seat, each at its place; the rest stay hidden."""
    opened = hand.open_cards(seat)
    cards = [card if card in opened else HIDDEN for card in split(hand.hole[seat])]
    return {"e": "show", "seat": seat, "cards": cards, "ranking": None}


def muck(seat: int) -> Muck:
    return {"e": "muck", "seat": seat}


def rake(amount: int) -> Rake:
    return {"e": "rake", "amount": amount}


def win(win: Win) -> Won:
    return {"e": "win", **win.to_json()}


def end(hand: HandState) -> End:
    return {"e": "end", "stacks": {str(seat): stack for seat, stack in hand.stacks.items()}}


def start_of(events: Sequence[Event]) -> Start:
    """Return the first event of a hand; ValueError if it is another."""
    if not events:
        raise ValueError("there are no events")
    start = events[0]
    if start["e"] != "start":
        raise ValueError(f"the first event is {start['e']!r}")
    return start


def visible(event: Event, seat: int | None) -> Event:
    """Return the event as the player of that seat, or the public (None), may know it."""
    if event["e"] == "start":
        return _visible_start(event)
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


def _visible_start(event: Start) -> Start:
    """Remove the deck; add the facts of the game, which the first release did not write."""
    start = event.copy()
    start.pop("deck", None)
    start.pop("reshuffle", None)
    if "rules" not in start:
        game = game_of(start)
        start["rules"], start["cards"] = game.to_json(), len(game.deck(len(start["stacks"])))
    return start
