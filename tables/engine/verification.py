"""Check that a finished hand was dealt from the deck that was committed before it.

``examine`` needs nothing but a player's data of the hand: its commitment, its events and the
openings of the cards that they saw. ``static/js/verify/proof.js`` does the same in a browser.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from . import commitment
from .cards import HIDDEN
from .commitment import CardOpening
from .event_factory import start_of
from .events import Event, Start
from .games import game_of
from .positions import left_of


class UnreadableProof(Exception):
    """Input that is no proof of a hand; the message says where."""


class Fault(StrEnum):
    """Reasons why a card is not proved."""

    NOT_OPENED = "not_opened"
    ELSEWHERE = "elsewhere"
    NOT_COMMITTED = "not_committed"
    TWICE = "twice"


class DeckPlace(NamedTuple):
    """A card that was seen, and its place in the committed deck by the rules of dealing (DEAL-2).

    ``among`` are places in the committed order: one, but as many as a hand has for a card that
    another player kept while changing others, and any of the second half for one that came back
    among discards.
    ``seat`` is None for the board; ``number`` counts the seat's or the street's cards from 1.
    """

    card: str
    street: str
    seat: int | None
    number: int
    among: Sequence[int]


class Finding(NamedTuple):
    """The result for one card; ``at`` is the index where it was opened."""

    place: DeckPlace
    at: int | None
    fault: Fault | None


def promised(start: Start) -> tuple[int, int]:
    """Return the number of cards in the deck, and of those that the commitment binds: in draw games
    also the order in which discards come back."""
    game = game_of(start)
    deck = len(game.deck(len(start["stacks"])))
    return deck, deck * 2 if game.changes_cards else deck


def places(events: Sequence[Event]) -> list[DeckPlace]:
    """Return the place of each card that the events show, in dealing order."""
    seen = [place for place in _Deal(start_of(events)).follow(events[1:]) if place.card != HIDDEN]
    return sorted(seen, key=lambda place: (place.among[0], place.number))


class _Deal:
    """The deal as the events describe it: ``dealt`` cards are gone from the deck."""

    def __init__(self, start: Start) -> None:
        game = game_of(start)
        seats = left_of(start["positions"]["button"], [int(no) for no in start["stacks"]])
        self.order = seats[: game.most_hands]
        self.hole = game.hole
        self.burns = {street.name: street.burn for street in game.streets}
        self.deck, self.whole = promised(start)
        self.dealt = 0
        self.changed: dict[int, list[Sequence[int]]] = {}
        # A player's own cards are known before they are shown.
        self.known: set[tuple[int, str]] = set()

    def follow(self, events: Iterable[Event]) -> Iterator[DeckPlace]:
        for event in events:
            match event["e"]:
                case "hole":
                    for seat in self.order:
                        hole = event["cards"][str(seat)]
                        self.known |= {(seat, card) for card in hole}
                        yield from self._hole(seat, hole)
                    self.dealt = sum(map(len, event["cards"].values()))
                case "street":
                    self.dealt += self.burns[event["street"]]
                    for number, card in enumerate(event["cards"], start=1):
                        yield DeckPlace(card, event["street"], None, number, self._next())
                case "draw":
                    seat, cards = event["seat"], event["cards"]
                    self.changed[seat] = [self._next() for _ in cards]
                    self.known |= {(seat, card) for card in cards}
                    yield from self._drawn(seat, cards)
                case "show":
                    seat, cards = event["seat"], event["cards"]
                    held = len(cards) - len(self.changed.get(seat, []))
                    seen_places = [
                        *self._hole(seat, cards[:held], all_kept=held == len(cards)),
                        *self._drawn(seat, cards[held:]),
                    ]
                    yield from (
                        place for place in seen_places if (seat, place.card) not in self.known
                    )

    def _next(self) -> Sequence[int]:
        self.dealt += 1
        past = self.dealt > self.deck
        return range(self.deck, self.whole) if past else (self.dealt - 1,)

    def _hole(self, seat: int, hole: list[str], *, all_kept: bool = True) -> Iterator[DeckPlace]:
        """Yield hole cards, which go round the table one at a time."""
        mine = range(self.order.index(seat), self.hole * len(self.order), len(self.order))
        for number, card in enumerate(hole, start=1):
            among = (mine[number - 1],) if all_kept else mine
            yield DeckPlace(card, "hole", seat, number, among)

    def _drawn(self, seat: int, cards: list[str]) -> Iterator[DeckPlace]:
        for number, card in enumerate(cards, start=1):
            yield DeckPlace(card, "draw", seat, number, self.changed[seat][number - 1])


def examine(proof: object) -> list[Finding]:
    """Return each seen card of ``{"commitment", "events", "proofs"}`` with its fault, if any.

    Raise UnreadableProof for anything else.
    """
    root, events, openings = _read(proof)
    try:
        seen = places(events)
        deck, width = promised(start_of(events))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise UnreadableProof(f"events: {error!r}") from error
    if not seen:
        raise UnreadableProof("events: they show no card")
    findings = [_finding(root, place, openings, width) for place in seen]
    return [_unless_twice(finding, findings, deck) for finding in findings]


def _finding(root: str, place: DeckPlace, openings: list[CardOpening], width: int) -> Finding:
    matching = [opened for opened in openings if opened.card == place.card]
    here = next((opened for opened in matching if opened.index in place.among), None)
    if here is None:
        return Finding(place, None, Fault.ELSEWHERE if matching else Fault.NOT_OPENED)
    proved = commitment.verify(root, here, cards=width)
    return Finding(place, here.index, None if proved else Fault.NOT_COMMITTED)


def _unless_twice(finding: Finding, findings: list[Finding], deck: int) -> Finding:
    """Mark a card that the committed deck has at two places: no fair deck has."""
    ats = {other.at for other in findings if other.place.card == finding.place.card}
    twice = len([at for at in ats if at is not None and at < deck]) > 1
    return finding._replace(fault=Fault.TWICE) if twice else finding


def _read(disclosed: object) -> tuple[str, list[Event], list[CardOpening]]:
    if not isinstance(disclosed, Mapping):
        raise UnreadableProof("not an object with commitment, events and proofs")
    root, events, proofs = (disclosed.get(name) for name in ("commitment", "events", "proofs"))
    if not isinstance(root, str) or not re.fullmatch("[0-9a-f]{64}", root):
        raise UnreadableProof("commitment: not 64 hexadecimal digits")
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise UnreadableProof("events: not a list of objects")
    if not isinstance(proofs, list):
        raise UnreadableProof("proofs: not a list")
    return root, events, [_opening(number, proof) for number, proof in enumerate(proofs)]


def _opening(number: int, proof: Any) -> CardOpening:
    try:
        index, card, salt, path = (proof[name] for name in ("index", "card", "salt", "path"))
    except (KeyError, TypeError) as error:
        raise UnreadableProof(f"proofs[{number}]: {error!r}") from error
    texts = [card, salt, *path] if isinstance(path, list) else [None]
    if type(index) is not int or not all(isinstance(text, str) for text in texts):
        raise UnreadableProof(f"proofs[{number}]: not index, card, salt and path")
    return CardOpening(index, card, salt, tuple(path))
