"""Ranks of high hands, from 1 for a royal flush to 7462 for seven-five high (CARD-2).

Two numbers stand for a set of cards. ``weight`` is a sum of one weight a card. Its lower bits count
the cards of each rank: the weights are powers of five, so that each set of ranks has a sum of its
own. Its upper bits count the cards of each suit. ``cards`` has one bit a card. The numbers of hole
cards and of a board add up to those of both, so that each is worked out once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from .cards import RANKS, SUITS, split

WORST: Final = 7462
_WEIGHTS: Final = tuple([5**place for place in range(len(RANKS))])
_RANKS_ONLY: Final = (1 << 32) - 1  # the largest sum of ranks has 31 bits
_SUIT_COUNTS: Final = tuple([1 << 32 + 4 * place for place in range(len(SUITS))])
# A suit's count has four bits: five and three make the highest of them, and so do three and five.
_THREE_EACH: Final = 3 * sum(_SUIT_COUNTS)
_FIVE_EACH: Final = 5 * sum(_SUIT_COUNTS)
_HIGHEST: Final = 8 * sum(_SUIT_COUNTS)
_OF_A_SUIT: Final = (1 << len(RANKS)) - 1
_SHIFTS: Final = tuple([place * len(RANKS) for place in range(len(SUITS))])
_WHEEL: Final = (12, 3, 2, 1, 0)


class Packed(NamedTuple):
    """Cards as two numbers, see above."""

    weight: int
    cards: int


_PACKED: Final = {
    rank + suit: Packed(weight + one, 1 << place + shift)
    for place, (rank, weight) in enumerate(zip(RANKS, _WEIGHTS, strict=True))
    for suit, one, shift in zip(SUITS, _SUIT_COUNTS, _SHIFTS, strict=True)
}


@lru_cache(maxsize=4096)
def packed(cards: str) -> Packed:
    """Return the numbers of some cards; cached for 2,652 hands of two and the boards of a room."""
    return pack(split(cards))


def pack(cards: Sequence[str]) -> Packed:
    weight = bits = 0
    for card in cards:
        one, bit = _PACKED[card]
        weight += one
        bits |= bit
    return Packed(weight, bits)


def best(weight: int, cards: int) -> int:
    """Return the rank of the best five of five to twelve cards."""
    rank = _BY_RANKS[weight & _RANKS_ONLY]
    if weight + _THREE_EACH & _HIGHEST:
        return min(rank, *[_FLUSHES[suit] for suit in _suits(cards) if suit.bit_count() >= 5])
    return rank


def best_of_two(hole: str, board: str) -> int:
    """Return the rank of the best hand of exactly two hole cards and three of the board (OMA-1)."""
    threes = _threes(board)
    weights = [_PACKED[card].weight & _RANKS_ONLY for card in split(hole)]
    rank = min([_BY_RANKS[a + b + three] for a, b in combinations(weights, 2) for three in threes])
    on_board = packed(board)
    # A flush takes three cards of a suit on the board.
    if on_board.weight + _FIVE_EACH & _HIGHEST:
        own_suits = _suits(packed(hole).cards)
        for own, common in zip(own_suits, _suits(on_board.cards), strict=True):
            if own.bit_count() >= 2 and common.bit_count() >= 3:
                twos = [a | b for a, b in combinations(_bits(own), 2)]
                suited = [a | b | c for a, b, c in combinations(_bits(common), 3)]
                rank = min(rank, *[_FLUSHES[two | three] for two in twos for three in suited])
    return rank


@lru_cache(maxsize=256)
def _threes(board: str) -> tuple[int, ...]:
    """The sums of the ranks of each three cards."""
    weights = [_PACKED[card].weight & _RANKS_ONLY for card in split(board)]
    return tuple({a + b + c for a, b, c in combinations(weights, 3)})


def _suits(cards: int) -> list[int]:
    """The cards of each suit, as bits of their ranks."""
    return [cards >> shift & _OF_A_SUIT for shift in _SHIFTS]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask -= bit


class _ByRanks(dict[int, int]):
    """The rank of five cards that are no flush, by the sum of their weights. Of more cards it is
    the best that remains without one of them, worked out when it is first asked."""

    def __missing__(self, ranks: int) -> int:
        there = [weight for weight in _WEIGHTS if ranks // weight % 5]
        rank = self[ranks] = min([self[ranks - weight] for weight in there])
        return rank


class _Flushes(dict[int, int]):
    """The same for the cards of one suit, by their bits."""

    def __missing__(self, of_suit: int) -> int:
        rank = self[of_suit] = min([self[of_suit - bit] for bit in _bits(of_suit)])
        return rank


def _in_order() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of five from the best to the worst, as places in ``RANKS``, and whether they are a
    flush."""
    kinds: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for places in combinations_with_replacement(range(len(RANKS)), 5):
        counts = Counter(places)
        by_count = sorted(places, key=lambda place: (counts[place], place), reverse=True)
        pattern = tuple(sorted(counts.values(), reverse=True))
        kinds.setdefault(pattern, []).append(tuple(by_count))
    for hands in kinds.values():
        hands.sort(reverse=True)
    five_ranks = kinds[1, 1, 1, 1, 1]
    straights = [hand for hand in five_ranks if hand[0] - hand[4] == 4] + [_WHEEL]
    others = [hand for hand in five_ranks if hand not in straights]
    yield from ((hand, True) for hand in straights)
    yield from ((hand, False) for hand in kinds[4, 1] + kinds[3, 2])
    yield from ((hand, True) for hand in others)
    for hands in (straights, kinds[3, 1, 1], kinds[2, 2, 1], kinds[2, 1, 1, 1], others):
        yield from ((hand, False) for hand in hands)


_BY_RANKS: Final = _ByRanks()
_FLUSHES: Final = _Flushes()
for _rank, (_hand, _is_flush) in enumerate(_in_order(), start=1):
    if _is_flush:
        _FLUSHES[sum([1 << place for place in _hand])] = _rank
    else:
        _BY_RANKS[sum([_WEIGHTS[place] for place in _hand])] = _rank
