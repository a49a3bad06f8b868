"""Openers: the cards that open a hand of draw poker (DRAW-2)."""

from itertools import combinations

from .cards import RANKS, join, split
from .exchange import Carried
from .house_rules import HouseRules
from .ranking import Ranking

PAIR, NOTHING = "pair", "high_card"


def proof(hole: str, ranking: Ranking, carried: Carried, house: HouseRules) -> str:
    """Return the cards of ``hole`` that open, else ""; kept in case openers are split."""
    cards = split(hole)
    ranks = hole[::2]
    name = ranking.name(ranking.strength(hole, ""))
    paired = [card for card in cards if ranks.count(card[0]) > 1]
    if name == PAIR and RANKS.index(paired[0][0]) >= RANKS.index(carried.openers):
        return join(paired)
    if name not in (PAIR, NOTHING):
        return join(paired or cards)
    return join(next((four for four in combinations(cards, 4) if _nearly(four, house)), ()))


def _nearly(four: tuple[str, ...], house: HouseRules) -> bool:
    """Return whether four cards are one short of a straight flush at either end; the ace comes
    below the deck's lowest card, so that only the ace at the top closes an end."""
    if len({card[1] for card in four}) > 1:
        return False
    values = sorted(RANKS.index(card[0]) for card in four)
    open_ended = values[3] - values[0] == 3 and values[3] < RANKS.index("A")
    return open_ended or house.allow_four_flush
