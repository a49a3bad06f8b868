"""How good a hand is: larger is better, equal is a tie (CARD-2, CARD-3)."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final, NamedTuple

from phevaluator import evaluate_cards

from tables.engine.cards import FRENCH, RANKS, split

# phevaluator's own numbers, which save it from parsing text.
_ID: Final = {card: number for number, card in enumerate(FRENCH)}

# The evaluator numbers the 7462 different hands from the best, 1; each rank ends at:
_LAST: Final = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
_NAMES: Final = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
_WORST: Final = _LAST[-1] + 1


class Ranking(NamedTuple):
    """A way to compare hands: ``strength`` of hole cards and board, None if none qualifies."""

    strength: Callable[[str, str], int | None]
    name: Callable[[int], str]
    best: Callable[[str, str], list[str]]


def high_strength(cards: Iterable[str]) -> int:
    """Strength of the best five of five to seven cards."""
    rank: int = evaluate_cards(*[_ID[card] for card in cards])
    return _WORST - rank


def high_name(strength: int) -> str:
    return _NAMES[bisect_left(_LAST, _WORST - strength)]


def _any_five(hole: str, board: str) -> int:
    return high_strength(split(hole + board))


def _best_of_any_five(hole: str, board: str) -> list[str]:
    strength = _any_five(hole, board)
    fives = combinations(split(hole + board), 5)
    return _tidy(next(five for five in fives if high_strength(five) == strength))


def _tidy(five: Iterable[str]) -> list[str]:
    """The five cards as a dealer lays them: what makes the hand first, then kickers."""
    ranks = [card[0] for card in five]
    if set(ranks) == set("A5432"):
        return sorted(five, key=lambda card: "5432A".index(card[0]))
    return sorted(five, key=lambda card: (-ranks.count(card[0]), -RANKS.index(card[0])))


HIGH: Final = Ranking(strength=_any_five, name=high_name, best=_best_of_any_five)
