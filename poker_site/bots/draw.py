"""Simple play of Italian draw: openers, the cards to change, and the worth of a made hand."""

from collections.abc import Sequence
from typing import Any

from tables.engine import GAMES, Carried, HouseRules, openers
from tables.engine.cards import RANKS, SUITS, join

HOUSE = HouseRules()


def may_open(hand: dict[str, Any], cards: Sequence[str]) -> bool:
    """Return whether the cards open the pot; ``hand`` is a public view."""
    ranking = GAMES[hand["game"]].judges(len(hand["seats"]), HOUSE)[0]
    carried = Carried(openers=hand["draw"]["openers"])
    return bool(openers.proof(join(cards), ranking, carried, HOUSE))


def to_change(hand: dict[str, Any], cards: Sequence[str], most: int) -> list[str]:
    """Return the cards that a sensible player discards."""
    ranking = GAMES[hand["game"]].judges(len(hand["seats"]), HOUSE)[0]
    made = ranking.name(ranking.strength(join(cards), ""))
    if made not in ("high_card", "pair", "two_pair", "three_of_a_kind"):
        return []
    ranks = [card[0] for card in cards]
    alone = [card for card in cards if ranks.count(card[0]) == 1]
    if made == "high_card":
        suit = max(SUITS, key=lambda suit: sum(card[1] == suit for card in cards))
        others = [card for card in cards if card[1] != suit]
        if len(others) == 1:
            return others
        alone.sort(key=lambda card: RANKS.index(card[0]))
        return alone[:most]
    return alone[:most]
