"""What somebody typed, read with care."""

# Digits: every id of ours fits, but a hand's, and no sum of them is too large for the database.
LONGEST_NUMBER = 9


def number(text: str, *, longest: int = LONGEST_NUMBER) -> int | None:
    """A number above zero that somebody typed, in so many digits at most; None for all else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= longest
    return int(text) or None if plain else None
