from random import Random

import pytest

from poker_site.bots import strategy
from poker_site.bots.strategy import chance_to_win, choose
from tables import engine


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
    assert low <= chance_to_win("nlhe", cards, board, 1, Random(1), players=2) <= high


def shuffled(game: str, players: int, dice: Random) -> list[str]:
    cards = engine.GAMES[game].deck(players)
    return dice.sample(cards, len(cards))


@pytest.mark.parametrize("game", engine.GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_choice_is_legal_to_the_end_of_the_hand(game: str, seed: int) -> None:
    dice = Random(seed)
    stacks = {seat: dice.randint(30, 3000) for seat in range(1, dice.randint(3, 7))}
    hand, _ = engine.start(
        game=game,
        stakes=engine.Stakes(small_blind=10, big_blind=20, ante=dice.choice([0, 2])),
        positions=engine.next_positions(None, list(stacks), first_button=1),
        stacks=stacks,
        deck=shuffled(game, len(stacks), dice),
        reshuffle=shuffled(game, len(stacks), dice) if engine.GAMES[game].changes_cards else [],
    )
    while hand.turn is not None:
        seat = hand.turn
        mine = next(s for s in engine.view(hand, seat)["seats"] if s["seat"] == seat)["cards"]
        chosen = choose({**engine.view(hand, None)}, mine, dice)
        hand, _ = engine.apply(hand, seat, engine.Action.from_json(chosen))
    assert hand.finished


@pytest.mark.rule("DRAW-4")
@pytest.mark.parametrize(
    ("cards", "changed"),
    [
        (["As", "Ah", "Kd", "9c", "7h"], {"Kd", "9c", "7h"}),
        (["As", "Ah", "Kd", "Kc", "7h"], {"7h"}),
        (["9s", "9h", "9d", "Kc", "7h"], {"Kc", "7h"}),
        (["As", "Ks", "9s", "8s", "7h"], {"7h"}),
        (["As", "Kd", "9s", "8h", "7h"], {"7h", "8h", "9s", "Kd"}),
        (["7s", "8d", "9s", "Th", "Jh"], set()),
        (["As", "Ks", "9s", "8s", "7s"], set()),
    ],
)
def test_what_is_worth_nothing_is_changed(cards: list[str], changed: set[str]) -> None:
    hand = {"game": "italian", "seats": [1, 2, 3, 4]}
    assert set(strategy.to_change(hand, cards, 4)) == changed


@pytest.mark.rule("DRAW-2")
@pytest.mark.parametrize(("rank", "opens"), [("J", True), ("Q", True), ("K", False)])
def test_a_bot_opens_with_openers_only(rank: str, opens: bool) -> None:
    hand = {"game": "italian", "seats": [1, 2, 3, 4], "draw": {"openers": rank}}
    assert strategy.may_open(hand, ["Qs", "Qh", "7d", "8c", "9h"]) is opens
