"""What somebody typed, read with care."""

# Digits: every id of ours fits, and no sum of them is too large for the database.
LONGEST_NUMBER = 9


def number(text: str) -> int | None:
    """A number above zero that somebody typed; None for anything else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) or None if plain else None
