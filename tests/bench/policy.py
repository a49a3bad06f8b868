"""How every engine is played in the benchmark: the same stakes and the same random decisions."""

import random

SMALL_BLIND, BIG_BLIND, STACK = 50, 100, 10_000


def choose(dice: random.Random, owed: int, least: int | None, most: int | None) -> int | None:
    """None folds, 0 checks or calls, anything else bets or raises to that total."""
    roll = dice.random()
    if least is not None and most is not None and roll < 0.2:
        return most if roll < 0.02 else min(most, least + int(2 * least * dice.random()))
    return None if owed and roll > 0.75 else 0
