"""How many hands a second the engine plays, beside PokerKit with the same random policy.

Both deal shuffled cards to the same stacks, ask at each turn what is legal, and let the same
policy choose; they take turns on the same processor. ``python -m tests.bench.engine``.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from pokerkit import Automation, NoLimitTexasHoldem

from tables import engine
from tables.engine.cards import FRENCH

SMALL_BLIND, BIG_BLIND, STACK = 50, 100, 10_000

FOLD, CHECK, CALL = engine.Action("fold"), engine.Action("check"), engine.Action("call")
AUTOMATIONS = tuple(Automation)


@dataclass(frozen=True, slots=True)
class Figures:
    """Hands and actions a second of both, and how many times faster the engine is."""

    seats: int
    engine_hands: float
    engine_actions: float
    pokerkit_hands: float
    pokerkit_actions: float

    @property
    def ratio(self) -> float:
        return self.engine_hands / self.pokerkit_hands


def choose(dice: random.Random, owed: int, least: int | None, most: int | None) -> int | None:
    """The policy: None folds, 0 checks or calls, anything else bets or raises to that total."""
    roll = dice.random()
    if least is not None and most is not None and roll < 0.2:
        return most if roll < 0.02 else min(most, least + int(2 * least * dice.random()))
    return None if owed and roll > 0.75 else 0


def play_engine(dice: random.Random, seats: int) -> int:
    """Play one hand; returns its number of decisions."""
    deck = list(FRENCH)
    dice.shuffle(deck)
    hand, _ = engine.start(
        stakes=engine.Stakes(SMALL_BLIND, BIG_BLIND),
        positions=engine.next_positions(None, range(1, seats + 1), first_button=seats),
        stacks=dict.fromkeys(range(1, seats + 1), STACK),
        deck=deck,
    )
    actions = 0
    while not hand.finished:
        legal = engine.legal_actions(hand)
        least, most = legal.bet or legal.raise_ or (None, None)
        to = choose(dice, legal.call or 0, least, most)
        if to is None:
            action = FOLD
        elif to:
            action = engine.Action("bet" if legal.bet else "raise", to)
        else:
            action = CHECK if legal.check else CALL
        hand, _ = engine.apply(hand, legal.seat, action)
        actions += 1
    return actions


def play_pokerkit(dice: random.Random, seats: int) -> int:
    """The same with PokerKit."""
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


def measure(seats: int, *, seconds: float = 4.0, seed: int = 1) -> Figures:
    """Figures from about ``seconds`` of play, half for each, in alternating slices."""
    totals = {play_engine: [0, 0, 0.0], play_pokerkit: [0, 0, 0.0]}
    slices = 10
    for number in range(slices):
        for play, total in totals.items():
            dice = random.Random(f"{seed} {number}")
            _slice(play, total, dice, seats, seconds / 2 / slices)
    hands, actions = {}, {}
    for play, (played, decided, spent) in totals.items():
        hands[play], actions[play] = played / spent, decided / spent
    return Figures(
        seats,
        hands[play_engine],
        actions[play_engine],
        hands[play_pokerkit],
        actions[play_pokerkit],
    )


def _slice(
    play: Callable[[random.Random, int], int],
    total: list[float],
    dice: random.Random,
    seats: int,
    seconds: float,
) -> None:
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        total[1] += play(dice, seats)
        total[0] += 1
        spent = time.process_time() - begun
    total[2] += spent


def main() -> None:
    print("seats   engine hands/s  actions/s   PokerKit hands/s  actions/s   ratio")
    for seats in (2, 6, 9):
        found = measure(seats)
        print(
            f"{seats:>5}{found.engine_hands:>17,.0f}{found.engine_actions:>11,.0f}"
            f"{found.pokerkit_hands:>19,.0f}{found.pokerkit_actions:>11,.0f}{found.ratio:>8.1f}"
        )


if __name__ == "__main__":
    main()
