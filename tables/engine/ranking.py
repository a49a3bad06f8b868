"""How good a hand is: larger is better, equal is a tie (CARD-2, CARD-3, OMA-1, OMA-2)."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from phevaluator import evaluate_5cards, evaluate_7cards, evaluate_cards, evaluate_omaha_cards

from tables.engine.cards import FRENCH, RANKS, split

# phevaluator's own numbers for the cards save it from parsing text.
_ID: Final = {card: number for number, card in enumerate(FRENCH)}

# It numbers the 7462 different hands from the best, 1; each rank ends at:
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

_WHEEL: Final = frozenset("A5432")
_ACE_LOW: Final = "KQJT98765432A"

# A low is a set of five ranks, one bit each; the smaller number is the better low.
_LOW_BIT: Final = {rank: 1 << bit for bit, rank in enumerate("A2345678")}
_NO_LOW: Final = 1 << 8
_LOW_NAMES: Final = {5: "five_low", 6: "six_low", 7: "seven_low", 8: "eight_low"}


class Ranking(NamedTuple):
    """A way to compare hands, each given as hole cards and board.

    ``strength`` is 0 for a hand that doesn't qualify; ``best`` are the five cards that make it;
    ``champion`` is the strength that wins among several.
    """

    strength: Callable[[str, str], int]
    name: Callable[[int], str]
    best: Callable[[str, str], Sequence[str]]
    champion: Callable[[Collection[int]], int] = max


def _tidy(five: Sequence[str], order: str = RANKS[::-1]) -> list[str]:
    """What makes the hand first, then kickers; the ace last where it plays low."""
    ranks = [card[0] for card in five]
    if set(ranks) == _WHEEL:
        order = _ACE_LOW
    return sorted(five, key=lambda card: (-ranks.count(card[0]), order.index(card[0])))


def _ids(cards: str) -> list[int]:
    return [_ID[cards[i : i + 2]] for i in range(0, len(cards), 2)]


def high_of_five(five: Iterable[str]) -> int:
    """Strength of the best five of five to seven cards."""
    rank: int = evaluate_cards(*[_ID[card] for card in five])
    return _WORST - rank


def high_name(strength: int) -> str:
    return _NAMES[bisect_left(_LAST, _WORST - strength)]


@lru_cache(maxsize=64)
def _high_of_any(hole: str, board: str) -> int:
    """Remembered, since a showdown asks again and again: who shows, who wins, with what."""
    ids = _ids(hole + board)
    # At a showdown they are seven; bots ask before the board is full.
    rank: int = evaluate_7cards(*ids) if len(ids) == 7 else evaluate_cards(*ids)
    return _WORST - rank


def _best_of_any(hole: str, board: str) -> list[str]:
    """Of all fives that are as good, the one of the highest cards; a player's own come first."""
    rank = _WORST - _high_of_any(hole, board)
    ids = _ids(hole + board)
    fives = combinations(sorted(ids, reverse=True), 5)
    best = next(five for five in fives if evaluate_5cards(*five) == rank)
    return _tidy([FRENCH[card] for card in ids if card in best])


def _high_of_two(hole: str, board: str) -> int:
    rank: int = evaluate_omaha_cards(*_ids(board + hole))
    return _WORST - rank


def _best_of_two(hole: str, board: str) -> list[str]:
    strength = _high_of_two(hole, board)
    fives = _two_and_three(hole, board)
    return _tidy(next(five for five in fives if high_of_five(five) == strength))


def _best_low_of_two(hole: str, board: str) -> list[str]:
    return _tidy(max(_two_and_three(hole, board), key=low_of_five), _ACE_LOW)


def _two_and_three(hole: str, board: str) -> Iterator[Sequence[str]]:
    threes = list(combinations(split(board), 3))
    return (two + three for two in combinations(split(hole), 2) for three in threes)


def low_of_five(five: Iterable[str]) -> int:
    """Strength of five different ranks eight or below, the ace low; 0 for others."""
    bits = 0
    for card in five:
        bits |= _LOW_BIT.get(card[0], 0)
    return _NO_LOW - bits if bits.bit_count() == 5 else 0


def low_name(strength: int) -> str:
    return _LOW_NAMES[(_NO_LOW - strength).bit_length()]


def _low_of_two(hole: str, board: str) -> int:
    return max(low_of_five(five) for five in _two_and_three(hole, board))


ANY_HIGH: Final = Ranking(_high_of_any, high_name, _best_of_any)
OMAHA_HIGH: Final = Ranking(_high_of_two, high_name, _best_of_two)
OMAHA_LOW: Final = Ranking(_low_of_two, low_name, _best_low_of_two)
