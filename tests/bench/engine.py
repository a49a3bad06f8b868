"""How many hands a second the engine plays, beside other engines with the same random policy.

All deal shuffled cards to the same stacks, ask at each turn what is legal, and let the same policy
choose; they take turns on the same processor. ``python -m tests.bench.engine``.
"""

import random
import time
from dataclasses import dataclass

from tables import engine
from tables.engine.cards import FRENCH
from tests.bench import rivals
from tests.bench.policy import BIG_BLIND, SMALL_BLIND, STACK, choose
from tests.bench.rivals import Play

SEATS = (2, 3, 6, 9)
SECONDS, SLICES = 3.0, 20

FOLD, CHECK, CALL = engine.Action("fold"), engine.Action("check"), engine.Action("call")


def montepremi(dice: random.Random, seats: int) -> int:
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


@dataclass(slots=True)
class Tally:
    """What one engine got done, and in how many seconds of processor time."""

    hands: int = 0
    actions: int = 0
    seconds: float = 0.0


def measure(plays: dict[str, Play], seats: int) -> dict[str, Tally]:
    """Each engine for ``SECONDS``, in slices that take turns."""
    tallies = {name: Tally() for name in plays}
    for number in range(SLICES):
        for name, play in plays.items():
            _slice(play, tallies[name], random.Random(number), seats)
    return tallies


def _slice(play: Play, tally: Tally, dice: random.Random, seats: int) -> None:
    begun = time.process_time()
    spent = 0.0
    while spent < SECONDS / SLICES:
        tally.actions += play(dice, seats)
        tally.hands += 1
        spent = time.process_time() - begun
    tally.seconds += spent


def main() -> None:
    found = rivals.found()
    plays: dict[str, Play] = {"Montepremi": montepremi}
    plays |= {name: play for name, play in found.items() if not isinstance(play, str)}
    print(f"{'seats':>5}  {'engine':<14}{'hands/s':>9}{'actions/s':>11}   Montepremi plays")
    for seats in SEATS:
        tallies = measure(plays, seats)
        ours = tallies["Montepremi"].hands / tallies["Montepremi"].seconds
        for name, tally in tallies.items():
            rate = tally.hands / tally.seconds
            times = "" if name == "Montepremi" else f"{ours / rate:.1f} times as many hands"
            print(
                f"{seats:>5}  {name:<14}{rate:>9,.0f}{tally.actions / tally.seconds:>11,.0f}   "
                f"{times}"
            )
    for name, reason in found.items():
        if isinstance(reason, str):
            print(f"{name}: {reason}")


if __name__ == "__main__":
    main()
