"""Ranking of hands: a larger strength is better, equal is a tie (CARD-2, CARD-3, OMA-1, OMA-2)."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from . import evaluator
from .cards import FRENCH, RANKS, split

# The evaluator numbers the 7462 distinct hands from the best, 1; each kind of hand ends at:
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
_WORST: Final = evaluator.WORST + 1
_QUADS, _FULLS, _FLUSHES = _LAST[2:5]

_ACE: Final = "A"
_PLACE: Final = {card: place for place, card in enumerate(FRENCH)}


def _places(ranks: str) -> dict[str, int]:
    """Map each card to its place in the order of these ranks."""
    return {card: ranks.index(card[0]) for card in FRENCH}


_ACE_FIRST: Final = _places(RANKS[::-1])
_ACE_LAST: Final = _places(RANKS[-2::-1] + _ACE)

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


@lru_cache
def high(of_hand: int = 0, *, lowest: str = "2", flush_over_full: bool = False) -> Ranking:
    """Rank the best five cards, exactly ``of_hand`` of them from the hand, or any where it is 0."""
    if lowest == RANKS[0] and not flush_over_full:
        if of_hand == 0:
            return Ranking(_high_of_any, high_name, _best_of_any)
        if of_hand == 2:
            return Ranking(_high_of_two, high_name, _best_of_two)
    order = _ShortDeck(lowest, flush_over_full=flush_over_full)

    @lru_cache(maxsize=64)
    def strength(hole: str, board: str) -> int:
        return max(map(order.strength, _fives(hole, board, of_hand)))

    def best(hole: str, board: str) -> Sequence[str]:
        return order.tidy(max(_fives(hole, board, of_hand), key=order.strength))

    return Ranking(strength, order.name, best)


@lru_cache
def low(of_hand: int = 0) -> Ranking:
    """Rank the best five different ranks eight or below."""

    def strength(hole: str, board: str) -> int:
        return max(map(low_of_five, _fives(hole, board, of_hand)))

    def best(hole: str, board: str) -> Sequence[str]:
        return _tidy(max(_fives(hole, board, of_hand), key=low_of_five), _ACE_LAST)

    return Ranking(strength, low_name, best)


def _fives(hole: str, board: str, of_hand: int) -> Iterator[Sequence[str]]:
    if not of_hand:
        return combinations(split(hole + board), 5)
    others = list(combinations(split(board), 5 - of_hand))
    return (own + rest for own in combinations(split(hole), of_hand) for rest in others)


def _tidy(five: Sequence[str], places: Mapping[str, int] = _ACE_FIRST) -> list[str]:
    """Sort the cards that make the hand first, then kickers; the ace last where it plays low."""
    ranks = [card[0] for card in five]
    different = set(ranks)
    if different == _WHEEL:
        places = _ACE_LAST
    by_rank = sorted(five, key=places.__getitem__)
    if len(different) < len(ranks):
        by_rank.sort(key=lambda card: ranks.count(card[0]), reverse=True)
    return by_rank


def _lowest_straight(lowest: str) -> set[str]:
    """The lowest straight, in which the ace plays below the deck's lowest rank."""
    first = RANKS.index(lowest)
    return {_ACE, *RANKS[first : first + 4]}


_WHEEL: Final = _lowest_straight(RANKS[0])


class _ShortDeck:
    """Five-card hands of a deck without its low cards, where a flush may beat a full house."""

    def __init__(self, lowest: str, *, flush_over_full: bool) -> None:
        self.lowest_straight = _lowest_straight(lowest)
        # Rank that stands for a low ace, since the evaluator knows no short decks.
        self.below = RANKS[RANKS.index(lowest) - 1]
        self.flush_over_full = flush_over_full
        self.last, self.names = list(_LAST), list(_NAMES)
        if flush_over_full:
            self.last[3] = _QUADS + _FLUSHES - _FULLS
            self.names[3:5] = "flush", "full_house"

    def strength(self, five: Sequence[str]) -> int:
        if {card[0] for card in five} == self.lowest_straight:
            five = [self.below + card[1] if card[0] == _ACE else card for card in five]
        rank = _WORST - high_of_five(five)
        if self.flush_over_full and _QUADS < rank <= _FULLS:
            rank += _FLUSHES - _FULLS
        elif self.flush_over_full and _FULLS < rank <= _FLUSHES:
            rank -= _FULLS - _QUADS
        return _WORST - rank

    def name(self, strength: int) -> str:
        return self.names[bisect_left(self.last, _WORST - strength)]

    def tidy(self, five: Sequence[str]) -> list[str]:
        low = {card[0] for card in five} == self.lowest_straight
        return _tidy(five, _ACE_LAST if low else _ACE_FIRST)


def high_of_five(cards: Sequence[str]) -> int:
    """Return the strength of the best five of five cards or more."""
    return _WORST - evaluator.best(*evaluator.pack(cards))


def high_name(strength: int) -> str:
    return _NAMES[bisect_left(_LAST, _WORST - strength)]


def _high_of_any(hole: str, board: str) -> int:
    own, common = evaluator.packed(hole), evaluator.packed(board)
    return _WORST - evaluator.best(own.weight + common.weight, own.cards | common.cards)


def _best_of_any(hole: str, board: str) -> list[str]:
    """Return the five with the highest cards among equals; a player's own come first."""
    best = split(hole) + split(board)
    weight, bits = evaluator.pack(best)
    rank = evaluator.best(weight, bits)
    for lowest in sorted(best, key=_PLACE.__getitem__):
        if len(best) == 5:
            break
        one, bit = evaluator.packed(lowest)
        if evaluator.best(weight - one, bits - bit) == rank:
            best.remove(lowest)
            weight, bits = weight - one, bits - bit
    return _tidy(best)


@lru_cache(maxsize=64)
def _high_of_two(hole: str, board: str) -> int:
    """Cached, since a showdown asks for the order of showing, the winner and the winning hand."""
    return _WORST - evaluator.best_of_two(hole, board)


def _best_of_two(hole: str, board: str) -> list[str]:
    rank = evaluator.best_of_two(hole, board)
    threes = [(three, *evaluator.pack(three)) for three in combinations(split(board), 3)]
    for two in combinations(split(hole), 2):
        weight, bits = evaluator.pack(two)
        for three, more, others in threes:
            if evaluator.best(weight + more, bits | others) == rank:
                return _tidy(two + three)
    raise AssertionError("the best hand is among its own")


def low_of_five(five: Iterable[str]) -> int:
    """Return the strength of five different ranks eight or below, the ace low; 0 for others."""
    bits = 0
    for card in five:
        bits |= _LOW_BIT.get(card[0], 0)
    return _NO_LOW - bits if bits.bit_count() == 5 else 0


def low_name(strength: int) -> str:
    return _LOW_NAMES[(_NO_LOW - strength).bit_length()]
