"""Ranking of hands of Italian draw poker, in a deck without its low cards (DRAW-6, DRAW-7).

A strength is one number: the rank of the hand, then its cards, then a suit.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final

from .cards import RANKS, split
from .house_rules import HouseRules
from .ranking import Ranking

SUITS: Final = "scdh"  # hearts are best
MIN_CARDS_FOR_FULL_OVER_FLUSH: Final = 52

_VALUE: Final = {rank: value for value, rank in enumerate(RANKS)}
_ACE: Final = _VALUE["A"]
_SUIT: Final = {suit: value for value, suit in enumerate(SUITS)}

# Numbers of equal ranks in a hand, greatest first, and the name of the hand.
_GROUPS: Final = {
    (2,): "pair",
    (2, 2): "two_pair",
    (3,): "three_of_a_kind",
    (3, 2): "full_house",
    (4,): "four_of_a_kind",
}
_MINIMUM, _MEDIUM, _MAXIMUM = "minimum_straight_flush", "straight_flush", "royal_flush"
_BELOW: Final = ("high_card", "pair", "two_pair", "three_of_a_kind", "straight")
_ABOVE: Final = ("four_of_a_kind", _MINIMUM, _MEDIUM, _MAXIMUM)

# A strength is written in this base: rank of the hand, five cards, suit.
_BASE: Final = 16
_RANK: Final = _BASE**6


def lowest_rank(players: int) -> str:
    """The deck's lowest rank: eleven less the players, from the two to the seven (DRAW-1)."""
    return str(min(max(11 - players, 2), 7))


@lru_cache
def ranking(lowest_rank: str, house: HouseRules) -> Ranking:
    """Return the ranking of hands of a deck from that rank up."""
    lowest = _VALUE[lowest_rank]
    cards_in_deck = 4 * (len(RANKS) - lowest)
    flush_first = house.flush_over_full == "always" or (
        house.flush_over_full == "short_deck" and cards_in_deck < MIN_CARDS_FOR_FULL_OVER_FLUSH
    )
    middle = ("full_house", "flush") if flush_first else ("flush", "full_house")
    names = (*_BELOW, *middle, *_ABOVE)
    wheel = [*range(lowest, lowest + 4), _ACE]
    worth = {name: number * _RANK + 1 for number, name in enumerate(names)}

    def strength(hole: str, board: str) -> int:
        return _strength(hole, wheel, worth, suits=house.suits == "rank")

    def name(strength: int) -> str:
        return names[(strength - 1) // _RANK]

    def best(hole: str, board: str) -> Sequence[str]:
        return _tidy(split(hole), wheel)

    champion: Callable[[Collection[int]], int] = max
    if house.straight_flushes == "cyclic":
        champion = _Cycle(*[worth[name] for name in (_MINIMUM, _MEDIUM, _MAXIMUM)])
    return Ranking(strength, name, best, champion)


def _strength(hole: str, wheel: list[int], worth: dict[str, int], *, suits: bool) -> int:
    values = [_VALUE[rank] for rank in hole[::2]]
    order = sorted(set(values), key=lambda value: (-values.count(value), -value))
    name = _name(hole, values, wheel)
    if name in ("straight", _MINIMUM, _MEDIUM, _MAXIMUM):
        # Its highest card is all that counts; a low ace is below the deck's lowest card.
        order = [wheel[3] if sorted(values) == wheel else max(values)]
    strength = worth[name]
    for place, value in enumerate(order, start=1):
        strength += value * _BASE ** (6 - place)
    if suits:
        strength += max(
            [_SUIT[hole[2 * at + 1]] for at, value in enumerate(values) if value == order[0]]
        )
    return strength


def _name(hole: str, values: list[int], wheel: list[int]) -> str:
    groups = tuple(sorted([n for value in set(values) if (n := values.count(value)) > 1])[::-1])
    if groups:
        return _GROUPS[groups]
    flush = len(set(hole[1::2])) == 1
    low = sorted(values) == wheel
    if not low and max(values) - min(values) != 4:
        return "flush" if flush else "high_card"
    if not flush:
        return "straight"
    return _MINIMUM if low else _MAXIMUM if max(values) == _ACE else _MEDIUM


def _tidy(five: list[str], wheel: list[int]) -> list[str]:
    """Sort the cards that make the hand first, then kickers; a low ace last."""
    values = [_VALUE[card[0]] for card in five]
    low = sorted(values) == wheel

    def place(card: str) -> tuple[int, int, int]:
        value = _VALUE[card[0]]
        return -values.count(value), low and value == _ACE, -value

    return sorted(five, key=place)


class _Cycle:
    """Maximum beats medium, medium minimum, minimum maximum; among all three the maximum wins."""

    def __init__(self, minimum: int, medium: int, maximum: int) -> None:
        self.minimum, self.medium, self.maximum = minimum, medium, maximum

    def __call__(self, strengths: Collection[int]) -> int:
        if max(strengths) >= self.maximum and not self._any_medium(strengths):
            below = [strength for strength in strengths if strength < self.maximum]
            if below and max(below) >= self.minimum:
                return max(below)
        return max(strengths)

    def _any_medium(self, strengths: Collection[int]) -> bool:
        return any(self.medium <= strength < self.maximum for strength in strengths)
