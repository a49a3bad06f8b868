"""The promise about the deck: it binds every card, and opening one shows no other."""

import hashlib
import hmac
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import FRENCH
from tables.engine.commitment import commit, opening, verify

SEED = bytes(range(32))
DECK = list(FRENCH)

decks = st.permutations(FRENCH)
seeds = st.binary(min_size=32, max_size=32)


def root_by_hand(deck: list[str], seed: bytes) -> str:
    """The same tree, written out plainly: the oracle."""
    level = []
    for index, card in enumerate(deck):
        salt = hmac.new(seed, bytes([0, index]), hashlib.sha256).digest()
        level.append(hashlib.sha256(b"\x00" + salt + card.encode("ascii")).digest())
    while len(level) > 1:
        odd = [level.pop()] if len(level) % 2 else []
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [hashlib.sha256(b"\x01" + a + b).digest() for a, b in pairs] + odd
    return level[0].hex()


@given(decks, seeds)
def test_the_commitment_is_the_root_of_a_salted_merkle_tree(deck: list[str], seed: bytes) -> None:
    assert commit(deck, seed) == root_by_hand(list(deck), seed)


@given(decks, seeds, st.integers(0, 51))
def test_every_card_opens(deck: list[str], seed: bytes, index: int) -> None:
    proof = opening(deck, seed, index)
    assert proof.card == deck[index]
    assert verify(commit(deck, seed), proof)


@pytest.mark.parametrize("index", [0, 25, 48, 51])
def test_another_card_place_salt_or_path_does_not_open(index: int) -> None:
    commitment, proof = commit(DECK, SEED), opening(DECK, SEED, index)
    other = opening(DECK, SEED, (index + 1) % 52)
    for forged in (
        replace(proof, card=other.card),
        replace(proof, index=other.index),
        replace(proof, index=52),
        replace(proof, index=-1),
        replace(proof, salt=other.salt),
        replace(proof, salt="not hexadecimal"),
        replace(proof, path=proof.path[:-1]),
        replace(proof, path=(*proof.path, proof.path[0])),
        replace(proof, path=proof.path[::-1]),
    ):
        assert not verify(commitment, forged)


def test_an_opening_contains_no_salt_of_another_card() -> None:
    salts = {opening(DECK, SEED, index).salt for index in range(52)}
    assert len(salts) == 52
    for index in range(52):
        proof = opening(DECK, SEED, index)
        assert salts & {proof.salt, *proof.path} == {proof.salt}


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commit(DECK, b"short")
