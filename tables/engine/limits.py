"""Betting structures: how large a bet may be, and when a short one counts as whole."""

from collections.abc import Callable
from typing import Final, NamedTuple


class Limit(NamedTuple):
    """A betting structure.

    ``ceiling(level, pot, call)`` is the largest total bet, None where only the stack bounds it:
    ``level`` is the bet to match, ``pot`` all chips in the middle, ``call`` what matching costs.
    An all-in raise counts as a whole one when ``weight`` times its size reaches the last whole
    raise. ``fixed`` bets have one size; ``cap`` is how many a round may see.
    """

    name: str
    ceiling: Callable[[int, int, int], int] | None = None
    weight: int = 1
    fixed: bool = False
    cap: int | None = None


NO_LIMIT: Final = Limit("no_limit")  # NL-1
