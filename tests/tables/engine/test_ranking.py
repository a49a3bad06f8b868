"""Which hand is better."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from tables.engine.cards import FRENCH, split
from tables.engine.ranking import (
    high,
    high_name,
    high_of_five,
    low,
    low_name,
    low_of_five,
)
from tests.harness.long_forms import longer

ANY_HIGH, OMAHA_HIGH, OMAHA_LOW = high(), high(2), low(2)

BEST_TO_WORST = [
    ("AsKsQsJsTs", "royal_flush"),
    ("KsQsJsTs9s", "straight_flush"),
    ("5h4h3h2hAh", "straight_flush"),
    ("AcAdAhAsKc", "four_of_a_kind"),
    ("AcAdAhAsQc", "four_of_a_kind"),
    ("2c2d2h2sAc", "four_of_a_kind"),
    ("AcAdAhKsKc", "full_house"),
    ("KcKdKhAsAc", "full_house"),
    ("AhQh9h5h2h", "flush"),
    ("AsQs8s7s6s", "flush"),
    ("AcKdQhJsTc", "straight"),
    ("6c5d4h3s2c", "straight"),
    ("5c4d3h2sAc", "straight"),
    ("9c9d9hAsKc", "three_of_a_kind"),
    ("9c9d9hAsQc", "three_of_a_kind"),
    ("AcAd3h3sKc", "two_pair"),
    ("KcKdQhQs2c", "two_pair"),
    ("KcKdJhJsAc", "two_pair"),
    ("KcKdJhJsTc", "two_pair"),
    ("AcAdKhQs3c", "pair"),
    ("AcAdKhJs9c", "pair"),
    ("2c2dAhKsQc", "pair"),
    ("AcKdQhJs9c", "high_card"),
    ("7c5d4h3s2c", "high_card"),
]


@pytest.mark.rule("CARD-2", "CARD-3")
def test_hands_rank_from_the_royal_flush_down_and_tie_by_kickers() -> None:
    strengths = [high_of_five(split(five)) for five, _ in BEST_TO_WORST]
    assert strengths == sorted(set(strengths), reverse=True)
    assert [high_name(strength) for strength in strengths] == [name for _, name in BEST_TO_WORST]


@pytest.mark.rule("CARD-3")
@pytest.mark.parametrize(
    ("board", "first", "second", "order"),
    [
        ("KdKs9h5c6h", "AhQs", "AsJd", 1),
        ("KsKd9h5c6h", "As3s", "Ad4d", 0),
        ("6h7sTc8d9s", "AhAc", "7h2c", 0),
        ("2c2d2h2s9c", "AhKs", "AsQd", 0),
        ("2c2d2h2s9c", "Ah3s", "KsQd", 1),
        ("AhKh2h3c4d", "QhJh", "5h6h", 1),
    ],
)
def test_worked_examples_at_a_showdown(board: str, first: str, second: str, order: int) -> None:
    ours, theirs = ANY_HIGH.strength(first, board), ANY_HIGH.strength(second, board)
    assert (ours > theirs) - (ours < theirs) == order


@pytest.mark.rule("CARD-1")
def test_suits_are_equal() -> None:
    for ranks in ("AKQJ9", "KKQJ2", "AAAKK"):
        suits = ["cdhsc", "dhscd", "hscdh", "scdhs"]
        fives = [[rank + suit for rank, suit in zip(ranks, row, strict=True)] for row in suits]
        assert len({high_of_five(five) for five in fives}) == 1


@pytest.mark.parametrize(
    ("hole", "board", "best"),
    [
        ("AhQs", "KdKs9h5c6h", "KdKsAhQs9h"),
        ("7h2c", "6h7sTc8d9s", "Tc9s8d7h6h"),
        ("Ah2d", "3c4s5dKhKs", "5d4s3c2dAh"),
        ("2h2d", "AsKsQsJsTs", "AsKsQsJsTs"),
        ("9h9d", "9c5s5dKhKs", "9h9d9cKhKs"),
    ],
)
def test_the_best_five_are_laid_as_a_dealer_does(hole: str, board: str, best: str) -> None:
    five = ANY_HIGH.best(hole, board)
    assert high_of_five(five) == ANY_HIGH.strength(hole, board)
    assert sorted(card[0] for card in five) == sorted(card[0] for card in split(best))
    assert [card[0] for card in five] == [card[0] for card in split(best)]


@pytest.mark.rule("OMA-1")
@pytest.mark.parametrize(
    ("hole", "board", "name"),
    [
        ("AsAdKcQh", "Ah2s2d7c9h", "full_house"),
        ("AsJd4c5h", "KsQsTs2d3h", "straight"),  # one spade in hand makes no flush
        ("AcAdAhAs", "KcKdKh2s3d", "full_house"),  # two aces only
        ("2c3d4h5s", "AcKdQhJsTc", "high_card"),  # the board's straight needs five of it
    ],
)
def test_omaha_plays_exactly_two_of_the_hand_and_three_of_the_board(
    hole: str, board: str, name: str
) -> None:
    strength = OMAHA_HIGH.strength(hole, board)
    best = OMAHA_HIGH.best(hole, board)
    assert high_name(strength) == name
    assert high_of_five(best) == strength
    assert len(set(best) & set(split(hole))) == 2


@pytest.mark.rule("OMA-2")
@pytest.mark.parametrize(
    ("five", "name"),
    [
        ("Ac3d4h5s8c", "eight_low"),
        ("AcAd4h5s8c", None),
        ("5c4d3h2sAc", "five_low"),
        ("8h7h6h5h4h", "eight_low"),
        ("9c4d3h2sAc", None),
    ],
)
def test_a_low_is_five_different_ranks_up_to_eight(five: str, name: str | None) -> None:
    low = low_of_five(split(five))
    assert (low_name(low) if low else None) == name


@pytest.mark.rule("OMA-2")
def test_lows_compare_from_their_highest_card_down() -> None:
    best_to_worst = ["5432A", "6432A", "6543A", "65432", "7432A", "76543", "8432A", "87654"]
    lows = [low_of_five([rank + "c" for rank in ranks]) for ranks in best_to_worst]
    assert lows == sorted(set(lows), reverse=True)
    every = {low_of_five([rank + "d" for rank in ranks]) for ranks in combinations("A2345678", 5)}
    assert len(every) == 56


@pytest.mark.rule("OMA-2")
@pytest.mark.parametrize(
    ("hole", "board", "best"),
    [
        ("Ac2dKhKs", "3c4s8dQhJc", "8d4s3c2dAc"),
        ("AcKdKhKs", "2c3s4d5hQc", None),  # one low card in the hand is not enough
        ("Ac2d3h4s", "AdKhQs7cJd", None),  # nor are two on the board
        ("Ac2d3h4s", "AdKh5s7c8d", "7c5s3h2dAd"),
    ],
)
def test_an_omaha_low_plays_two_of_the_hand(hole: str, board: str, best: str | None) -> None:
    strength = OMAHA_LOW.strength(hole, board)
    if best is None:
        assert strength == 0
    else:
        assert strength == low_of_five(split(best))
        assert OMAHA_LOW.best(hole, board) == split(best)


def expected(ranks: int) -> tuple[int, dict[str, int]]:
    """How many strengths there are, and how many hands of each rank, with so many of the highest
    ranks: by combinatorics."""
    straights = ranks - 4 + (ranks == 13)
    runs, unequal = comb(ranks, 5) - straights, comb(ranks - 1, 2)
    pairs, threes = ranks * comb(ranks - 1, 3), comb(ranks, 2) * (ranks - 2)
    twos = ranks * (ranks - 1)
    return 2 * (runs + straights) + pairs + threes + ranks * unequal + 2 * twos, {
        "royal_flush": 4,
        "straight_flush": 4 * (straights - 1),
        "four_of_a_kind": twos * 4,
        "full_house": twos * 4 * 6,
        "flush": 4 * runs,
        "straight": straights * (4**5 - 4),
        "three_of_a_kind": ranks * unequal * 4 * 4**2,
        "two_pair": threes * 6 * 6 * 4,
        "pair": pairs * 6 * 4**3,
        "high_card": runs * (4**5 - 4),
    }


def test_the_hands_of_a_whole_deck_are_counted_as_everybody_knows_them() -> None:
    strengths, counts = expected(13)
    assert strengths == 7462
    assert list(counts.values()) == [
        *(4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540)
    ]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("CARD-2")
def test_every_hand_of_five_cards_is_counted() -> None:
    """From the seven up, or of all cards."""
    ranks = longer(13, short=8)
    cards = [card for card in FRENCH if card[0] in "23456789TJQKA"[-ranks:]]
    strengths = Counter(map(high_of_five, combinations(cards, 5)))
    counts: Counter[str] = Counter()
    for strength, hands in strengths.items():
        counts[high_name(strength)] += hands
    assert (len(strengths), counts) == expected(ranks)
