"""Validation of typed numbers."""

# Digits: enough for every id except a hand's, and no sum of them exceeds the database's integers.
LONGEST_NUMBER = 9


def number(text: str, *, longest: int = LONGEST_NUMBER) -> int | None:
    """Return a typed number above zero, of at most ``longest`` digits; None for any other text."""
    plain = text.isascii() and text.isdecimal() and len(text) <= longest
    return int(text) or None if plain else None
