"""Betting structures: how large a bet may be, and when a short one counts as whole."""

from typing import Final, NamedTuple


class Limit(NamedTuple):
    """A betting structure.

    ``pot`` bounds a raise by the pot; ``fixed`` bets have one size, and ``cap`` of them a round.
    A short all-in counts as a whole bet when ``weight`` times its size reaches one.
    """

    name: str
    pot: bool = False
    fixed: bool = False
    cap: int | None = None
    weight: int = 1


NO_LIMIT: Final = Limit("no_limit")  # NL-1
POT_LIMIT: Final = Limit("pot_limit", pot=True)  # PL-1
FIXED_LIMIT: Final = Limit("fixed_limit", fixed=True, cap=4, weight=2)  # FL-1, FL-2
