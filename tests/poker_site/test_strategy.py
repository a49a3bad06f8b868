from random import Random

import pytest

from poker_site.bots.strategy import chance_to_win, choose
from tables import engine
from tables.engine.cards import FRENCH


@pytest.mark.parametrize(
    ("cards", "board", "low", "high"),
    [
        (["As", "Ah"], [], 0.7, 1.0),
        (["7c", "2d"], [], 0.1, 0.5),
        (["As", "Ks"], ["Qs", "Js", "Ts"], 1.0, 1.0),
        (["2c", "3d"], ["As", "Ks", "Qs", "Js", "Ts"], 0.5, 0.5),
    ],
)
def test_the_chance_to_win_is_what_a_player_would_say(
    cards: list[str], board: list[str], low: float, high: float
) -> None:
    assert low <= chance_to_win("nlhe", cards, board, 1, Random(1)) <= high


@pytest.mark.parametrize("game", engine.FLOP_GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_choice_is_legal_to_the_end_of_the_hand(game: str, seed: int) -> None:
    dice = Random(seed)
    stacks = {seat: dice.randint(30, 3000) for seat in range(1, dice.randint(3, 7))}
    hand, _ = engine.start(
        game=game,
        stakes=engine.Stakes(small_blind=10, big_blind=20, ante=dice.choice([0, 2])),
        positions=engine.next_positions(None, list(stacks), first_button=1),
        stacks=stacks,
        deck=dice.sample(FRENCH, 52),
    )
    while hand.turn is not None:
        seat = hand.turn
        mine = next(s for s in engine.view(hand, seat)["seats"] if s["seat"] == seat)["cards"]
        chosen = choose(engine.view(hand, None), mine, dice)
        hand, _ = engine.apply(hand, seat, engine.Action.from_json(chosen))
    assert hand.finished
