"""Contrast of colours, as WCAG 2 defines it; colours are ``#rrggbb``."""

from collections.abc import Sequence

# For text of any size (AA).
LEAST = 4.5
BLACK, WHITE = "#000000", "#ffffff"
STEPS = 50


def ratio(one: str, other: str) -> float:
    """Return the contrast ratio, from 1 (the same) to 21 (black on white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, part: float) -> str:
    """Return ``one`` mixed with a part (0 to 1) of ``other``."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def ink(ground: str) -> str:
    """Return black or white for text on a ground: the one of higher contrast, at least 4.5 to 1."""
    return max((BLACK, WHITE), key=lambda text: ratio(text, ground))


def readable(colour: str, grounds: Sequence[str], *, towards: str) -> str:
    """Return the colour, mixed with as little ``towards`` as is readable on all grounds."""
    steps = (mixed(colour, towards, step / STEPS) for step in range(STEPS + 1))
    fits = (each for each in steps if all(ratio(each, ground) >= LEAST for ground in grounds))
    return next(fits, towards)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    red, green, blue = _parts(colour)
    return red, green, blue


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _luminance(colour: str) -> float:
    shares = [part / 255 for part in _parts(colour)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
