"""Files that spreadsheets open, and text in them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openpyxl import Workbook

# What a spreadsheet would take for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """Text that no spreadsheet reckons with: a leading sign of a formula gets a quote before it."""
    return f"'{text}" if text.startswith(FORMULA) else text


def cell(text: str) -> str:
    """The same for a workbook, without the signs that a cell cannot hold."""
    return plain("".join(sign for sign in text if sign.isprintable() or sign in "\n\t"))


def workbook() -> "Workbook":
    """An empty one, to which rows are written one after another."""
    # No process has to load so much code before somebody asks for a file.
    from openpyxl import Workbook

    return Workbook(write_only=True)
