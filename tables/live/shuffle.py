"""Random choices at a table, all from the operating system's generator (DEAL-1)."""

import secrets
from collections.abc import Sequence
from typing import TypeVar

from tables.engine.commitment import SEED_BYTES

T = TypeVar("T")


def shuffled(cards: Sequence[T]) -> list[T]:
    """Return ``cards`` in a new order, each order equally likely (Fisher-Yates; DEAL-1)."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        # randbelow has no modulo bias.
        other = secrets.randbelow(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def drawn(candidates: Sequence[T]) -> T:
    """Draw one of ``candidates``, each equally likely: the first button, a seat (DEAL-1)."""
    return candidates[secrets.randbelow(len(candidates))]


def seed() -> bytes:
    """Return a new secret seed, from which the salts of a deck's commitment are derived."""
    return secrets.token_bytes(SEED_BYTES)
