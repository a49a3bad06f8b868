"""The speed of an event, derived from the length of its first level (LOBBY-2)."""

from enum import StrEnum


class Speed(StrEnum):
    """The speeds, from the slowest to the fastest."""

    REGULAR = "regular"
    TURBO = "turbo"
    HYPER = "hyper"


# A first level shorter than this makes a turbo, or a hyper-turbo; minutes.
TURBO_BELOW, HYPER_BELOW = 8, 3
_BELOW = {Speed.HYPER: HYPER_BELOW, Speed.TURBO: TURBO_BELOW}


def speed(level_seconds: int) -> Speed:
    """Return the speed of an event by the seconds of its first level."""
    return next(
        (speed for speed, minutes in _BELOW.items() if level_seconds < 60 * minutes), Speed.REGULAR
    )


def span(speed: Speed) -> tuple[int, int | None]:
    """Return the length of the first level, seconds: at least, and below (None: no limit)."""
    least = {Speed.HYPER: 0, Speed.TURBO: 60 * HYPER_BELOW, Speed.REGULAR: 60 * TURBO_BELOW}
    return least[speed], 60 * _BELOW[speed] if speed in _BELOW else None
