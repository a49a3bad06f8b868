"""Who wins what of a raked hand, worked out once more from the cards and the rulebook alone.

Nothing here asks the engine how good a hand is, what a pot is, or what the house takes.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine import HandState, Post, Stakes
from tables.engine.cards import FRENCH, RANKS, split
from tests.tables.engine.wandering import chance, choose

LOW_RANKS = "A2345678"
# RAKE-2: so many tenths of a cent of every unit, in steps of a chip; several in a gap.
RATES = {
    2: [(10, 14, 1)], 7: [(10, 14, 1), (10, 16, 1)], 10: [(10, 16, 1)],
    15: [(10, 16, 1), (10, 17, 1)], 20: [(10, 17, 1)], 22: [(10, 17, 1), (10, 18, 1)],
    50: [(10, 18, 1)], 100: [(10, 18, 1)], 101: [(10, 18, 1), (55, 100, 5)],
    150: [(10, 18, 1), (55, 100, 5)], 200: [(55, 100, 5)], 400: [(55, 100, 5)],
    1000: [(55, 100, 5)],
}  # fmt: skip
# RAKE-3: for two, for three or four, for five and more players.
CAPS = {
    2: (100, 100, 200), 7: (100, 100, 200), 10: (125, 100, 200), 15: (125, 100, 200),
    20: (125, 200, 300), 22: (125, 200, 300), 50: (125, 200, 300), 100: (125, 200, 325),
    101: (125, 200, 325), 150: (125, 200, 325), 200: (125, 350, 350), 400: (125, 350, 350),
    1000: (500, 600, 600),
}  # fmt: skip


def high(five: Sequence[str]) -> tuple[int, ...]:
    """CARD-2 and CARD-3 for five cards."""
    count = Counter(RANKS.index(card[0]) for card in five)
    ranks = sorted(count, key=lambda rank: (-count[rank], -rank))
    shape = sorted(count.values(), reverse=True)
    flush = len({card[1] for card in five}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if shape[0] > 1:
        return ([], [2, 1], [2, 2], [3, 1], [], [], [3, 2], [4, 1]).index(shape[:2]), *ranks
    return 8 if straight and flush else 5 if flush else 4 if straight else 0, *ranks


def low(five: Sequence[str]) -> tuple[int, ...] | None:
    """OMA-2 for five cards: the smaller the better; None is no low."""
    if len({card[0] for card in five} & {*LOW_RANKS}) < 5:
        return None
    return tuple(sorted((LOW_RANKS.index(card[0]) for card in five), reverse=True))


def fives(hand: HandState, seat: int) -> Iterator[Sequence[str]]:
    hole, board = split(hand.hole[seat]), hand.board
    if len(hole) == 2:
        yield from combinations(hole + board, 5)
    else:
        yield from (a + b for a in combinations(hole, 2) for b in combinations(board, 3))


def house_takes(hand: HandState) -> int:
    """RAKE-1, of a hand that is over."""
    if not hand.house.raked or not hand.board:
        return 0
    pot, players = sum(hand.paid.values()) + hand.dead, len(hand.seats)
    rates = RATES[hand.stakes.big_blind]
    taken = [tenths * (pot // unit) // 10 // chip * chip for tenths, unit, chip in rates]
    return min(*taken, CAPS[hand.stakes.big_blind][0 if players == 2 else 1 if players < 5 else 2])


def pots(hand: HandState) -> list[tuple[int, list[int]]]:
    """POT-1: chip by chip, from whoever put it in to whoever also put in as many; net of rake."""
    piles: dict[tuple[int, ...], int] = {tuple(hand.live): hand.dead}
    entitled = tuple(hand.live)
    for chip in range(max(hand.paid.values())):
        entitled = tuple(seat for seat in hand.live if hand.paid[seat] > chip) or entitled
        piles[entitled] = piles.get(entitled, 0) + sum(paid > chip for paid in hand.paid.values())
    gross = [(pile, list(seats)) for seats, pile in piles.items() if pile]
    whole, rake = sum(pile for pile, _ in gross), house_takes(hand)
    shares = [rake * pile // whole for pile, _ in gross]
    rest = sorted(gross, key=lambda pot: (-(rake * pot[0] % whole), -pot[0]))
    for pot in rest[: rake - sum(shares)]:
        shares[gross.index(pot)] += 1
    return [(pile - share, seats) for (pile, seats), share in zip(gross, shares, strict=True)]


def settled(hand: HandState) -> dict[int, int]:
    """POT-2 and OMA-2: what every seat wins."""
    won = dict.fromkeys(hand.seats, 0)
    splits = hand.game.code.endswith("o8")
    highs = {seat: max(map(high, fives(hand, seat))) for seat in hand.live}
    lows = {
        seat: min((made for five in fives(hand, seat) if (made := low(five))), default=None)
        for seat in (hand.live if splits else [])
    }
    for pile, seats in pots(hand):
        best = min((made for seat in seats if (made := lows.get(seat))), default=None)
        half = pile // 2 if best else 0
        top = max(highs[seat] for seat in seats)
        above = [seat for seat in seats if highs[seat] == top]
        below = [seat for seat in seats if best and lows[seat] == best]
        if not below or sorted(above) == sorted(below):
            _split(hand, won, pile, above)
            continue
        _split(hand, won, pile - half, above)
        if hand.house.odd_chips == "left_of_button":
            first = min(above, key=lambda seat: (seat - hand.positions.button - 1) % 10)
            won[first] += half % len(below)
            half -= half % len(below)
        _split(hand, won, half, below)
    return won


def _split(hand: HandState, won: dict[int, int], chips: int, winners: list[int]) -> None:
    positions, rule = hand.positions, hand.house.odd_chips
    first = positions.big_blind if rule == "next_bb" else positions.button
    winners.sort(key=lambda seat: (seat - first - 1) % 10)
    for place, seat in enumerate(winners):
        each, odd = divmod(chips, len(winners))
        won[seat] += each + (odd * (place == 0) if rule != "one_each" else place < odd)


def deal(dice: random.Random, game: str) -> HandState:
    """A raked hand with short stacks, antes, dead blinds, and stakes from every part of RAKE-2."""
    big = dice.choice([*RATES])
    seats = dice.sample(range(1, 11), dice.randint(2, engine.GAMES[game].most_seats))
    positions = engine.next_positions(None, seats, first_button=seats[0])
    others = {*seats} - {positions.small_blind, positions.big_blind}
    most = {seat: big * (4 if chance(dice) else 40) for seat in seats}
    return engine.start(
        game=game,
        stakes=Stakes(big // 2, big, dice.choice([0, 0, 1, big]), chance(dice)),
        positions=positions,
        stacks={seat: dice.randint(1, most[seat]) for seat in seats},
        posts=[Post(seat, big, dice.choice([0, big // 2])) for seat in others if chance(dice)][:2],
        deck=dice.sample(FRENCH, 52),
        house=engine.HouseRules(
            raked=True, odd_chips=dice.choice(["left_of_button", "one_each", "next_bb"])
        ),
    ).hand


@pytest.mark.rule("POT-1", "POT-2", "OMA-2", "CARD-3", "RAKE-1", "RAKE-2", "RAKE-3")
@given(seed=st.integers(0, 2**32), game=st.sampled_from(["plo8", "flo8", "nlo8", "nlhe", "plo"]))
def test_high_low_side_pots_odd_chips_and_rake_are_as_the_rulebook_spells_them(
    seed: int, game: str
) -> None:
    dice = random.Random(seed)
    hand = deal(dice, game)
    while hand.turn is not None:
        hand = engine.apply(hand, hand.turn, choose(hand, dice)).hand
    if len(hand.live) > 1:
        assert {seat: hand.won(seat) for seat in hand.seats} == settled(hand)
    assert hand.rake == house_takes(hand)
    assert sum(hand.stacks.values()) + hand.rake == sum(hand.start_stacks.values())
