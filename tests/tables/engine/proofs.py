"""Proofs of hands, true ones and forged ones, for the checks in Python and in the browser."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tables import engine
from tables.engine import commitment, verification
from tables.engine.cards import FRENCH, split
from tests.tables.engine.wandering import wander

Told = dict[str, Any]
SEED = bytes(range(32))


def told(seed: int, *, game: str = "nlhe", viewer: int | None = None) -> Told:
    """A random hand that showed cards, as the player of the ``viewer``-th seat (None: the
    public) is told it, with the proof of every card."""
    dice = random.Random(seed)
    while True:
        events: list[Any] = [event for step in wander(dice, game=game) for event in step.events]
        if any(event["e"] in ("street", "show") for event in events):
            break
    deck = split(events[0]["deck"] + events[0].get("reshuffle", ""))
    seat = None if viewer is None else int(list(events[0]["stacks"])[viewer])
    seen = [event for event in (engine.visible(event, seat) for event in events) if event]
    proof = {
        "id": 77,
        "table_id": 5,
        "table": "Turbo · #1",
        "number": 17,
        "game": game,
        "you": seat,
        "players": [{"seat": int(no), "name": f"player{no}"} for no in events[0]["stacks"]],
        "events": seen,
        "commitment": commitment.commit(deck, SEED),
        "proofs": [
            commitment.opening(deck, SEED, at).to_json()
            for place in verification.places(seen)
            for at in place.among
            if deck[at] == place.card
        ],
    }
    return dict(json.loads(json.dumps(proof)))


def _swapped_card(proof: Told) -> None:
    """The board had another card: the events and the opening agree, the fingerprint doesn't."""
    street = next(event for event in proof["events"] if event["e"] == "street")
    opening = next(each for each in proof["proofs"] if each["card"] == street["cards"][0])
    seen = {each["card"] for each in proof["proofs"]}
    opening["card"] = street["cards"][0] = next(card for card in FRENCH if card not in seen)


def _other_place(proof: Told) -> None:
    """Dealt from somewhere else in the deck."""
    street = next(event for event in proof["events"] if event["e"] == "street")
    street["cards"][:2] = reversed(street["cards"][:2])


def _salt(proof: Told) -> None:
    first = proof["proofs"][0]
    first["salt"] = first["salt"][:-2] + ("00" if first["salt"][-2:] != "00" else "01")


def _path(proof: Told) -> None:
    proof["proofs"][-1]["path"].reverse()


def _short_path(proof: Told) -> None:
    proof["proofs"][0]["path"].pop()


def _long_path(proof: Told) -> None:
    proof["proofs"][0]["path"].append("ab" * 32)


def _root(proof: Told) -> None:
    proof["commitment"] = "0" * 64


def _missing(proof: Told) -> None:
    del proof["proofs"][0]


def _twice(proof: Told) -> None:
    """A deck with one card twice was promised, and kept."""
    street = next(event for event in proof["events"] if event["e"] == "street")
    deck = ["Xx"] * len(FRENCH)
    for opening in proof["proofs"]:
        deck[opening["index"]] = opening["card"]
    deck[deck.index(street["cards"][0])] = street["cards"][1]
    street["cards"][0] = street["cards"][1]
    proof["commitment"] = commitment.commit(deck, SEED)
    proof["proofs"] = [
        commitment.opening(deck, SEED, at).to_json() for at, card in enumerate(deck) if card != "Xx"
    ]


FORGERIES: dict[str, tuple[Callable[[Told], None], str]] = {
    "another card": (_swapped_card, "not_committed"),
    "another place": (_other_place, "elsewhere"),
    "another salt": (_salt, "not_committed"),
    "another path": (_path, "not_committed"),
    "a short path": (_short_path, "not_committed"),
    "a long path": (_long_path, "not_committed"),
    "another fingerprint": (_root, "not_committed"),
    "a card without its opening": (_missing, "not_opened"),
    "a deck with a card twice": (_twice, "twice"),
}


def forged(name: str, proof: Told) -> tuple[Told, str]:
    """The proof with something wrong planted in it, and the fault that must be found."""
    change, fault = FORGERIES[name]
    proof = deepcopy(proof)
    change(proof)
    return proof, fault
