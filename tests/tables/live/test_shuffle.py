"""Chance is the operating system's, and favours nobody (DEAL-1)."""

import ast
import inspect
from collections import Counter
from itertools import permutations

import pytest

from tables.engine.cards import FRENCH
from tables.live import shuffle


@pytest.mark.rule("DEAL-1")
def test_a_shuffled_deck_has_every_card_once() -> None:
    assert sorted(shuffle.shuffled(FRENCH)) == sorted(FRENCH)


@pytest.mark.rule("DEAL-1")
def test_every_order_is_equally_likely() -> None:
    rounds = 24_000
    seen = Counter("".join(shuffle.shuffled("abcd")) for _ in range(rounds))
    expected = rounds / 24
    chi_squared = sum(
        (seen["".join(order)] - expected) ** 2 / expected for order in permutations("abcd")
    )
    # 23 degrees of freedom: above this by chance once in ten million runs.
    assert chi_squared < 78


@pytest.mark.rule("DEAL-1", "BTN-1")
def test_every_seat_is_equally_likely_to_be_drawn() -> None:
    seen = Counter(shuffle.drawn([1, 4, 9]) for _ in range(9_000))
    assert sum((seen[seat] - 3_000) ** 2 / 3_000 for seat in (1, 4, 9)) < 33


@pytest.mark.rule("DEAL-1")
def test_chance_comes_from_the_operating_system_only() -> None:
    imported = {
        name.name
        for node in ast.walk(ast.parse(inspect.getsource(shuffle)))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert "secrets" in imported
    assert "random" not in imported


def test_two_seeds_differ() -> None:
    assert shuffle.seed() != shuffle.seed()
    assert len(shuffle.seed()) == 32
