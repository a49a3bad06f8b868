"""The evaluator beside phevaluator, which another author has written in C++."""

from collections.abc import Callable
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from tables.engine import evaluator
from tables.engine.cards import FRENCH
from tests.harness.long_forms import longer

oracle = pytest.importorskip("phevaluator", reason="phevaluator has no wheel for this machine")

_ID = {card: number for number, card in enumerate(FRENCH)}


def theirs(function: Callable[..., Any], *cards: str) -> int:
    rank: int = function(*[_ID[card] for card in cards])
    return rank


@pytest.mark.long
@pytest.mark.rule("CARD-2")
def test_every_hand_of_five_ranks_as_another_evaluator_says() -> None:
    """All 2,598,960 of them in the long form."""
    for five in islice(combinations(FRENCH, 5), None, None, longer(1, short=499)):
        assert evaluator.best(*evaluator.pack(five)) == theirs(oracle.evaluate_5cards, *five), five


@pytest.mark.long
@pytest.mark.rule("CARD-2", "OMA-1")
@pytest.mark.parametrize("count", [6, 7, "omaha"])
def test_random_hands_rank_as_another_evaluator_says(count: int | str) -> None:
    """Ten million of each in the long form."""
    dice = Random(1)
    for _ in range(longer(10_000_000, short=2_000)):
        if count == "omaha":
            cards = dice.sample(FRENCH, 9)
            rank = evaluator.best_of_two("".join(cards[:4]), "".join(cards[4:]))
            assert rank == theirs(oracle.evaluate_omaha_cards, *cards[4:], *cards[:4]), cards
        else:
            cards = dice.sample(FRENCH, int(count))
            rank = evaluator.best(*evaluator.pack(cards))
            assert rank == theirs(oracle.evaluate_cards, *cards), cards


@pytest.mark.rule("CARD-2")
@pytest.mark.parametrize("count", [8, 9, 12])
def test_the_best_of_many_cards_is_the_best_of_all_their_fives(count: int) -> None:
    dice = Random(2)
    for _ in range(20):
        cards = dice.sample(FRENCH[: 4 * 13 if count < 12 else 36], count)
        fives = [evaluator.best(*evaluator.pack(five)) for five in combinations(cards, 5)]
        assert evaluator.best(*evaluator.pack(cards)) == min(fives)
