"""Cards and decks as text: rank then suit, ``Td`` is the ten of diamonds (CARD-1)."""

from collections.abc import Sequence
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
FRENCH: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)

HIDDEN: Final = "??"

_KNOWN: Final = frozenset(FRENCH)


def split(text: str) -> list[str]:
    """``"AsKd"`` -> ``["As", "Kd"]``."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def join(deck: Sequence[str]) -> str:
    """A deck, given as one text or card by card, as one text; ValueError if it is no deck."""
    cards = split(deck) if isinstance(deck, str) else deck
    if not _KNOWN.issuperset(cards) or len(set(cards)) != len(cards):
        raise ValueError("not a deck: a card is unknown or comes twice")
    return "".join(cards)
