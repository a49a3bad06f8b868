"""Players for simulations: quick, plausible tournament play of every game.

On the first street they decide by the rank of the hand, the position and the depth of the stacks;
later by the share of sampled hands that theirs beats, against the pot odds.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import log2
from random import Random
from typing import Final

from tables.engine import Action, HandState, LegalActions, legal_actions
from tables.engine.cards import FRENCH, RANKS, SUITS, split

SAMPLES = 10
# The chart is for two hole cards, any number of which may count.
CHARTED = 2
MOST_RIVALS = 3
# With fewer big blinds than this there is room for one decision: all in or out.
SHORT = 12.0
OPEN_TO = 2.3
# A bet that takes this part of the stack may as well take all of it.
COMMITTED = 0.4
PREMIUM = 0.95
VALUE, BLUFF = 0.66, 0.12
STRONG = 0.93
CAUTION = 0.1
# With less than this chance a player prefers a new deal for the pot of a draw.
HOPELESS = 0.2

# Actions without an amount, made once.
_SAID: Final = {kind: Action(kind) for kind in ("fold", "check", "call", "cip", "all_in")}


def choose(hand: HandState, dice: Random) -> Action:
    """Choose the action of the player to act; always legal."""
    legal = legal_actions(hand)
    if legal.discard is not None:
        return Action("discard", cards=_changed(hand, legal.seat))
    if hand.street:
        return _later(hand, legal, dice)
    strength = _before_the_flop(hand, legal.seat, dice)
    if hand.level > hand.stakes.big_blind:
        return _facing_a_raise(hand, legal, strength)
    return _unopened(hand, legal, strength, dice)


def _unopened(hand: HandState, legal: LegalActions, strength: float, dice: Random) -> Action:
    """Open the better hands, more of them the fewer players are still to act."""
    behind = len(hand.waiting)
    depth = _depth(hand, legal.seat)
    if depth <= SHORT:
        played = (0.10 + 0.9 / behind) * (SHORT / max(depth, 1)) ** 0.5
    else:
        played = 0.08 + 0.5 / behind
    if strength < 1 - played:
        return _check_or(legal, "fold")
    if depth <= SHORT:
        return _all_in(legal)
    return _bet(legal, int(hand.stakes.big_blind * dice.uniform(2.0, 2 * OPEN_TO - 2)))


def _facing_a_raise(hand: HandState, legal: LegalActions, strength: float) -> Action:
    # The larger the raise, the fewer hands it is made with.
    strength = 1 - (1 - strength) * (1 + log2(hand.level / hand.stakes.big_blind) / 2)
    if strength > PREMIUM:
        return _bet(legal, 3 * hand.level, stack=hand.stacks[legal.seat])
    # A rough equity of such a hand; each further player in the pot reduces it.
    equity = 0.24 + 0.36 * max(0.0, strength) ** 3
    bets, level = hand.bets, hand.level
    others_in = len([seat for seat in hand.live if bets[seat] == level])
    worth = equity * 0.85 ** (others_in - 1) > _price(hand, legal)
    return _check_or(legal, "call" if worth else "fold")


def _later(hand: HandState, legal: LegalActions, dice: Random) -> Action:
    rivals = min(len(hand.live) - 1, MOST_RIVALS)
    stack, pot = hand.stacks[legal.seat], hand.pot
    if legal.call is None:
        chance = _chance(hand, legal.seat, dice, against=rivals)
        if chance > VALUE or dice.random() < BLUFF / rivals:
            return _bet(legal, int(pot * dice.uniform(0.4, 0.8)), stack=stack)
        if legal.parola and chance < HOPELESS:
            return Action("parola")
        return _check_or(legal, "fold")
    # A bettor holds more than any two cards; with a bet of many big blinds, much more.
    many = (legal.call // (4 * hand.stakes.big_blind)).bit_length()
    chance = _chance(hand, legal.seat, dice, against=rivals + 1 + many)
    if chance > STRONG:
        return _bet(legal, hand.level + pot, stack=stack)
    return _SAID["call" if chance > _price(hand, legal) + CAUTION else "fold"]


def _price(hand: HandState, legal: LegalActions) -> float:
    call = legal.call or 0
    return call / (hand.pot + call)


def _depth(hand: HandState, seat: int) -> float:
    """Return the effective stack in big blinds."""
    stacks, bets = hand.stacks, hand.bets
    largest = max([stacks[other] + bets[other] for other in hand.live if other != seat])
    return min(stacks[seat] + bets[seat], largest) / hand.stakes.big_blind


def _bet(legal: LegalActions, to: int, *, stack: int = 0) -> Action:
    """Bet or raise to about ``to``; go all-in when that is a large part of the ``stack``."""
    span = legal.bet or legal.raise_
    if span is None or (stack and to > COMMITTED * stack):
        return _all_in(legal)
    least, most = span
    return Action("bet" if legal.bet else "raise", min(max(to, least), most))


def _all_in(legal: LegalActions) -> Action:
    """Bet all chips, or as many as the limit allows."""
    if legal.all_in is not None:
        return _SAID["all_in"]
    span = legal.bet or legal.raise_
    if span is not None:
        return Action("bet" if legal.bet else "raise", span[1])
    return _check_or(legal, "call")


def _check_or(legal: LegalActions, kind: str) -> Action:
    # In the last round of a draw "cip" is the check.
    return _SAID["check" if legal.check else "cip" if legal.cip == 0 else kind]


def _before_the_flop(hand: HandState, seat: int, dice: Random) -> float:
    """Return the share of hole cards that are worse; the chart only fits a full deck."""
    whole_deck = hand.game.lowest == RANKS[0]
    if hand.game.hole == CHARTED and whole_deck and not hand.game.contests[0].of_hand:
        return rank(hand.hole[seat])
    return _share_beaten(hand, seat, dice)


def _chance(hand: HandState, seat: int, dice: Random, *, against: int) -> float:
    """Estimate the share of the pot that these cards win against the best of ``against`` others."""
    hole, board = hand.hole[seat], hand.cards_on_board
    if hand.game.changes_cards:
        others = _strangers(hand, hole, dice)
    else:
        board, others = _unseen(hand)
        if not others:
            board, others = _dealt_anew(hand, seat, dice)
    sides = [
        [ranking.strength(cards, board) for cards in (hole, *others)] for ranking in hand.rankings
    ]
    # A low that no hand makes has no part of the pot.
    shares = [_beaten(strengths, against=against) for strengths in sides if any(strengths)]
    return sum(shares) / len(shares)


def _beaten(strengths: Sequence[int], *, against: int) -> float:
    """Return the share of runs of ``against`` consecutive others that the first beats or ties."""
    mine, *others = strengths
    against = min(against, len(others))
    won = running = 0
    for other in others:
        running = running + 1 if mine >= other else 0
        won += running >= against
    return won / (len(others) - against + 1)


def _unseen(hand: HandState) -> tuple[str, list[str]]:
    """Return the board, and some hands that opponents may hold.

    They are made of cards of the deck that will not be dealt: all unseen cards are equally likely.
    """
    game, board = hand.game, hand.cards_on_board
    size = 2 * game.hole
    unused = hand.deck[len(hand.seats) * size + 2 * (game.board + game.burnt) :]
    if game.contests[0].of_hand:
        # These hands rank only with a full board: complete it with cards that may come.
        missing = 2 * game.board - len(board)
        board, unused = board + unused[:missing], unused[missing:]
    cut = range(0, min(len(unused), SAMPLES * size) - size + 1, size)
    return board, [unused[at : at + size] for at in cut]


def _dealt_anew(hand: HandState, seat: int, dice: Random) -> tuple[str, list[str]]:
    """Return the same as ``_unseen`` from all unseen cards, where the deck leaves no whole hand."""
    game, board = hand.game, hand.cards_on_board
    known = hand.hole[seat] + board
    rest = [card for card in game.deck(len(hand.seats)) if card not in known]
    missing = game.board - len(board) // 2
    drawn = dice.sample(rest, len(rest))
    board += "".join(drawn[:missing])
    cut = range(missing, min(len(drawn), missing + SAMPLES * game.hole) - game.hole + 1, game.hole)
    return board, ["".join(drawn[at : at + game.hole]) for at in cut]


def _strangers(hand: HandState, hole: str, dice: Random) -> list[str]:
    """Sample hands of a draw, each from all cards but the player's own."""
    rest = [card for card in hand.game.deck(len(hand.seats)) if card not in hole]
    return ["".join(dice.sample(rest, len(hole) // 2)) for _ in range(SAMPLES)]


def _changed(hand: HandState, seat: int) -> tuple[str, ...]:
    """Choose the cards to discard: all but the made hand, four to a flush, or the best card."""
    hole, ranking = hand.hole[seat], hand.rankings[0]
    cards = split(hole)
    held = [card for card in cards if hole.count(card[0]) > 1]
    if not held and ranking.name(ranking.strength(hole, "")) != "high_card":
        held = cards
    suit = max(SUITS, key=hole.count)
    if not held and hole.count(suit) == len(cards) - 1:
        held = [card for card in cards if card[1] == suit]
    held = held or [max(cards, key=lambda card: RANKS.index(card[0]))]
    return tuple(card for card in cards if card not in held)


def _share_beaten(hand: HandState, seat: int, dice: Random) -> float:
    """Return the share of sampled run-outs in which these cards beat another hand."""
    hole = hand.hole[seat]
    size = len(hole)
    stub = [card for card in hand.game.deck(len(hand.seats)) if card not in hole]
    strength = hand.rankings[0].strength
    won = 0
    for _ in range(SAMPLES):
        drawn = "".join(dice.sample(stub, size // 2 + hand.game.board))
        won += strength(hole, drawn[size:]) > strength(drawn[:size], drawn[size:])
    return won / SAMPLES


def rank(hole: str) -> float:
    """Return the share of hold'em hands that are worse before the flop; almost 1 for ``"AsAh"``."""
    return _HOLDEM[hole]


def _class(hole: str) -> str:
    """Return the class of two hole cards: ``"AKs"`` for ``"AhKh"``."""
    high, low = sorted((hole[0], hole[2]), key=RANKS.index, reverse=True)
    return high + low + ("s" if hole[1] == hole[3] else "o")


def _points(kind: str) -> float:
    """Score a class by Bill Chen's formula: high card, pair, suitedness, connectedness, gaps."""
    high, low = (RANKS.index(rank) for rank in kind[:2])
    points = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if high == low:
        return max(5.0, 2 * points)
    gap = high - low - 1
    points += 2 * (kind[2] == "s") - (0, 1, 2, 4)[gap] if gap < 4 else 2 * (kind[2] == "s") - 5
    return points + (gap < 2 and high < RANKS.index("Q"))


def _ranks_of_holdem_hands() -> dict[str, float]:
    hands = [_class(first + second) for first, second in combinations(FRENCH, 2)]
    # The larger cards decide among hands of equal points.
    ordered = sorted(hands, key=lambda kind: (_points(kind), *map(RANKS.index, kind[:2]), kind))
    # The last place of a class counts, so that its other suits do not count as worse.
    share = {kind: place / len(ordered) for place, kind in enumerate(ordered)}
    return {one + two: share[_class(one + two)] for one, two in permutations(FRENCH, 2)}


_HOLDEM: Final = _ranks_of_holdem_hands()
