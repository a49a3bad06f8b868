"""What the simulation's players do."""

from dataclasses import replace
from random import Random

import pytest

from tables import engine
from tables.engine.cards import split
from tables.engine.games import FLOP, HIGH_OF_TWO, POT_LIMIT, Game, Street
from tournaments.simulation.players import _chance, choose


def deal(
    dice: Random, stacks: list[int], *, game: str = "nlhe", hole: str = "", board: str = ""
) -> engine.HandState:
    """A hand with blinds of 50/100; ``hole`` are the first player's cards, and nobody has those of
    the ``board``."""
    seats = range(1, len(stacks) + 1)
    rules = engine.GAMES[game]
    cards = rules.deck(len(stacks))
    deck = [card for card in dice.sample(cards, len(cards)) if card not in hole + board]
    for at in range(0, len(hole), 2):
        deck.insert(at // 2 * len(stacks), hole[at : at + 2])
    dealt = len(stacks) * rules.hole
    deck[dealt:dealt] = split(board)
    return engine.start(
        game=game,
        stakes=engine.Stakes(50, 100, 10),
        positions=engine.next_positions(None, seats, first_button=len(stacks)),
        stacks=dict(zip(seats, stacks, strict=True)),
        deck=deck,
        reshuffle=dice.sample(cards, len(cards)) if rules.changes_cards else (),
    ).hand


@pytest.mark.slow
@pytest.mark.parametrize("game", engine.GAMES)
def test_whatever_they_do_is_allowed(game: str) -> None:
    dice = Random(game)
    ended = set()
    for _ in range(60):
        stacks = [dice.choice([90, 700, 2_000, 30_000]) for _ in range(dice.randint(2, 9))]
        hand = deal(dice, stacks, game=game)
        while hand.turn is not None:
            hand = engine.apply(hand, hand.turn, choose(hand, dice)).hand
        assert sum(hand.stacks.values()) + hand.unwon == sum(stacks)
        ended.add(len(hand.live) > 1)
    assert ended == {True, False}


def test_the_same_chance_makes_the_same_decisions() -> None:
    def play(seed: int) -> list[engine.Action]:
        dice, actions = Random(seed), []
        hand = deal(dice, [5_000] * 6)
        while hand.turn is not None:
            actions.append(choose(hand, dice))
            hand = engine.apply(hand, hand.turn, actions[-1]).hand
        return actions

    assert [play(seed) for seed in range(20)] == [play(seed) for seed in range(20)]


@pytest.mark.parametrize(
    ("hole", "stack", "kind"),
    [
        ("AsAh", 800, "all_in"),
        ("KdQd", 800, "all_in"),
        ("AsAh", 10_000, "raise"),
        ("7c2d", 800, "fold"),
        ("7c2d", 10_000, "fold"),
    ],
)
def test_short_stacks_push_or_fold_and_deep_ones_raise(hole: str, stack: int, kind: str) -> None:
    """Three-handed the first card goes to the small blind, who speaks after the button."""
    hand = deal(Random(1), [stack] * 3, hole=hole)
    hand = engine.apply(hand, 3, engine.Action("fold")).hand
    assert choose(hand, Random(1)).kind == kind


def test_a_poor_hand_is_folded_to_a_large_bet_and_the_best_one_is_not() -> None:
    for hole, kinds in (("7c2d", {"fold"}), ("AsAh", {"all_in", "raise", "call"})):
        hand = deal(Random(2), [20_000] * 3, hole=hole)
        hand = engine.apply(hand, 3, engine.Action("raise", 1_000)).hand
        assert choose(hand, Random(2)).kind in kinds


@pytest.mark.rule("DRAW-4")
@pytest.mark.parametrize(
    ("hole", "changed"),
    [
        ("AsAhKd9c8d", "Kd9c8d"),
        ("AsAhKdKc8d", "8d"),
        ("AsAhAdKc8d", "Kc8d"),
        ("AsKsQsJsTs", ""),
        ("AhKsQsJsTs", ""),
        ("AsAhAdKcKd", ""),
        ("AsKsQs9s8d", "8d"),
        ("AsKhQs9d8d", "KhQs9d8d"),
    ],
)
def test_what_makes_a_hand_stays(hole: str, changed: str) -> None:
    hand = deal(Random(1), [5_000] * 4, game="italian", hole=hole)
    hand = replace(hand, street=1, waiting=[1, 2, 3, 4])
    action = choose(hand, Random(1))
    assert (action.kind, "".join(action.cards)) == ("discard", changed)


@pytest.mark.rule("OMA-2")
def test_a_low_is_worth_half_a_pot() -> None:
    """With the board of 8 4 3 K K, ace and deuce make the best low and hardly any high."""
    board = "8s4s3dKcKs"
    hand = deal(Random(3), [20_000] * 2, game="plo8", hole="Ad2cTh9h", board=board)
    hand = replace(hand, street=3, cards_on_board=board)
    assert 0.4 < _chance(hand, 1, Random(3), against=1) < 0.8
    high_only = replace(hand, game=engine.GAMES["plo"])
    assert _chance(high_only, 1, Random(3), against=1) < 0.3


@pytest.mark.slow
def test_where_the_deal_leaves_no_whole_hand_others_are_imagined_from_all_unseen_cards() -> None:
    five = (Street("preflop", hole=5), *FLOP)
    game = Game("plo5", 8, five, POT_LIMIT, HIGH_OF_TWO)
    for seed in (27, 34, 44, 66, 67, 98):
        dice = Random(seed)
        deck = list(game.deck(8))
        dice.shuffle(deck)
        hand, _ = engine.start(
            game=game,
            stakes=engine.Stakes(50, 100),
            positions=engine.Positions(1, 2, 3),
            stacks=dict.fromkeys(range(1, 9), 10_000),
            deck=deck,
        )
        while not hand.finished:
            assert hand.turn is not None
            hand, _ = engine.apply(hand, hand.turn, choose(hand, dice))
        assert sum(hand.stacks.values()) == 80_000
