"""A commitment to the deck, published before the deal and verified card by card afterwards.

The commitment is the root of a Merkle tree (SHA-256) over the cards in dealing order. Leaf *i* is
``H(00 | salt_i | card_i)``, a node is ``H(01 | left | right)``, and a node without a right-hand
neighbour moves up as it is. ``salt_i = HMAC-SHA256(seed, i as two big-endian bytes)``: opening a
card shows its own salt and nothing about the other cards, so folded cards stay unknown for ever.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

SEED_BYTES = 32


class OpeningTold(TypedDict):
    index: int
    card: str
    salt: str
    path: list[str]


@dataclass(frozen=True, slots=True)
class CardOpening:
    """The proof that ``card`` lay at ``index`` of a committed deck."""

    index: int
    card: str
    salt: str
    path: tuple[str, ...]

    def to_json(self) -> OpeningTold:
        return {
            "index": self.index,
            "card": self.card,
            "salt": self.salt,
            "path": list(self.path),
        }


def commit(deck: Sequence[str], seed: bytes) -> str:
    """Return the commitment to ``deck`` (cards in dealing order), 64 hexadecimal digits."""
    return _levels(deck, seed)[-1][0].hex()


def opening(deck: Sequence[str], seed: bytes, index: int) -> CardOpening:
    """Return the proof of the card at ``index``; it reveals no other card."""
    path = []
    position = index
    for level in _levels(deck, seed)[:-1]:
        neighbour = position ^ 1
        if neighbour < len(level):
            path.append(level[neighbour].hex())
        position //= 2
    return CardOpening(index, deck[index], _salt(seed, index).hex(), tuple(path))


def verify(commitment: str, proof: CardOpening, *, cards: int = 52) -> bool:
    """Return whether ``proof`` opens ``commitment``, made over a deck of ``cards`` cards."""
    if not 0 <= proof.index < cards:
        return False
    try:
        node = _leaf(bytes.fromhex(proof.salt), proof.card)
        path = [bytes.fromhex(step) for step in proof.path]
    except ValueError:
        return False
    position, width = proof.index, cards
    while width > 1:
        if position ^ 1 < width:
            if not path:
                return False
            other = path.pop(0)
            node = _node(other, node) if position % 2 else _node(node, other)
        position, width = position // 2, (width + 1) // 2
    return not path and hmac.compare_digest(node.hex(), commitment)


def _levels(deck: Sequence[str], seed: bytes) -> list[list[bytes]]:
    """The tree from its leaves up to its root."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    levels = [[_leaf(_salt(seed, index), card) for index, card in enumerate(deck)]]
    while len(levels[-1]) > 1:
        below = levels[-1]
        above = [_node(below[i], below[i + 1]) for i in range(0, len(below) - 1, 2)]
        levels.append(above + below[2 * len(above) :])
    return levels


def _salt(seed: bytes, index: int) -> bytes:
    return hmac.digest(seed, index.to_bytes(2, "big"), "sha256")


def _leaf(salt: bytes, card: str) -> bytes:
    return hashlib.sha256(b"\x00" + salt + card.encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
