"""Chance that repeats itself, in place of the operating system's."""

import random


class Repeatable:
    """What ``tables.shuffle`` takes from ``secrets``, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def randbelow(self, limit: int) -> int:
        return self._dice.randrange(limit)

    def token_bytes(self, count: int) -> bytes:
        return self._dice.randbytes(count)
