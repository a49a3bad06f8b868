"""What the simulation's players do."""

from random import Random

import pytest

from tables import engine
from tables.engine.cards import FRENCH
from tournaments.simulation.players import choose


def deal(dice: Random, stacks: list[int], *, game: str = "nlhe", hole: str = "") -> engine.Hand:
    """A hand with blinds of 50/100; ``hole`` are the first player's cards."""
    seats = range(1, len(stacks) + 1)
    deck = [card for card in dice.sample(FRENCH, 52) if card not in hole]
    if hole:
        deck.insert(0, hole[:2])
        deck.insert(len(stacks), hole[2:])
    return engine.start(
        game=game,
        stakes=engine.Stakes(50, 100, 10),
        positions=engine.next_positions(None, seats, first_button=len(stacks)),
        stacks=dict(zip(seats, stacks, strict=True)),
        deck=deck,
    ).hand


@pytest.mark.parametrize("game", engine.FLOP_GAMES)
def test_whatever_they_do_is_allowed(game: str) -> None:
    dice = Random(game)
    ended = set()
    for _ in range(60):
        stacks = [dice.choice([90, 700, 2_000, 30_000]) for _ in range(dice.randint(2, 9))]
        hand = deal(dice, stacks, game=game)
        while hand.turn is not None:
            hand = engine.apply(hand, hand.turn, choose(hand, dice)).hand
        assert sum(hand.stacks.values()) == sum(stacks)
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
