"""Types of command-line arguments, with errors that argparse can show."""

import os
from argparse import ArgumentTypeError
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from pathlib import Path

from core.money import digits

# More than any amount of the room's, within a column of cents.
MOST_CENTS = 10**15


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a type for a whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 18 or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text} is no whole number from {least:,} to {most:,}")
        return int(text)

    return read


def measure(least: float, most: float) -> Callable[[str], float]:
    """Return a type for a number from ``least`` to ``most``."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise ArgumentTypeError(f"{text} is no number") from None
        if not least <= number <= most:
            raise ArgumentTypeError(f"{text} is not between {least:,g} and {most:,g}")
        return number

    return read


def cents(text: str) -> int:
    """Parse an amount such as 2.50 or 2,50; returns cents."""
    try:
        amount = Decimal(text.replace(",", ".")).scaleb(digits())
    except InvalidOperation:
        raise ArgumentTypeError(f"{text} is no amount") from None
    if not (amount.is_finite() and 0 <= amount <= MOST_CENTS):
        raise ArgumentTypeError(f"{text} is no amount")
    if amount != int(amount):
        raise ArgumentTypeError(f"{text} has too many decimals")
    return int(amount)


def new_file(text: str) -> Path:
    """Parse the path of a file that can be written: checked before the work, not after it."""
    path = Path(text)
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"{path.parent} is no folder")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ArgumentTypeError(f"{path} cannot be written")
    return path


def new_folder(text: str) -> Path:
    """Parse the path of a writable folder; makes it if it is missing."""
    path = Path(text)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArgumentTypeError(f"{path}: {error.strerror}") from None
    if not os.access(path, os.W_OK):
        raise ArgumentTypeError(f"{path} cannot be written to")
    return path
