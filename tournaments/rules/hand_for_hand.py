"""The rule that starts hand-for-hand play (TRN-4)."""

from collections.abc import Sequence

# Equal prizes may differ by the cent that could not be divided: that is no pay jump.
ODD_CENT = 1


def is_due(setting: str, *, prizes: Sequence[int], left: int, seat: int = 0) -> bool:
    """Return whether the next elimination of ``left`` players decides a prize (TRN-4).

    ``prizes`` in cents, first place first. ``setting``: "bubble", where in a satellite the last
    ``seat`` (its value in cents) counts like the last prize; "jumps": every pay jump; "off".
    """
    worse, better = _prize(prizes, left), _prize(prizes, left - 1)
    if setting == "jumps":
        return better - worse > ODD_CENT
    return setting == "bubble" and (worse == 0 < better or worse < seat <= better)


def _prize(prizes: Sequence[int], place: int) -> int:
    return prizes[place - 1] if 1 <= place <= len(prizes) else 0
