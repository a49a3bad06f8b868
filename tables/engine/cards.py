"""Cards and decks as text: rank then suit, ``Td`` is the ten of diamonds (CARD-1)."""

from collections.abc import Sequence
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
FRENCH: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)

HIDDEN: Final = "??"


def split(text: str) -> list[str]:
    """``"AsKd"`` -> ``["As", "Kd"]``."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def join(cards: Sequence[str]) -> str:
    """``["As", "Kd"]`` -> ``"AsKd"``."""
    return "".join(cards)


def whole(deck: Sequence[str], cards: Sequence[str]) -> str:
    """Return a deck, given as one text or card by card, as one text.

    ValueError unless it is exactly the ``cards``, each once.
    """
    given = split(deck) if isinstance(deck, str) else deck
    if len(given) != len(cards) or not set(given).issuperset(cards):
        raise ValueError(f"not a deck of {len(cards)}: {_fault(given, cards)}")
    return "".join(given)


def _fault(given: Sequence[str], cards: Sequence[str]) -> str:
    for place, card in enumerate(given, start=1):
        if card not in cards:
            return f"card {place} is {card!r}"
        if card in given[: place - 1]:
            return f"card {place} is the second {card}"
    return f"it has {len(given)} cards"
