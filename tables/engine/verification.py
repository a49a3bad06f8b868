"""Check that a finished hand was dealt from the deck that was promised before it.

``examine`` needs nothing but what a player was told of the hand: its commitment, its events and
the openings of the cards that they saw. ``static/js/verify/proof.js`` does the same in a browser.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from tables.engine import commitment
from tables.engine.cards import FRENCH, HIDDEN
from tables.engine.commitment import Opening
from tables.engine.events import Event
from tables.engine.games import GAMES
from tables.engine.positions import left_of


class Unreadable(Exception):
    """What was given is no proof of a hand; says where it stops being one."""


class Fault(StrEnum):
    """Why a card is not proved."""

    NOT_OPENED = "not_opened"
    ANOTHER_CARD = "another_card"
    NOT_COMMITTED = "not_committed"
    TWICE = "twice"


class Place(NamedTuple):
    """A card that was seen; the rules of dealing take it from the deck's place ``at`` (DEAL-2).

    ``seat`` is None for the board; ``number`` counts the seat's or the street's cards from 1.
    """

    at: int
    card: str
    street: str
    seat: int | None
    number: int


class Finding(NamedTuple):
    place: Place
    fault: Fault | None


def places(events: Iterable[Event]) -> list[Place]:
    """Where each card that the events show lay in the deck, in dealing order."""
    seen = {place for place in _dealt(events) if place.card != HIDDEN}
    return sorted(seen, key=lambda place: place.at)


def _dealt(events: Iterable[Event]) -> Iterator[Place]:
    order: list[int] = []
    streets: dict[str, int] = {}
    dealt = 0
    for event in events:
        match event["e"]:
            case "start":
                order = left_of(event["positions"]["button"], [int(no) for no in event["stacks"]])
                streets = {street.name: street.burn for street in GAMES[event["game"]].streets}
            case "hole":
                for seat in order:
                    yield from _hole(order, seat, event["cards"][str(seat)])
                dealt = sum(map(len, event["cards"].values()))
            case "show":
                yield from _hole(order, event["seat"], event["cards"])
            case "street":
                name, dealt = event["street"], dealt + streets[event["street"]]
                for number, card in enumerate(event["cards"], start=1):
                    yield Place(dealt, card, name, None, number)
                    dealt += 1


def _hole(order: list[int], seat: int, hole: list[str]) -> Iterator[Place]:
    """One card at a time goes round the table."""
    for number, card in enumerate(hole):
        yield Place(number * len(order) + order.index(seat), card, "hole", seat, number + 1)


def examine(told: object) -> list[Finding]:
    """Each card of ``{"commitment", "events", "proofs"}`` that was seen, and what is wrong with it.

    Raises Unreadable for anything else.
    """
    root, events, openings = _read(told)
    try:
        seen = places(events)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(f"events: {error!r}") from error
    if not seen:
        raise Unreadable("events: they show no card")
    cards = [place.card for place in seen]
    return [
        Finding(
            place,
            Fault.TWICE
            if cards.count(place.card) > 1
            else _fault(root, place, openings.get(place.at)),
        )
        for place in seen
    ]


def _fault(root: str, place: Place, opened: Opening | None) -> Fault | None:
    if opened is None:
        return Fault.NOT_OPENED
    if opened.card != place.card:
        return Fault.ANOTHER_CARD
    return None if commitment.verify(root, opened, cards=len(FRENCH)) else Fault.NOT_COMMITTED


def _read(told: object) -> tuple[str, list[Event], dict[int, Opening]]:
    if not isinstance(told, Mapping):
        raise Unreadable("not an object with commitment, events and proofs")
    root, events, proofs = (told.get(name) for name in ("commitment", "events", "proofs"))
    if not isinstance(root, str) or not re.fullmatch("[0-9a-f]{64}", root):
        raise Unreadable("commitment: not 64 hexadecimal digits")
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise Unreadable("events: not a list of objects")
    if not isinstance(proofs, list):
        raise Unreadable("proofs: not a list")
    openings = [_opening(number, proof) for number, proof in enumerate(proofs)]
    return root, events, {opening.index: opening for opening in openings}


def _opening(number: int, proof: Any) -> Opening:
    try:
        index, card, salt, path = (proof[name] for name in ("index", "card", "salt", "path"))
    except (KeyError, TypeError) as error:
        raise Unreadable(f"proofs[{number}]: {error!r}") from error
    texts = [card, salt, *path] if isinstance(path, list) else [None]
    if type(index) is not int or not all(isinstance(text, str) for text in texts):
        raise Unreadable(f"proofs[{number}]: not index, card, salt and path")
    return Opening(index, card, salt, tuple(path))
