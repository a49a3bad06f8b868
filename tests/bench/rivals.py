"""Other engines that play no-limit hold'em, each as a function that plays one hand.

Each asks its engine what is legal and lets ``policy.choose`` decide; it returns how many decisions
there were. RLCard and PyPokerEngine are optional: ``.venv/bin/uv pip install --group bench``.
"""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from tests.bench.policy import BIG_BLIND, SMALL_BLIND, STACK, choose

Play = Callable[[random.Random, int], int]

AUTOMATIONS = tuple(Automation)


def pokerkit(dice: random.Random, seats: int) -> int:
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND, (STACK,) * seats, seats
    )
    actions = 0
    while state.status:
        least = most = None
        if state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
        to = choose(dice, state.checking_or_calling_amount or 0, least, most)
        if to is None:
            state.fold()
        elif to:
            state.complete_bet_or_raise_to(to)
        else:
            state.check_or_call()
        actions += 1
    return actions


def rlcard() -> Play:
    """Its hold'em knows raises of half a pot, a pot and everything only."""
    game_type = import_module("rlcard.games.nolimitholdem").Game
    kinds = import_module("rlcard.games.nolimitholdem.round").Action

    def play(dice: random.Random, seats: int) -> int:
        game = game_type(num_players=seats)
        game.init_chips = [STACK // SMALL_BLIND] * seats
        game.init_game()
        actions = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            raised = game.round.raised
            owed = max(raised) - raised[game.game_pointer]
            raises = [kind for kind in legal if kind not in (kinds.FOLD, kinds.CHECK_CALL)]
            to = choose(dice, owed, 1, 3) if raises else choose(dice, owed, None, None)
            raising = kinds.ALL_IN if to == 3 else raises[0] if raises else kinds.CHECK_CALL
            game.step(kinds.FOLD if to is None else raising if to else kinds.CHECK_CALL)
            actions += 1
        return actions

    return play


def pypokerengine() -> Play:
    emulator_type = import_module("pypokerengine.api.emulator").Emulator
    player_type: Any = import_module("pypokerengine.players").BasePokerPlayer

    class Player(player_type):  # type: ignore[misc]
        def __init__(self, dice: random.Random) -> None:
            self.dice, self.actions = dice, 0

        def declare_action(
            self, valid: list[dict[str, Any]], hole: list[str], state: dict[str, Any]
        ) -> tuple[str, int]:
            self.actions += 1
            sizes = valid[2]["amount"]
            least, most = (sizes["min"], sizes["max"]) if sizes["min"] >= 0 else (None, None)
            to = choose(self.dice, valid[1]["amount"], least, most)
            return (
                ("fold", 0) if to is None else ("raise", to) if to else ("call", valid[1]["amount"])
            )

        def receive_street_start_message(self, street: str, state: dict[str, Any]) -> None: ...

        def receive_game_update_message(
            self, action: dict[str, Any], state: dict[str, Any]
        ) -> None: ...

        def receive_round_result_message(self, *told: Any) -> None: ...

    def play(dice: random.Random, seats: int) -> int:
        emulator, player = emulator_type(), Player(dice)
        emulator.set_game_rule(seats, 1, SMALL_BLIND, 0)
        players = {str(seat): {"stack": STACK, "name": str(seat)} for seat in range(seats)}
        for uuid in players:
            emulator.register_player(uuid, player)
        state, _ = emulator.start_new_round(emulator.generate_initial_game_state(players))
        emulator.run_until_round_finish(state)
        return player.actions

    return play


def found() -> dict[str, Play | str]:
    """The engines to compare with, by name; a text says why one is left out."""
    rivals: dict[str, Play | str] = {"PokerKit": pokerkit}
    for name, load in (("RLCard", rlcard), ("PyPokerEngine", pypokerengine)):
        try:
            rivals[name] = load()
        except ImportError as reason:
            rivals[name] = f"not measured ({reason}); .venv/bin/uv pip install --group bench"
    return rivals
