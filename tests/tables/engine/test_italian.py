"""Which hand of Italian draw poker is better, in the decks that it is played with."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations, islice
from math import comb
from typing import Any

import pytest

from tables.engine.cards import FRENCH, RANKS, join, split
from tables.engine.games import ITALIAN
from tables.engine.house_rules import HouseRules
from tables.engine.italian import lowest_rank, ranking
from tests.harness.long_forms import longer

USUAL = HouseRules()


def strength(five: str, *, players: int = 4, **house: Any) -> int:
    return ranking(lowest_rank(players), HouseRules(**house)).strength(five, "")


def name(five: str, *, players: int = 4, **house: Any) -> str:
    judge = ranking(lowest_rank(players), HouseRules(**house))
    return judge.name(judge.strength(five, ""))


@pytest.mark.rule("DRAW-1")
@pytest.mark.parametrize(
    ("players", "lowest", "cards"),
    [
        (2, "7", 32),
        (3, "7", 32),
        (4, "7", 32),
        (5, "6", 36),
        (6, "5", 40),
        (7, "4", 44),
        (8, "3", 48),
        (9, "2", 52),
        (10, "2", 52),
    ],
)
def test_the_deck_has_the_cards_that_the_players_need(
    players: int, lowest: str, cards: int
) -> None:
    deck = ITALIAN.deck(players)
    assert len(deck) == len(set(deck)) == cards
    assert min(RANKS.index(card[0]) for card in deck) == RANKS.index(lowest)


BEST_TO_WORST = [  # with 32 cards; straight flushes as in the linear setting
    ("TsJsQsKsAs", "royal_flush"),
    ("9hThJhQhKh", "straight_flush"),
    ("7h8h9hThJh", "straight_flush"),
    ("Ah7h8h9hTh", "minimum_straight_flush"),
    ("7c7d7h7sAc", "four_of_a_kind"),
    ("7s9sTsJsKs", "flush"),
    ("AcAdAhKcKd", "full_house"),
    ("TcJdQhKsAc", "straight"),
    ("7c8d9hTsJc", "straight"),
    ("Ac7d8h9sTc", "straight"),
    ("7c7d7h8s9c", "three_of_a_kind"),
    ("AcAdKcKd7h", "two_pair"),
    ("AcAd7c8d9h", "pair"),
    ("AcKdQhJs9c", "high_card"),
]


@pytest.mark.rule("DRAW-6", "DRAW-7")
def test_hands_rank_from_the_maximum_straight_flush_down() -> None:
    strengths = [strength(five) for five, _ in BEST_TO_WORST]
    assert strengths == sorted(set(strengths), reverse=True)
    assert [name(five) for five, _ in BEST_TO_WORST] == [name for _, name in BEST_TO_WORST]


@pytest.mark.rule("DRAW-6")
@pytest.mark.parametrize(
    ("players", "setting", "flush_wins"),
    [
        (4, "short_deck", True),
        (8, "short_deck", True),
        (9, "short_deck", False),
        (9, "always", True),
        (4, "never", False),
    ],
)
def test_a_flush_beats_a_full_house_where_cards_were_left_out(
    players: int, setting: str, flush_wins: bool
) -> None:
    house: dict[str, Any] = {"players": players, "flush_over_full": setting}
    assert (strength("7s9sTsJsKs", **house) > strength("AcAdAhKcKd", **house)) == flush_wins
    assert name("7s9sTsJsKs", **house) == "flush"
    assert name("AcAdAhKcKd", **house) == "full_house"


@pytest.mark.rule("DRAW-6")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AcKd9h8s7c", "AhQdJsTc8d"),
        ("AcAsKd8h7c", "AhAdQcJsTh"),
        ("AsKsTs8s7s", "AhKh9h8h7h"),
    ],
)
def test_the_highest_card_that_differs_decides_whatever_lies_below_it(
    better: str, worse: str
) -> None:
    assert strength(better) > strength(worse)


@pytest.mark.rule("DRAW-6")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AhAd7c8d9h", "AcAs7h8h9d"),  # a pair: kickers equal, the pair with the heart
        ("AcAs7c8dTh", "AhAd7h8h9d"),  # a pair: the kicker comes first
        ("AcAsKcKdQh", "AhAdKhKsJh"),  # two pair: the fifth card comes first
        ("AhAcKcKdQh", "AdAsKhKsQc"),  # two pair: then the suit of the higher pair
        ("7c8d9hTsJh", "7h8h9cTcJd"),  # a straight: the suit of its highest card
        ("AcKdQhJs9h", "AsKcQdJh9c"),  # high card: the suit of the highest
        ("Ac7d8h9sTh", "Ah7c8c9cTd"),  # the ace is the lowest card here
        ("AhKhQhJh9h", "AdKdQdJd9d"),
        ("AdKdQdJd9d", "AcKcQcJc9c"),
        ("AcKcQcJc9c", "AsKsQsJs9s"),
    ],
)
def test_equal_hands_are_ranked_by_suit_unless_they_split(better: str, worse: str) -> None:
    assert strength(better) > strength(worse)
    same_ranks = sorted(better[::2]) == sorted(worse[::2])
    assert (strength(better, suits="split") == strength(worse, suits="split")) == same_ranks


MAXIMUM, MEDIUM, MINIMUM = "ThJhQhKhAh", "9dTdJdQdKd", "As7s8s9sTs"


@pytest.mark.rule("DRAW-7")
@pytest.mark.parametrize(
    ("setting", "hands", "winner"),
    [
        ("cyclic", [MAXIMUM, MEDIUM], MAXIMUM),
        ("cyclic", [MEDIUM, MINIMUM], MEDIUM),
        ("cyclic", [MINIMUM, MAXIMUM], MINIMUM),
        ("cyclic", [MINIMUM, MAXIMUM, "8c8d8h8sAc"], MINIMUM),
        ("cyclic", [MINIMUM, MEDIUM, MAXIMUM], MAXIMUM),
        ("cyclic", ["TsJsQsKsAs", MAXIMUM], MAXIMUM),
        ("cyclic", ["8c8d8h8sKc", "TsJsQsKsAs"], "TsJsQsKsAs"),
        ("linear", [MINIMUM, MAXIMUM], MAXIMUM),
        ("linear", [MINIMUM, MEDIUM], MEDIUM),
        ("linear", [MINIMUM, MEDIUM, MAXIMUM], MAXIMUM),
    ],
)
def test_the_minimum_straight_flush_beats_the_maximum(
    setting: str, hands: list[str], winner: str
) -> None:
    house = HouseRules(straight_flushes=setting)  # type: ignore[arg-type]
    judge = ranking(lowest_rank(4), house)
    strengths = [judge.strength(five, "") for five in hands]
    assert hands[strengths.index(judge.champion(strengths))] == winner


def test_the_ace_of_a_low_straight_lies_last() -> None:
    best = ranking(lowest_rank(4), USUAL).best
    assert list(best("Ac7d8h9sTh", "")) == split("Th9s8h7dAc")
    assert list(best("7cKdKhAs7h", "")) == split("KdKh7c7hAs")


# --- The same rules spelt out slowly, and every hand of the decks.

SLOW_ORDER = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "full_house",
    "flush",
    "four_of_a_kind",
    "minimum_straight_flush",
    "straight_flush",
    "royal_flush",
]


class Slow:
    """The rules of DRAW-6 and DRAW-7 as lists of what there is, best last."""

    def __init__(self, deck: Iterable[str]) -> None:
        ranks = sorted({card[0] for card in deck}, key=RANKS.index)
        around = ["A", *ranks]
        windows = [around[at : at + 5] for at in range(len(around) - 4)]
        self.straights = {frozenset(window): at for at, window in enumerate(windows)}
        self.tops = [window[-1] for window in windows]

    def key(self, five: tuple[str, ...]) -> tuple[str, tuple[Any, ...]]:
        times = Counter(card[0] for card in five)
        ordered = sorted(times, key=lambda rank: (times[rank], RANKS.index(rank)), reverse=True)
        shape = sorted(times.values(), reverse=True)
        place = self.straights.get(frozenset(times))
        kind = self.kind(shape, place, len({card[1] for card in five}) == 1)
        cards, speaks = tuple(RANKS.index(rank) for rank in ordered), ordered[0]
        if place is not None:
            cards, speaks = (place,), self.tops[place]
        suits = [card[1] for card in five if card[0] == speaks]
        return kind, (*cards, max("scdh".index(suit) for suit in suits))

    def kind(self, shape: list[int], place: int | None, flush: bool) -> str:
        if place is not None and flush:
            last = len(self.tops) - 1
            return {0: "minimum_straight_flush", last: "royal_flush"}.get(place, "straight_flush")
        if place is not None:
            return "straight"
        if flush:
            return "flush"
        shapes = {
            (4, 1): "four_of_a_kind",
            (3, 2): "full_house",
            (3, 1, 1): "three_of_a_kind",
            (2, 2, 1): "two_pair",
            (2, 1, 1, 1): "pair",
        }
        return shapes.get(tuple(shape), "high_card")


def expected(ranks: int) -> list[int]:
    """How many hands of each rank, worst first, a deck of so many ranks has: by combinatorics."""
    straights = ranks - 3
    mixed_suits = 4**5 - 4
    return [
        (comb(ranks, 5) - straights) * mixed_suits,
        ranks * 6 * comb(ranks - 1, 3) * 4**3,
        comb(ranks, 2) * 6 * 6 * 4 * (ranks - 2),
        ranks * 4 * comb(ranks - 1, 2) * 4**2,
        straights * mixed_suits,
        ranks * 4 * (ranks - 1) * 6,
        4 * (comb(ranks, 5) - straights),
        ranks * 4 * (ranks - 1),
        4,
        4 * (straights - 2),
        4,
    ]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("DRAW-6", "DRAW-7")
@pytest.mark.parametrize(("players", "step"), [(4, longer(1, short=7)), (6, longer(1, short=41))])
def test_every_hand_of_a_short_deck_ranks_as_the_rules_spell_it(players: int, step: int) -> None:
    """Counts by rank, and the whole order; or the order of a sample."""
    deck = ITALIAN.deck(players)
    judge = ranking(lowest_rank(players), USUAL)
    slow, ranked, counts = Slow(deck), defaultdict(set), Counter[str]()
    for five in islice(combinations(deck, 5), 0, None, step):
        kind, rest = slow.key(five)
        counts[kind] += 1
        ranked[SLOW_ORDER.index(kind), rest].add(judge.strength(join(five), ""))
    if step == 1:
        assert [counts[kind] for kind in SLOW_ORDER] == expected(len(deck) // 4)
    order = [ranked[key] for key in sorted(ranked)]
    assert {len(strengths) for strengths in order} == {1}
    strengths = [next(iter(strengths)) for strengths in order]
    assert strengths == sorted(set(strengths))
    names = {judge.name(s): key[0] for s, key in zip(strengths, sorted(ranked), strict=True)}
    assert names == {kind: SLOW_ORDER.index(kind) for kind in names}


def test_every_french_card_is_in_the_largest_deck() -> None:
    assert tuple(ITALIAN.deck(10)) == FRENCH
