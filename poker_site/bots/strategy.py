"""Simple, sensible play of every game: the chance to win against its price."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tables.engine import GAMES, Carried, HouseRules, openers
from tables.engine.cards import RANKS, SUITS, join

SAMPLES = 48
HOUSE = HouseRules()
# Opponents who bet hold better than random cards: a call must be this much better than its price.
CAUTION = 0.07
RAISE_FROM = 0.72
BET_FROM = 0.58
BLUFF = 0.06
# With fewer big blinds than this there is room for one decision: all in or out.
SHORT_STACK = 8

Action = dict[str, Any]


def choose(hand: dict[str, Any], cards: Sequence[str], dice: Random) -> Action:
    """Return an action as the websocket takes it; ``hand`` is a public view."""
    turn = hand["turn"]
    legal = turn["legal"]
    if "discard" in legal:
        return {"kind": "discard", "cards": to_change(hand, cards, legal["discard"])}
    if legal.get("cip") and not may_open(hand, cards):
        return {"kind": "check"}
    me = next(seat for seat in hand["seats"] if seat["seat"] == turn["seat"])
    rivals = sum(seat["status"] != "folded" for seat in hand["seats"]) - 1
    players = len(hand["seats"])
    equity = chance_to_win(hand["game"], cards, hand["board"], rivals, dice, players=players)
    fair = 1 / (rivals + 1)
    short = me["stack"] + me["bet"] < SHORT_STACK * hand["stakes"]["big_blind"]
    if short and legal["all_in"] and equity > fair + 0.12:
        return {"kind": "all_in"}
    if legal["call"]:
        return _face_bet(hand, legal, equity, fair, dice)
    keen = equity > max(BET_FROM, fair + 0.15) or dice.random() < BLUFF
    if keen and (limits := legal["bet"] or legal["raise"]):
        return _bet("bet" if legal["bet"] else "raise", hand, limits, dice)
    return {"kind": "cip" if "cip" in legal else "check"}


def chance_to_win(
    game: str,
    cards: Sequence[str],
    board: Sequence[str],
    rivals: int,
    dice: Random,
    *,
    players: int,
) -> float:
    """Estimated share of random deals that these cards win against ``rivals`` random hands.

    ``players`` were dealt in: some games' decks go with their number.
    """
    rules = GAMES[game]
    players = min(players, rules.most_hands)
    strength = rules.judges(players, HouseRules())[0].strength
    known = {*cards, *board}
    stub = [card for card in rules.deck(players) if card not in known]
    missing, hole = sum(street.board for street in rules.streets) - len(board), len(cards)
    won = 0.0
    for _ in range(SAMPLES):
        drawn = dice.sample(stub, missing + hole * rivals)
        full = "".join((*board, *drawn[:missing]))
        mine = strength("".join(cards), full) or 0
        best = max(
            strength("".join(drawn[at : at + hole]), full) or 0
            for at in range(missing, len(drawn), hole)
        )
        won += 1.0 if mine > best else 0.5 if mine == best else 0.0
    return won / SAMPLES


def _face_bet(
    hand: dict[str, Any], legal: dict[str, Any], equity: float, fair: float, dice: Random
) -> Action:
    price = legal["call"] / (hand["total"] + legal["call"])
    if legal["raise"] and equity > max(RAISE_FROM, fair + 0.25) and dice.random() < 0.7:
        return _bet("raise", hand, legal["raise"], dice)
    if equity > price + CAUTION * (1 - fair):
        return {"kind": "call"}
    return {"kind": "fold"}


def _bet(kind: str, hand: dict[str, Any], limits: Sequence[int], dice: Random) -> Action:
    """Half a pot to a whole one, within what is legal."""
    least, most = limits
    wish = hand["bet"] + int(hand["total"] * dice.uniform(0.5, 1.0))
    return {"kind": kind, "to": min(max(wish, least), most)}


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
