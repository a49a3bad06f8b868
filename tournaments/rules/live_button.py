"""Where the blinds were in a hand that people dealt, told from its button (LIVE-4)."""

from collections.abc import Collection

from tables.engine import Positions


def positions(button: int, seats: Collection[int]) -> Positions | None:
    """Button and blinds of the last hand at a table; None where fewer than two sit there.

    The button may have stood at an empty seat; heads-up it is the small blind (BTN-2).
    """
    if len(seats) < 2:
        return None
    first, second = sorted(seats, key=lambda no: (no <= button, no))[:2]
    if len(seats) == 2:
        return Positions(second, second, first)
    return Positions(button, first, second)
